// The connection to the games in this browser: sends lines, and receives news of changes.
//
// Of all tabs one holds the games, by a lock of the browser's; the others ask it over a channel.
// When it is closed, or gives no sign of life, the games go to the next.

import { Broken, Lost, Refusal } from "./client.js";
import { freshId } from "./game.js";

const LOCK = "cluetree games";
const REST = 120_000; // milliseconds after which the second core, which takes much memory, is ended
const PATIENCE = 5000; // milliseconds: a browser may put a tab to sleep that nobody looks at

/** Requests without an answer yet. */
class Requests {
  #waiting = new Map(); // by id: how to answer, and how to fail

  get size() {
    return this.#waiting.size;
  }

  /** Send a request by a function that is given its id, and return the answer. */
  send(post) {
    const id = freshId();
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done, failed });
      post(id);
    });
  }

  settle({ id, answer, trouble }) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (trouble?.code) waiting?.failed(new Refusal(trouble));
    else if (trouble?.broken) waiting?.failed(new Broken(trouble.message));
    else if (trouble) waiting?.failed(new Lost(trouble.message));
    else waiting?.done(answer);
  }

  fail(why) {
    for (const { failed } of this.#waiting.values()) failed(why);
    this.#waiting.clear();
  }
}

/** A thread in which Python runs. */
class Core {
  #worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  #requests = new Requests();
  #resting = null; // the wait for its end
  ended = null; // the error that ended it

  /** `loaded` is called with the bytes that are there, and all bytes. */
  constructor(loaded = () => {}) {
    this.#worker.onmessage = ({ data }) => {
      if (data.loaded !== undefined) loaded(data.loaded, data.bytes);
      else this.#requests.settle(data);
      if (data.trouble?.broken) this.end(new Broken(data.trouble.message));
    };
    this.#worker.onerror = ({ message }) =>
      this.end(new Broken(message ?? "static/worker.js, or what it needs, is missing at the host"));
  }

  /** Request one of the actions in worker.js. */
  async ask(what, ...given) {
    if (this.ended) throw this.ended;
    return this.#requests.send((id) => this.#worker.postMessage({ id, what, given }));
  }

  /** End it some time after its last answer. */
  rest() {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      if (this.#requests.size === 0) this.end(new Lost("it has no work"));
    }, REST);
  }

  /** Stop the thread; requests on their way fail for this reason. */
  end(why) {
    this.ended = why;
    this.#worker.terminate();
    this.#requests.fail(why);
  }
}

const channel = new BroadcastChannel("cluetree");
const listeners = new Set();
const asked = new Requests(); // of the tab that holds the games
let games = null; // if this tab holds them: the core, and its being open
let beside = null; // a second core, from the first slow question on
let now = null; // the version of each game; not known yet
let queued = false; // whether this tab waits for the lock
let silence = null; // the wait for a sign of life
let loaded = () => {}; // called while Python is loaded
let noted = () => {}; // called with what cannot be saved or read

/** Tell this page the versions of the games. */
function hear(versions) {
  now = JSON.parse(versions);
  for (const heard of listeners) heard(now);
}

/** Let requests to another tab be sent again: the games have moved. */
function moved() {
  asked.fail(new Lost("another tab holds the games now"));
}

// In the tab that holds the games

function openGames() {
  const core = new Core((...how) => loaded(...how));
  const opened = core.ask("open").then(({ versions, ...notes }) => {
    noted({ ...notes, core });
    hear(versions);
    moved();
    channel.postMessage({ versions, moved: true });
  });
  return { core, opened };
}

async function answer(line) {
  if (games.core.ended) games = openGames();
  const { core, opened } = games;
  await opened;
  const { copies, answer: found, versions } = await core.ask("handle", line);
  if (copies) {
    if (beside === null || beside.ended) beside = new Core();
    const core = beside;
    return core.ask("beside", copies, line).finally(() => core.rest());
  }
  if (versions) {
    hear(versions);
    channel.postMessage({ versions });
    navigator.storage?.persist?.(); // there is something to lose now
  }
  return found;
}

async function answerTo(id, line) {
  try {
    channel.postMessage({ id, answer: await answer(line) });
  } catch (error) {
    const { message, code } = error;
    channel.postMessage({ id, trouble: { message, code, broken: error instanceof Broken } });
  }
}

async function hold() {
  calm();
  queued = false;
  games = openGames();
  await games.opened;
  await new Promise(() => {}); // as long as this tab lives
}

/** Take the lock, now or when it is free; `failed` is called if the games cannot be opened. */
async function take(failed, options = {}) {
  if (!navigator.locks) { // without https; then nothing is saved, so tabs need not agree
    hold().catch(failed);
    return;
  }
  queued ||= !options.steal;
  try {
    await navigator.locks.request(LOCK, options, hold);
  } catch (error) {
    games?.core.end(new Lost("another tab has taken the games over"));
    games = null;
    if (error.name === "SecurityError") { // storage is blocked: nothing is saved, so tabs need not agree
      hold().catch(failed);
      return;
    }
    if (error.name !== "AbortError") {
      failed(error);
      return;
    }
    if (!queued) take(failed);
    post({ looks: true });
  }
}

// In the others

function calm() {
  clearTimeout(silence);
  silence = null;
}

function post(message) {
  silence ??= setTimeout(() => take(() => {}, { steal: true }), PATIENCE);
  channel.postMessage(message);
}

function hearHolder(data) {
  calm();
  if (data.versions) hear(data.versions);
  if (data.moved) moved();
  if (data.id) asked.settle(data);
}

channel.onmessage = ({ data }) => {
  const asks = data.line !== undefined || data.looks;
  if (!asks && !games) hearHolder(data);
  if (!asks || !games) return;
  channel.postMessage({ versions: now && JSON.stringify(now) }); // a sign of life
  if (data.line !== undefined) answerTo(data.id, data.line);
};

/** Is over once the games can be asked, here or in another tab. */
export const ready = new Promise((done, failed) => {
  listeners.add(done);
  take(failed);
  post({ looks: true });
});

/** Call `heard` with the bytes that are loaded, and all bytes, while this tab opens the games. */
export function loading(heard) {
  loaded = heard;
}

/** Call `heard` with why nothing can be saved, and the unreadable files, once the games are open. */
export function noting(heard) {
  noted = heard;
}

/** Send a line of JSON-RPC, and return the line that answers it. */
export async function send(line) {
  await ready;
  return games ? answer(line) : asked.send((id) => post({ id, line }));
}

/** Call `heard` with the version of every game, now and after each change; return what ends it. */
export function versions(heard) {
  listeners.add(heard);
  if (now) heard(now);
  return () => listeners.delete(heard);
}
