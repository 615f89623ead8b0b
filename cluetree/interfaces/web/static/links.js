// A whole game in a file, or in a link: its record, compressed, behind the # of the address.

import { Refusal } from "./client.js";
import { h, say } from "./dom.js";
import { spelled } from "./game.js";
import { parts, t } from "./language.js";

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

export function fileName(title, suffix) {
  const plain = title.normalize("NFKD").replace(/[^\p{L}\p{N} _-]/gu, "").trim();
  return `${plain || t("shelf.file")}.${suffix}`;
}

export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Save a game as a file. */
export async function saveAs(page, spelling) {
  const record = await spelled(page.client, page.game.certain, spelling);
  const text = spelling === "clue" ? record : JSON.stringify(record, null, 1);
  download(fileName(page.game.certain.title ?? "", spelling), text);
}

/** Copy a link to the whole game; save a game that is too long for one. */
export async function shareLink(page) {
  const link = await linkOf(await spelled(page.client, page.game.certain, "clue"));
  if (link === null) return saveAs(page, "clue").then(() => say(t("links.too_long")));
  const isCopied = await navigator.clipboard?.writeText(link).then(() => true, () => false); // undefined without https
  return say(...parts(isCopied ? "links.copied" : "links.copy", { link: h("a", { href: link }, t("links.link")) }));
}
