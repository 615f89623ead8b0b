// Opens the sheet on the games in this browser, and keeps the page itself for when there is no
// network.

import { open } from "./page.js";
import { ready, send, versions } from "./local.js";

open({ send, versions });

// The pages of one version stay together: a new one is used once no tab shows the old one.
await ready;
await navigator.serviceWorker?.register("sw.js");
