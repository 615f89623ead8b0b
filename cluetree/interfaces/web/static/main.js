// Opens the sheet on the server of this page.

import { open } from "./page.js";
import { followed, send } from "./server.js";

open(send, followed);
