// The connection to the games in this browser: sends lines, and receives versions.
//
// One tab owns the games by a lock of the browser; the others send requests to it over a channel.
// When it is closed or does not answer, another tab takes over.

import { Broken, Lost, Refusal } from "./client.js";
import { freshId } from "./game.js";
import { t } from "./language.js";

const LOCK = "cluetree games";
const REST = 120_000; // milliseconds after which the idle second core, which needs much memory, is ended
const PATIENCE = 5000; // milliseconds: a browser may suspend a hidden tab

/** Requests without an answer yet. */
class Requests {
  #waiting = new Map(); // the functions that resolve and reject each request, by id

  get size() {
    return this.#waiting.size;
  }

  /** Send a request by a function that takes its id, and return the answer. */
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
    const words = trouble?.code && t("page.not_saved", { why: t(`unsaved.${trouble.message}`) });
    if (words) waiting?.failed(new Refusal({ ...trouble, data: { words } }));
    else if (trouble?.broken) waiting?.failed(new Broken(trouble.message));
    else if (trouble) waiting?.failed(new Lost(trouble.message));
    else waiting?.done(answer);
  }

  fail(why) {
    for (const { failed } of this.#waiting.values()) failed(why);
    this.#waiting.clear();
  }
}

/** A worker in which Python runs. */
class Core {
  #worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  #requests = new Requests();
  #resting = null; // the timer that ends it
  ended = null; // the error that ended it

  /** `loaded` is called with the number of loaded bytes, and of all bytes. */
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

  /** End the worker some time after its last answer. */
  rest() {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      if (this.#requests.size === 0) this.end(new Lost("it has no work"));
    }, REST);
  }

  /** Stop the worker; pending requests fail for this reason. */
  end(why) {
    this.ended = why;
    this.#worker.terminate();
    this.#requests.fail(why);
  }
}

const channel = new BroadcastChannel("cluetree");
const listeners = new Set();
const asked = new Requests(); // to the tab that owns the games
let games = null; // if this tab owns them: the core, and a promise that it is open
let beside = null; // a second core for slow questions
let now = null; // the version of each game; null: unknown
let queued = false; // whether this tab waits for the lock
let silence = null; // the timer for an answer of the owner
let loaded = () => {}; // called while Python is loaded
let noted = () => {}; // called with what cannot be saved or read

/** Pass the versions of the games to this page. */
function hear(versions) {
  now = JSON.parse(versions);
  for (const heard of listeners) heard(now);
}

/** Fail requests to another tab, so that they are sent to the new owner. */
function moved() {
  asked.fail(new Lost("another tab holds the games now"));
}

// In the tab that owns the games

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
    navigator.storage?.persist?.(); // there are games to lose now
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
  await new Promise(() => {}); // until this tab is closed
}

/** Take the lock, now or when it is free; `failed` is called if the games cannot be opened. */
async function take(failed, options = {}) {
  if (!navigator.locks) { // without https nothing is saved, so tabs need no lock
    hold().catch(failed);
    return;
  }
  queued ||= !options.steal;
  try {
    await navigator.locks.request(LOCK, options, hold);
  } catch (error) {
    games?.core.end(new Lost("another tab has taken the games over"));
    games = null;
    if (error.name === "SecurityError") { // storage is blocked: nothing is saved, so tabs need no lock
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

// In the other tabs

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
  channel.postMessage({ versions: now && JSON.stringify(now) }); // shows that the owner is alive
  if (data.line !== undefined) answerTo(data.id, data.line);
};

/** Resolves once the games are open, here or in another tab. */
export const ready = new Promise((done, failed) => {
  listeners.add(done);
  take(failed);
  post({ looks: true });
});

/** Call `heard` with the loaded bytes and all bytes while this tab opens the games. */
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

/** Call `heard` with the versions of all games, now and after each change; return a function that ends it. */
export function versions(heard) {
  listeners.add(heard);
  if (now) heard(now);
  return () => listeners.delete(heard);
}
