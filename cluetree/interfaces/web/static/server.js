// The connection to the server of this page.

import { Refusal } from "./client.js";
import { t } from "./language.js";

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
