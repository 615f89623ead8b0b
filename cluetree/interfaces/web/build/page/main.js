// Opens the sheet in this browser alone, and caches the page for use without a network.

import { Refusal } from "./client.js";
import { fill, h } from "./dom.js";
import { number, t } from "./language.js";
import { loading, send } from "./local.js";
import { open } from "./page.js";

const opening = document.getElementById("opening");
const megabytes = (bytes) => number(bytes / 1e6, 1);

loading((loaded, bytes) => {
  const words = t("page.loading", { loaded: megabytes(loaded), bytes: megabytes(bytes) });
  fill(opening, h("label", {}, words, h("progress", { value: loaded, max: bytes })));
});

const answer = (line) =>
  send(line).catch(({ message }) => {
    throw new Refusal({ code: 0, message: t("page.broken", { why: message }) });
  });

// A new version of the page is used once no tab shows the old one.
open(answer).then(() => navigator.serviceWorker?.register("sw.js"));
