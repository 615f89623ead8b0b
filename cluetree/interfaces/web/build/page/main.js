// Opens the sheet in this browser alone, and caches the page for use without a network.

import { h } from "./dom.js";
import { loading, send } from "./local.js";
import { open } from "./page.js";

const FILES = 4; // that the worker unpacks or reads

const progress = h("progress", { value: 0, max: FILES });
document.querySelector("#main p").append(progress);
loading(() => (progress.value += 1));

// A new version of the page is used once no tab shows the old one.
open(send).then(() => navigator.serviceWorker?.register("sw.js"));
