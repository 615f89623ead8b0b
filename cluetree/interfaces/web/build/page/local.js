// The core in this browser: Python in a worker, and in a second one for slow questions.
//
// This module imports nothing, so that the worker starts while the browser still loads the page.

const SLOW = /"method":"(accuse_now|advise|card_to_show|check|explain|rivals)"/u;
const REST = 120_000; // milliseconds after which the idle second worker, which needs much memory, is ended

let report = (..._) => {};
let progress = null; // the last report

/** A worker in which Python runs. */
class Core {
  #worker = null;
  #waiting = new Map(); // the functions that resolve and reject each request, by id
  #asked = 0;

  start() {
    this.#worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data: { id, answer, trouble, loaded, bytes } }) => {
      if (loaded) report(...(progress = [loaded, bytes]));
      else if (trouble) this.end(trouble);
      else {
        this.#waiting.get(id).done(answer);
        this.#waiting.delete(id);
      }
    };
    this.#worker.onerror = ({ message }) =>
      this.end(message ?? "static/worker.js, or what it needs, is missing at the host");
  }

  send(line) {
    if (this.#worker === null) this.start();
    this.#asked += 1;
    return new Promise((done, failed) => {
      this.#waiting.set(this.#asked, { done, failed });
      this.#worker.postMessage({ id: this.#asked, line });
    });
  }

  /** Stop the worker; pending requests fail for this reason, and the next one starts it again. */
  end(why) {
    this.#worker.terminate();
    this.#worker = null;
    for (const { failed } of this.#waiting.values()) failed(new Error(why));
    this.#waiting.clear();
  }

  rest() {
    if (this.#waiting.size === 0) this.end();
  }
}

const quick = new Core();
const slow = new Core();
let resting; // the timer that ends the second worker
quick.start();

/** Call a function with the number of loaded bytes, and of all bytes. */
export function loading(call) {
  report = call;
  if (progress) report(...progress);
}

/** Send a line of JSON-RPC, and return the line that answers it; try again after a crash. */
export function send(line) {
  const core = SLOW.test(line) ? slow : quick;
  if (core === slow) {
    clearTimeout(resting);
    resting = setTimeout(() => slow.rest(), REST);
  }
  return core.send(line).catch(() => core.send(line));
}
