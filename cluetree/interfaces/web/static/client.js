// The client of the core: sends a line of JSON-RPC and receives a line.

import { h } from "./dom.js";
import { language, parts } from "./language.js";

/** An error in the answer of the core. */
export class Refusal extends Error {
  constructor({ code, message, data = null }) {
    super(message.replace(/^\$\S*: /, "")); // without the path in the request
    this.code = code;
    this.data = data ?? {};
  }
}

/** Wait for an answer; return its error, or null. */
export async function refusalOf(answer) {
  try {
    await answer;
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** Sends JSON-RPC through a function that takes a line and returns the answer. */
export class Client {
  constructor(send) {
    this.send = send;
  }

  /** Send several requests about one state of the games; throw the first Refusal. */
  async batch(calls) {
    const requests = calls.map(([method, params], id) => ({ jsonrpc: "2.0", id, method, params: { ...params, language } }));
    const answers = JSON.parse(await this.send(JSON.stringify(requests)));
    return requests.map(({ id }) => {
      const { error, result } = answers.find((answer) => answer.id === id);
      if (error) throw new Refusal(error);
      return result;
    });
  }
}

/** The reason of a refusal in the page's language, with its place in a record. */
export function reasonOf({ message, data: { line = 0, path = "", words = message } = {} }) {
  const entry = /^\$\.params\.record\.events\[(\d+)\]/u.exec(path);
  if (entry) return parts("error.entry", { number: Number(entry[1]) + 1, why: h("span", {}, words) });
  if (line && path.startsWith("$.params.record")) return parts("error.line", { line, why: h("span", {}, words) });
  return words;
}
