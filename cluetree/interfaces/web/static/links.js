// A whole game in a link: its record, compressed, behind the # of the address.

import { Refusal } from "./client.js";
import { t } from "./language.js";

const LONGEST = 8000; // characters that every program passes on

const through = (bytes, stream) => new Response(new Blob([bytes]).stream().pipeThrough(stream));

/** The link to a record; null if it would be too long. */
export async function linkOf(record) {
  const packed = await through(record, new CompressionStream("deflate")).arrayBuffer();
  const code = btoa(String.fromCharCode(...new Uint8Array(packed)));
  const [page] = location.href.split("#");
  const link = `${page}#record=${code.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  return link.length > LONGEST ? null : link;
}

/** The record in the code of a link. */
export async function opened(code) {
  try {
    if (code.length > LONGEST) throw new RangeError("it would be long unpacked");
    const packed = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(packed, (character) => character.charCodeAt(0));
    return await through(bytes, new DecompressionStream("deflate")).text();
  } catch {
    throw new Refusal({ code: 0, message: t("links.damaged") });
  }
}
