// The core in this browser: Python in a worker, and in a second one for slow questions.
//
// It imports nothing, so that the worker starts while the browser still loads the page.

const SLOW = /"method":"(accuse_now|advise|card_to_show|check|explain|rivals)"/u;
const REST = 120_000; // milliseconds after which the idle second worker, which needs much memory, is ended

/** A worker in which Python runs. */
class Core {
  #worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  #waiting = new Map(); // the functions that resolve and reject each request, by id
  #asked = 0;

  constructor() {
    this.#worker.onmessage = ({ data: { id, answer, trouble, loaded, bytes } }) => {
      if (loaded) report(loaded, bytes);
      else if (trouble) this.end(trouble);
      else {
        this.#waiting.get(id).done(answer);
        this.#waiting.delete(id);
      }
    };
    this.#worker.onerror = ({ message }) =>
      this.end(message ?? "static/worker.js, or what it needs, is missing at the host");
  }

  get idle() {
    return this.#waiting.size === 0;
  }

  send(line) {
    this.#asked += 1;
    return new Promise((done, failed) => {
      this.#waiting.set(this.#asked, { done, failed });
      this.#worker.postMessage({ id: this.#asked, line });
    });
  }

  /** Stop the worker; pending requests fail for this reason, and the next one starts it again. */
  end(why) {
    this.#worker.terminate();
    for (const { failed } of this.#waiting.values()) failed(new Error(why));
    if (first === this) first = null;
    if (second === this) second = null;
  }
}

let report = () => {};
let second = null;
let resting = null; // the timer that ends the second worker
let first = new Core();

/** Call a function with the number of loaded bytes, and of all bytes. */
export function loading(call) {
  report = call;
}

/** Send a line of JSON-RPC, and return the line that answers it. */
export function send(line) {
  if (!SLOW.test(line)) return (first ??= new Core()).send(line);
  second ??= new Core();
  clearTimeout(resting);
  resting = setTimeout(() => second?.idle && second.end(""), REST);
  return second.send(line);
}
