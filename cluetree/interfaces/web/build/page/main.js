// Opens the sheet on the games in this browser, and keeps the page itself for when there is no
// network.

import { fill, h } from "./dom.js";
import { number, t } from "./language.js";
import { open } from "./page.js";
import { loading, ready, send, versions } from "./local.js";

const opening = document.querySelector("#main p");
const inMegabytes = (bytes) => number(bytes / 1e6, 1);

loading((loaded, bytes) => {
  const words = t("page.loading", { loaded: inMegabytes(loaded), bytes: inMegabytes(bytes) });
  fill(opening, h("label", {}, words, h("progress", { value: loaded, max: bytes })));
});

open({ send, versions });

// The pages of one version stay together: a new one is used once no tab shows the old one.
ready.then(() => navigator.serviceWorker?.register("sw.js")).catch(() => {}); // which is said above
