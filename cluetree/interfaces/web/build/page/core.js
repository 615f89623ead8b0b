// A thread in which Python runs, and the requests on their way to it.

import { Broken, Refusal } from "./client.js";

const CANNOT_BE_SAVED = 507; // as the server of the sheet has it

export class Core {
  #worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  #asked = new Map(); // by number: how to answer, and how to fail
  #number = 0;
  ended = null; // the error that ended it

  /** `loaded` is called with the bytes that are there, and all bytes. */
  constructor(loaded = () => {}) {
    this.#worker.onmessage = ({ data }) => {
      if (data.loaded === undefined) this.#hear(data);
      else loaded(data.loaded, data.bytes);
    };
    this.#worker.onerror = ({ message }) =>
      this.end(new Broken(message ?? "static/worker.js, or what it needs, is missing at the host"));
  }

  #hear({ number, answer, refused, broken }) {
    const { done, failed } = this.#asked.get(number);
    this.#asked.delete(number);
    if (refused) failed(new Refusal({ code: CANNOT_BE_SAVED, message: refused }));
    else if (!broken) done(answer);
    else {
      failed(new Broken(broken));
      this.end(new Broken(broken));
    }
  }

  /** Request one of the actions in worker.js. */
  async ask(what, ...given) {
    if (this.ended) throw this.ended;
    this.#number += 1;
    const number = this.#number;
    return new Promise((done, failed) => {
      this.#asked.set(number, { done, failed });
      this.#worker.postMessage({ number, what, given });
    });
  }

  /** Stop the thread; requests on their way fail for this reason. */
  end(why) {
    this.ended = why;
    this.#worker.terminate();
    for (const { failed } of this.#asked.values()) failed(why);
    this.#asked.clear();
  }
}
