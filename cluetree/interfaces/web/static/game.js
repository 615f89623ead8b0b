// The open game: its last known state, changes of it, and suppositions.

import { BEHIND, Broken, Lost, Refusal, refusalOf } from "./client.js";
import { t } from "./language.js";
import { deckOf } from "./table.js";

const PATIENCE = [500, 1000, 2000, 4000]; // milliseconds until the next attempt
const LIKELIEST = 5; // the number of listed answers
const SECONDS = 2; // the limit of an estimate of what opponents know
const STARTS = 2; // how often a failed core is restarted for one question
const BROKEN = 500; // the status code of a server

/** A unique name. */
export function freshId() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(bytes, (byte) => byte.toString(36).padStart(2, "0")).join("");
}

export class Game {
  #client;
  #shipped;
  #lost;
  #rivals = null; // what opponents know, and in which state

  /** `shipped` are the decks; `lost` is called with whether the connection is lost. */
  constructor(client, shipped, id, lost = () => {}) {
    this.#client = client;
    this.#shipped = shipped;
    this.#lost = lost;
    this.id = id;
    this.version = -1;
    this.settled = Promise.resolve(); // resolves when no change is pending
    this.supposed = []; // the suppositions, as events or lines
    this.supposing = false;
  }

  get elsewhere() {
    return this.supposed.length > 0;
  }

  /** Ask questions about what is shown: the game, or a copy with the suppositions. */
  async ask(...calls) {
    if (this.elsewhere) return this.#askCopy({ events: this.supposed }, calls);
    return this.#batch(calls.map(([what, params]) => [what, { ...params, game: this.id }]));
  }

  async #askCopy(supposed, calls) {
    const copy = freshId();
    const answers = await this.#batch([
      ["suppose", { game: this.id, copy, ...supposed }],
      ...calls.map(([what, params]) => [what, { ...params, game: copy }]),
      ["close", { game: copy }],
    ]);
    return answers.slice(1, -1);
  }

  #batch(calls) {
    return this.#patiently(() => this.#client.batch(calls));
  }

  /** Retry until an answer comes; give up on a core that keeps failing. */
  async #patiently(send) {
    for (let tries = 0; ; tries += 1) {
      try {
        const answer = await send();
        if (tries) this.#lost(false);
        return answer;
      } catch (error) {
        const isBroken = error instanceof Broken && tries >= STARTS;
        if (tries && (isBroken || !(error instanceof Lost))) this.#lost(false);
        if (isBroken) throw new Refusal({ code: BROKEN, message: t("page.broken", { why: error.message }) });
        if (!(error instanceof Lost)) throw error;
        this.#lost(true);
        const pause = PATIENCE[Math.min(tries, PATIENCE.length - 1)];
        await new Promise((done) => setTimeout(done, pause));
      }
    }
  }

  /** Read the state, with the suppositions of an earlier page if they are still valid. */
  async resume(supposed = null) {
    this.supposing = supposed !== null;
    this.supposed = supposed ?? [];
    const refusal = await refusalOf(this.refresh());
    if (!refusal) return;
    if (!this.elsewhere) throw refusal;
    this.suppose(false);
    await this.refresh();
  }

  async refresh() {
    const supposing = this.elsewhere;
    const [first] = supposing ? await this.#batch([["events", { game: this.id }]]) : [];
    const [saved, log, solution] = await this.ask(["save", { spelling: "json" }], ["events", {}], ["beliefs", { triples: LIKELIEST }]);
    const whole = first ?? log; // the log without suppositions
    this.version = whole.version;
    this.kept = whole.events.length; // the number of entries without suppositions
    this.record = saved.record;
    this.deck = deckOf(this.record, this.#shipped);
    this.entries = log.events;
    this.hint = log.words?.text ?? ""; // what may be wrong with the last entry
    this.turn = log.turn; // the current player; null once the game is over
    this.out = log.eliminated; // players with a failed accusation
    this.solution = solution;
    this.good = solution.consistent ? solution : await this.#lastGood(solution.conflicts);
  }

  /** The conclusions before the log became impossible, with the number of entries behind them. */
  async #lastGood(conflicts) {
    const last = Math.min(...conflicts.map((numbers) => Math.max(0, ...numbers)));
    if (!(last >= 1 && last <= this.kept)) return null;
    const [found] = await this.past([last - 1], "beliefs", { triples: LIKELIEST });
    return found.consistent ? { ...found, entries: last - 1 } : null;
  }

  /** What opponents know now, estimated once for each state, so that all views agree. */
  async rivals() {
    const state = JSON.stringify([this.version, this.supposed]);
    if (this.#rivals?.state !== state) {
      const found = this.ask(["rivals", { limit: { seconds: SECONDS } }]).then(([answer]) => answer);
      this.#rivals = { state, found };
      found.catch(() => (this.#rivals = null));
    }
    return this.#rivals.found;
  }

  /** The answers after each of some numbers of entries, in ascending order, without suppositions. */
  async past(numbers, method, params) {
    const first = Math.max(0, numbers[0] - 1); // so that the last entry is a change of the copy
    const calls = numbers.flatMap((after, at) => [
      ...this.entries.slice(numbers[at - 1] ?? first, after).map(({ event }) => ["tell", { event }]),
      [method, params],
    ]);
    const answers = await this.#askCopy({ after: first }, calls);
    return answers.filter((_, at) => calls[at][0] === method);
  }

  /**
   * Make a change exactly once, even if the connection is lost.
   *
   * The request names the expected version. If an answer was lost, the retry finds the game ahead
   * by one version, and the change is not made twice. `asked` is the version that an earlier page
   * sent without receiving the answer.
   */
  change(method, params = {}, asked = null) {
    const made = this.#change(method, params, asked);
    this.settled = made.catch(() => {}); // the caller handles the error
    return made;
  }

  async #change(method, params, asked) {
    const expected = asked ?? this.version; // the version that is shown
    let isAgain = asked !== null;
    return this.#patiently(async () => {
      try {
        const answer = await this.#client.call(method, { ...params, game: this.id, expect_version: expected });
        this.version = answer.version;
        return answer;
      } catch (error) {
        if (isAgain && error.code === BEHIND && error.data.version === expected + 1) return null; // it was made before
        isAgain = true;
        throw error;
      }
    });
  }

  /** Add an event, or its line, to the suppositions, if it fits them. */
  async supposeToo(event) {
    await this.#askCopy({ events: [...this.supposed, event] }, [["answer", {}]]);
    this.supposed.push(event);
  }

  /** Begin to suppose, or drop all suppositions. */
  suppose(wanted) {
    this.supposing = wanted;
    this.supposed = [];
  }
}
