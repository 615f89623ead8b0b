// The open game: its state as last seen, every change of it, and what is only supposed.

import { BEHIND, Broken, Lost, Refusal } from "./door.js";
import { t } from "./language.js";
import { deckOf } from "./table.js";
import { told } from "./words.js";

const PATIENCE = [500, 1000, 2000, 4000];
const SECONDS = 2; // that what others know is sampled at most
const STARTS = 2; // how often what breaks down is started anew for one question
const BROKEN = 500; // as a server has it

const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** A name that no other game has. */
export function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, "0")).join("");
}

/** One game of the server, as this page shows it. */
export class Game {
  #door;
  #shipped;
  #lost;
  #rivals = null; // what the others know, and of which state

  /** `shipped` are the decks; `lost(true)` is told when answers stay away, `lost(false)` when they come again. */
  constructor(door, shipped, id, lost = () => {}) {
    this.#door = door;
    this.#shipped = shipped;
    this.#lost = lost;
    this.id = id;
    this.version = -1;
    this.settled = Promise.resolve(); // once no change is on its way
    this.supposed = []; // what is only supposed, as events or lines
    this.supposing = false;
  }

  /** Whether something else than the game itself is shown. */
  get elsewhere() {
    return this.supposed.length > 0;
  }

  /** Ask several things of what is shown, be it the game or a copy with what is supposed. */
  async ask(...calls) {
    if (!this.elsewhere) {
      return this.#patiently(calls.map(([what, params]) => [what, { ...params, game: this.id }]));
    }
    const copy = freshId();
    const answers = await this.#patiently([
      ["suppose", { game: this.id, copy, events: this.supposed }],
      ...calls.map(([what, params]) => [what, { ...params, game: copy }]),
      ["close", { game: copy }],
    ]);
    return answers.slice(1, -1);
  }

  async #patiently(calls) {
    for (let tries = 0; ; tries += 1) {
      try {
        const answers = await this.#door.batch(calls);
        if (tries) this.#lost(false);
        return answers;
      } catch (error) {
        await this.#again(error, tries);
      }
    }
  }

  /** Wait until it may be asked again; a connection comes back, what always breaks does not. */
  async #again(error, tries) {
    if (!(error instanceof Lost)) throw error;
    if (error instanceof Broken && tries >= STARTS) {
      this.#lost(false);
      const message = t("page.broken", { why: error.message });
      throw new Refusal({ code: BROKEN, message });
    }
    this.#lost(true);
    await wait(PATIENCE[Math.min(tries, PATIENCE.length - 1)]);
  }

  /** Take over the state, with what a page before this one supposed, if it still can be. */
  async resume(supposed = null) {
    this.supposing = supposed !== null;
    this.supposed = supposed ?? [];
    try {
      await this.refresh();
    } catch (error) {
      if (!(error instanceof Refusal) || !this.elsewhere) throw error;
      this.suppose(false);
      await this.refresh();
    }
  }

  /** Take over the state as it is now. */
  async refresh() {
    const supposing = this.elsewhere;
    const [first] = supposing ? await this.#patiently([["events", { game: this.id }]]) : [];
    const [saved, log, solution] = await this.ask(
      ["save", { spelling: "json" }],
      ["events", {}],
      ["beliefs", {}],
    );
    const whole = first ?? log; // the game's own log, without what is only supposed
    this.version = whole.version;
    this.kept = whole.events.length; // of the entries shown, so many are not only supposed
    this.record = saved.record;
    this.deck = deckOf(this.record, this.#shipped);
    this.entries = log.events.map((entry) => ({ ...entry, told: told(entry.event) }));
    this.turn = log.turn; // who comes next; null once the game is over
    this.out = log.eliminated; // who has accused wrongly, and suggests no more
    this.solution = solution;
    this.good = solution.consistent ? solution : await this.#lastGood(solution.conflicts);
  }

  /** What followed before the log became impossible, with the number of entries it rests on. */
  async #lastGood(conflicts) {
    const last = Math.min(...conflicts.map((numbers) => Math.max(0, ...numbers)));
    if (!(last >= 1 && last <= this.kept)) return null;
    const [found] = await this.past([last - 1]);
    return found.consistent ? { ...found, entries: last - 1 } : null;
  }

  /** What the others know by now: estimated once for each state, so that all views agree. */
  async rivals() {
    const state = JSON.stringify([this.version, this.supposed]);
    if (this.#rivals?.state !== state) {
      const found = this.ask(["rivals", { limit: { seconds: SECONDS } }]).then(([answer]) => answer.rivals);
      this.#rivals = { state, found };
      found.catch(() => (this.#rivals = null));
    }
    return this.#rivals.found;
  }

  /** What was answered after each of some numbers of entries of the game itself. */
  async past(numbers, method = "beliefs", params = {}) {
    const copies = numbers.map((after) => [after, freshId()]);
    const answers = await this.#patiently(
      copies.flatMap(([after, copy]) => [
        ["suppose", { game: this.id, copy, after }],
        [method, { ...params, game: copy }],
        ["close", { game: copy }],
      ]),
    );
    return numbers.map((_, at) => answers[at * 3 + 1]);
  }

  /**
   * Make a change, once, however often the connection is lost.
   *
   * The server is told which state the change is meant for. So if an answer was lost and the
   * change is asked for again, it is not made twice: the game is ahead by just this one then.
   *
   * `asked` is the state that it was asked for before, by a page that did not live to see the
   * answer.
   */
  change(method, params = {}, asked = null) {
    const made = this.#change(method, params, asked);
    this.settled = made.catch(() => {}); // who asked for it hears of it
    return made;
  }

  async #change(method, params, asked) {
    const expected = asked ?? this.version; // as shown, whatever other pages do meanwhile
    for (let tries = asked === null ? 0 : 1; ; tries += 1) {
      try {
        const whole = { ...params, game: this.id, expect_version: expected };
        const answer = await this.#door.call(method, whole);
        if (tries) this.#lost(false);
        this.version = answer.version;
        return answer;
      } catch (error) {
        if (error instanceof Refusal) {
          if (tries) this.#lost(false);
          const done = tries > 0 && error.code === BEHIND && error.data.version === expected + 1;
          if (done) return null;
          throw error;
        }
        await this.#again(error, tries);
      }
    }
  }

  /** Put an event, or its line, at the end of what is only supposed. */
  async supposeToo(event) {
    this.supposed.push(event);
    try {
      await this.ask(["answer", {}]);
    } catch (error) {
      this.supposed.pop();
      throw error;
    }
  }

  /** Begin to suppose, or drop all that was supposed. */
  suppose(wanted) {
    this.supposing = wanted;
    this.supposed = [];
  }

  /** Take back the last change; says whether there was one. */
  async undo() {
    if (this.supposing) return this.supposed.pop() !== undefined;
    const answer = await this.change("undo");
    return answer === null || answer.changed;
  }
}
