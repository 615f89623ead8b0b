// The open game: its record, which this browser keeps, and what follows from it.

import { ids, keep, read } from "./kept.js";
import { deckOf } from "./table.js";

const LIKELIEST = 5; // the number of listed answers
const SECONDS = 2; // the limit of an estimate of what opponents know
const MOST = 100; // changes that can be undone

/** A unique name. */
export function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, "0")).join("");
}

/** Every kept game, the oldest first. */
export function games() {
  const all = ids("game").map((id) => ({ id, ...read("game", id) }));
  return all.sort((one, other) => one.begun - other.begun);
}

/** Keep a new game with this record, and return its id. */
export function begin(record) {
  const id = freshId();
  keep("game", id, { record, begun: Date.now(), undo: [], redo: [], before: null });
  return id;
}

export class Game {
  #client;
  #shipped;
  #kept; // the record, those before it and after it, and the one without suppositions
  #last = Promise.resolve(); // the previous change
  #rivals = null; // what opponents know, and in which state

  constructor(client, shipped, id) {
    this.#client = client;
    this.#shipped = shipped;
    this.id = id;
    this.version = 0; // the number of states shown so far
  }

  get record() {
    return this.#kept.record;
  }

  get supposing() {
    return this.#kept.before !== null;
  }

  /** The number of entries that are not only supposed. */
  get kept() {
    return (this.#kept.before ?? this.record).events.length;
  }

  /** Ask questions about the game. */
  ask(...calls) {
    return this.#ask(this.record, calls);
  }

  async #ask(record, calls) {
    const game = "1";
    const named = calls.map(([what, params]) => [what, { ...params, game }]);
    const answers = await this.#client.batch([["new", { game, record }], ...named]);
    return answers.slice(1);
  }

  /** Read the game as this browser keeps it. */
  refresh() {
    this.#kept = read("game", this.id);
    return this.#show([], () => ({}));
  }

  /** Make a change of the log. */
  change(method, params = {}) {
    return this.#show([[method, params]], ({ undo, record }) => ({ undo: [...undo, record].slice(-MOST), redo: [] }));
  }

  /** Undo the last change; return whether there was one. */
  undo() {
    return this.#step("undo", "redo");
  }

  redo() {
    return this.#step("redo", "undo");
  }

  async #step(from, to) {
    const old = this.#kept[from].at(-1);
    if (old) await this.#go(old, (kept) => ({ [from]: kept[from].slice(0, -1), [to]: [...kept[to], kept.record] }));
    return Boolean(old);
  }

  /** Begin to suppose, or drop all suppositions. */
  suppose(wanted) {
    return this.#go(this.#kept.before ?? this.record, ({ record }) => ({ before: wanted ? record : null }));
  }

  #go(record, also) {
    return this.#show([["set_up", { record }]], also);
  }

  /** Read what follows from the game after some changes, in turn; keep it, unless the core refuses one. */
  #show(changes, also) {
    const shown = this.#last.then(async () => {
      const kept = this.#kept;
      const answers = await this.#ask(kept.record, [...changes, ["save"], ["events"], ["beliefs", { triples: LIKELIEST }]]);
      const [{ record }, log, solution] = answers.slice(-3);
      const good = solution.consistent ? solution : await this.#lastGood(record, solution.conflicts);
      this.#kept = { ...kept, ...also(kept), record };
      if (changes.length) keep("game", this.id, this.#kept);
      this.version += 1;
      this.deck = deckOf(record, this.#shipped);
      this.entries = log.events;
      this.hint = log.words?.text ?? ""; // what may be wrong with the last entry
      this.turn = log.turn; // the current player; null once the game is over
      this.out = log.eliminated; // players with a failed accusation
      this.solution = solution;
      this.good = good;
    });
    this.#last = shown.catch(() => {}); // the caller handles the error
    return shown;
  }

  /** The conclusions before the log became impossible, with the number of entries behind them. */
  async #lastGood(record, conflicts) {
    const last = Math.min(...conflicts.map((numbers) => Math.max(0, ...numbers)));
    if (last < 1) return null;
    const early = { ...record, events: record.events.slice(0, last - 1) };
    const [found] = await this.#ask(early, [["beliefs", { triples: LIKELIEST }]]);
    return found.consistent ? { ...found, entries: last - 1 } : null;
  }

  /** What opponents know now, estimated once for each state, so that all views agree. */
  async rivals() {
    if (this.#rivals?.version !== this.version) {
      const found = this.ask(["rivals", { limit: { seconds: SECONDS } }]).then(([answer]) => answer);
      this.#rivals = { version: this.version, found };
      found.catch(() => (this.#rivals = null));
    }
    return this.#rivals.found;
  }

  /** The answers after each of some numbers of entries, in ascending order. */
  async past(numbers, method, params) {
    const { events } = this.record;
    const first = Math.max(0, numbers[0] - 1); // so that the last entry is a change
    const calls = numbers.flatMap((after, at) => [
      ...events.slice(numbers[at - 1] ?? first, after).map((event) => ["tell", { event }]),
      [method, params],
    ]);
    const answers = await this.#ask({ ...this.record, events: events.slice(0, first) }, calls);
    return answers.filter((_, at) => calls[at][0] === method);
  }
}
