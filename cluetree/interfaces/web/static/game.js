// The open game: its record, which this browser keeps, and what follows from it.

import { refusalOf } from "./client.js";
import { STALE, games, read, save, saveDraft } from "./kept.js";
import { deckOf, namesOf } from "./table.js";

const KEPT = { read, save, saveDraft };
const LIKELIEST = 5; // the number of listed answers
const MOST = 100; // changes that can be undone
export const COLOURS = 6; // of players

/** A record, as an object or a text, in the spelling of the core; or throw why it is invalid. */
export async function spelled(client, record, spelling = "json") {
  const game = "1";
  const [, saved] = await client.batch([["new", { game, record }], ["save", { game, spelling }]]);
  return saved.record;
}

/** The record of a game without suppositions. */
export const withoutSupposed = ({ before, record }) => before?.record ?? record;

/** The parts of a state that some changes replace, as they are now. */
const partsOf = (state, changed) => Object.fromEntries(Object.keys(changed).map((key) => [key, state[key]]));

/** Keep a new game with this record, and return its id. */
export async function begin(record, colours = {}) {
  const id = crypto.getRandomValues(new Uint32Array(3)).join("-"); // randomUUID needs https
  const isFirst = (await games()).length === 0;
  await save({ id }, { record, colours, begun: Date.now(), undo: [], redo: [], before: null });
  if (isFirst) globalThis.navigator?.storage?.persist?.(); // only now is there something to lose
  return id;
}

export class Game {
  #client;
  #shipped;
  #store; // what reads and keeps the game
  #kept; // the record, my marks, the parts to undo and to redo, and all of this before the suppositions
  #last = Promise.resolve(); // the previous change
  record; solution; good; setUp; first; deck; entries; hint; turn; out; // what `#follow` returns

  constructor(client, shipped, id, store = KEPT) {
    this.#client = client;
    this.#shipped = shipped;
    this.#store = store;
    this.id = id;
    this.version = 0; // the number of states shown so far
  }

  /** Whether there is something to undo or to redo. */
  has(what) {
    return this.#kept[what].length > 0;
  }

  /** The colour of a player, from 0 to 5: the chosen one, or by the seat. */
  colourOf(name) {
    return this.colours[name] ?? namesOf(this.record).indexOf(name) % COLOURS;
  }

  /** What the sheet draws: what is known, the colours, and who has seen my cards, also in the first entries only. */
  get look() {
    const { record, deck, solution, good, first, paper, marks } = this;
    const seen = record.events.flatMap(({ by, player, to = player, card, shows = [] }, at) =>
      [...shows, { by: by && to, card }].filter((show) => show.card && show.by === record.viewpoint).map((show) => [show.card, by, at]),
    );
    const colours = namesOf(record).map((name) => this.colourOf(name));
    const classOf = (name) => (namesOf(record).includes(name) ? `p-${this.colourOf(name)}` : "");
    const seenBy = (card, count) => [...new Set(seen.filter(([one, , at]) => one === card && at < count).map(([, name]) => name))];
    const eyes = (card, count = Infinity) => seenBy(card, count).map((name) => [name, this.colourOf(name)]);
    return { record, deck, solution, good, first, paper, marks, colours, classOf, seen: eyes };
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

  /** Do something after what was asked for before. */
  #inTurn(what) {
    const turn = this.#last.then(what);
    this.#last = turn.catch(() => {}); // the caller handles the error
    return turn;
  }

  /** Read the game, which another tab may have changed. */
  refresh() {
    return this.#inTurn(() => this.#read());
  }

  async #read() {
    const [kept, draft] = await this.#store.read(this.id);
    if (!this.#kept) this.draft = draft;
    const keep = (next) => ("left" in kept ? next : save(kept, next, draft).catch(() => next)); // for the first page
    if (this.#kept?.revision !== kept.revision) await this.#show(kept, [], keep);
  }

  /** Replace parts of the state, which `parts()` returns, and change the log: one step of undo. */
  change(parts, ...calls) {
    return this.#inTurn(() => {
      const { undo, record } = this.#kept;
      const changed = calls.length ? { record, said: null, ...parts() } : parts();
      return this.#keep({ ...changed, undo: [...undo, partsOf(this.#kept, changed)].slice(-MOST), redo: [] }, calls);
    });
  }

  /** Go back from "undo" to "redo", or the other way; return the parts that were taken back, if there are any. */
  step(from, to) {
    return this.#inTurn(async () => {
      const kept = this.#kept;
      const old = kept[from].at(-1);
      if (!old) return null;
      const parts = old.players ? { record: old } : old; // by an older page
      const taken = partsOf(kept, parts);
      await this.#keep({ ...parts, [from]: kept[from].slice(0, -1), [to]: [...kept[to], taken] });
      return taken;
    });
  }

  /** Begin to suppose, or drop all suppositions. */
  suppose(wanted) {
    return this.#inTurn(async () => {
      if (wanted === this.supposing) return;
      await this.#keep(wanted ? { undo: [], redo: [], before: this.#kept } : { ...this.#kept.before, before: null });
    });
  }

  /** Keep the draft of an entry; null: none. A pending change keeps it as well. */
  keepDraft(draft) {
    this.draft = draft;
    return this.#inTurn(() => this.#store.saveDraft(this.id, draft));
  }

  /** Show and keep another state, after some changes of its log; if another tab was faster, show its state. */
  async #keep(state, changes = []) {
    const before = this.#kept;
    const refusal = await refusalOf(this.#show({ ...before, ...state }, changes, (next) => this.#store.save(before, next, this.draft)));
    if (refusal?.code === STALE) await this.#read();
    if (refusal) throw refusal;
  }

  /** Read what follows from a state after some changes, and show it once it is kept. */
  async #show(state, changes = [], keep = (next) => next) {
    const isSame = !changes.length && state.record === this.#kept?.record; // my marks change no conclusion
    const found = isSame ? this : await this.#follow(state.record, changes);
    const { possible = null, envelope } = found.solution;
    const listed = state.before ? {} : { left: possible, answer: possible === 1 ? envelope : null }; // for the first page
    this.#kept = await keep({ ...state, record: found.record, ...listed });
    Object.assign(this, found);
    this.version += 1;
    this.begun = this.#kept.begun;
    this.certain = withoutSupposed(this.#kept); // the record without suppositions
    this.supposing = this.#kept.before !== null;
    this.colours = this.#kept.colours ?? {}; // the chosen ones, by name
    this.marks = this.#kept.marks ?? this.#kept.paper ?? {}; // my own, by place and card; an older page had them in `paper`
    this.paper = this.#kept.paper ? this.marks : null; // in paper mode, which shows no others
  }

  /** What follows from a record after some changes. */
  async #follow(before, changes) {
    const answers = await this.#ask(before, [...changes, ["save"], ["events"], ["beliefs", { triples: LIKELIEST }]]);
    const [{ record }, log, solution] = answers.slice(-3);
    const good = solution.consistent ? solution : await this.#lastGood(record, solution.conflicts);
    const setUp = JSON.stringify({ ...record, events: [] });
    const asked = ["beliefs", { triples: 0 }];
    const first = setUp === this.setUp ? this.first : (await this.#ask({ ...record, events: [] }, [asked]))[0];
    return {
      ...{ record, solution, good, setUp, first }, // `first` follows from the set-up alone
      deck: deckOf(record, this.#shipped),
      entries: log.events,
      hint: log.words?.text ?? "", // what may be wrong with the last entry
      turn: log.turn, // the current player; null once the game is over
      out: log.eliminated, // players with a failed accusation
    };
  }

  /** The conclusions before the log became impossible, with the number of entries behind them. */
  async #lastGood(record, conflicts) {
    const last = Math.min(...conflicts.map((numbers) => Math.max(0, ...numbers)));
    if (last < 1) return null;
    const early = { ...record, events: record.events.slice(0, last - 1) };
    const [found] = await this.#ask(early, [["beliefs", { triples: LIKELIEST }]]);
    return found.consistent ? { ...found, entries: last - 1 } : null;
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
