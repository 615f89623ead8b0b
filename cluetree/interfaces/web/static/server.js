// The connection to the server of this page: sends lines, and receives versions.

import { Lost, Refusal } from "./client.js";

/** Send a line of JSON-RPC, and return the line that answers it. */
export async function send(line) {
  const lose = ({ message }) => {
    throw new Lost(message);
  };
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch("rpc", { method: "POST", headers, body: line }).catch(lose);
  const text = await answer.text().catch(lose);
  if (answer.ok) return text;
  throw new Refusal({ code: answer.status, message: text.trim() });
}

/**
 * Call `heard` with the version of every game by its id, now and after each change, and `silent`
 * when the connection is lost. Return a function that ends it.
 */
export function versions(heard, silent) {
  const stream = new EventSource("news");
  stream.onmessage = (event) => heard(JSON.parse(event.data));
  stream.onerror = () => {
    stream.close();
    silent();
  };
  return () => stream.close();
}
