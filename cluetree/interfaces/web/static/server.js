// The connection to the server of this page.

import { Refusal } from "./client.js";
import { t } from "./language.js";

const EVERY = 1000; // milliseconds between two looks at the file
const follows = document.documentElement.getAttribute("data-follows"); // the name of the file that the server shows
let seen = null; // the text of the file that the page knows, or why there is none

/** The game in the file in JSON, or why it cannot be read. */
const fileNow = () => fetch("game").then((answer) => answer.text(), () => t("page.no_connection"));

async function read() {
  const text = (seen = await fileNow());
  if (text.startsWith("{")) return [{ record: JSON.parse(text), revision: text, undo: [], redo: [], before: null }, null];
  throw new Refusal({ code: 0, message: t("follow.trouble", { why: text }) });
}

const save = () => Promise.reject(new Refusal({ code: 0, message: t("follow.refused", { file: follows }) }));

/** Call a function whenever the file has changed, or cannot be read any more. */
function watch(changed) {
  setInterval(async () => {
    if (seen !== null && (await fileNow()) !== seen) changed();
  }, EVERY);
}

/** The game in the file, instead of those that this browser keeps. */
export const followed = follows && { file: follows, watch, store: { read, save, saveDraft: async () => {} } };

/** Send a line of JSON-RPC, and return the line that answers it. */
export async function send(line) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch("rpc", { method: "POST", headers, body: line }).catch(() => {
    throw new Refusal({ code: 0, message: t("page.no_connection") });
  });
  const text = await answer.text();
  if (answer.ok) return text;
  throw new Refusal({ code: answer.status, message: text.trim() });
}
