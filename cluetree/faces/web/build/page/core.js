// Another thread in which Python runs, and the questions that are on their way to it.

import { Lost, Refusal } from "./door.js";

const CANNOT_BE_SAVED = 507; // as the server of the sheet has it

/** A worker of its own; it starts at once. */
export class Core {
  #worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  #asked = new Map(); // by number: how to answer, and how to fail
  #number = 0;

  /** Why nothing can be asked any more, once that is so. */
  ended = null;

  constructor() {
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = (event) => this.end(event.message ?? "it cannot be loaded");
  }

  #hear({ number, answer, refused, broken }) {
    const { done, failed } = this.#asked.get(number);
    this.#asked.delete(number);
    if (refused) failed(new Refusal({ code: CANNOT_BE_SAVED, message: refused }));
    else if (!broken) done(answer);
    else {
      failed(new Lost(broken));
      this.end(broken);
    }
  }

  /** Ask for one of the things that worker.js can do. */
  async ask(what, ...given) {
    if (this.ended) throw new Lost(this.ended);
    this.#number += 1;
    const number = this.#number;
    return new Promise((done, failed) => {
      this.#asked.set(number, { done, failed });
      this.#worker.postMessage({ number, what, given });
    });
  }

  /** Give up: whoever still waits hears why. */
  end(why) {
    this.ended = why;
    this.#worker.terminate();
    for (const { failed } of this.#asked.values()) failed(new Lost(why));
    this.#asked.clear();
  }
}
