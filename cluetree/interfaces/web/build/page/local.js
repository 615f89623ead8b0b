// The connection to the games in this browser: sends lines, and receives news of changes.
//
// Of all tabs one holds the games, by a lock of the browser's; the others ask it over a channel.
// When it is closed, or gives no sign of life, the games go to the next.

import { Broken, Lost, Refusal } from "./client.js";

const CANNOT_BE_SAVED = 507; // as the server of the sheet has it
const LOCK = "cluetree games";
const PATIENCE = 5000; // milliseconds: a browser may put a tab to sleep that nobody looks at

/** A thread in which Python runs, and the requests on their way to it. */
class Core {
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

const channel = new BroadcastChannel("cluetree");
const listeners = new Set();
const asked = new Map(); // of the tab that holds the games, by id: how to answer, and how to fail
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
  for (const { failed } of asked.values()) failed(new Lost("another tab holds the games now"));
  asked.clear();
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
    return beside.ask("beside", copies, line);
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

function ask(line) {
  const id = crypto.randomUUID();
  return new Promise((done, failed) => {
    asked.set(id, { done, failed });
    post({ id, line });
  });
}

function answered({ id, answer: found, trouble }) {
  const waiting = asked.get(id);
  asked.delete(id);
  if (trouble?.code) waiting?.failed(new Refusal(trouble));
  else if (trouble?.broken) waiting?.failed(new Broken(trouble.message));
  else if (trouble) waiting?.failed(new Lost(trouble.message));
  else waiting?.done(found);
}

function hearHolder(data) {
  calm();
  if (data.versions) hear(data.versions);
  if (data.moved) moved();
  if (data.id) answered(data);
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
  return games ? answer(line) : ask(line);
}

/** Call `heard` with the version of every game, now and after each change; return what ends it. */
export function versions(heard) {
  listeners.add(heard);
  if (now) heard(now);
  return () => listeners.delete(heard);
}
