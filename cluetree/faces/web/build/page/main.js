// Opens the sheet on the games in this browser, and keeps the page itself for when there is no
// network.

import { fill, h } from "./dom.js";
import { open } from "./page.js";
import { loading, ready, send, versions } from "./local.js";

const opening = document.querySelector("#main p");
const inMegabytes = (bytes) => (bytes / 1e6).toFixed(1);

loading((loaded, bytes) => {
  const words = `Opening the sheet … ${inMegabytes(loaded)} of ${inMegabytes(bytes)} MB`;
  fill(opening, h("label", {}, words, h("progress", { value: loaded, max: bytes })));
});

open({ send, versions });

// The pages of one version stay together: a new one is used once no tab shows the old one.
ready.then(() => navigator.serviceWorker?.register("sw.js")).catch(() => {}); // which is said above
