// The entries that are on their way to the log: one after the other, each once, also over a reload.

import { BEHIND, Refusal } from "./door.js";
import { say } from "./dom.js";
import { hintAbout } from "./hints.js";
import { t } from "./language.js";
import { reasonOf } from "./refusals.js";

const TWICE = t("page.behind_first");

/** What was entered and is not in the log yet. */
export class Outbox {
  #page;
  #game;
  #drawer;
  #waiting; // of each: the event, what was said, and the state that it was first sent to
  #last = Promise.resolve(); // the entry before, for which each waits

  constructor(page, drawer) {
    this.#page = page;
    this.#game = page.game;
    this.#drawer = drawer;
    this.#waiting = drawer.get("outbox") ?? [];
  }

  /** Send what a page before this one had on its way. */
  resume() {
    for (const one of [...this.#waiting]) this.#queue(one);
  }

  /** Put an event at the end of the log; says whether it was taken. */
  enter(event, said) {
    const one = { event, said, version: null };
    this.#waiting.push(one);
    this.#keep();
    return this.#queue(one);
  }

  #keep() {
    this.#drawer.put("outbox", this.#waiting.length ? this.#waiting : null);
  }

  #queue(one) {
    const taken = this.#last.then(() => this.#send(one));
    this.#last = taken.catch(() => {}); // who entered that one hears of it
    return taken;
  }

  #done() {
    this.#waiting.shift();
    this.#keep();
  }

  async #send(one) {
    const game = this.#game;
    const page = this.#page;
    const { solution: before, turn } = game;
    const asked = one.version;
    one.version ??= game.version;
    this.#keep();
    say(t("page.checking"));
    try {
      await game.change("tell", { event: one.event }, asked);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#done();
      if (page.game !== game) return false;
      const behind = error.code === BEHIND;
      if (behind) await page.refresh();
      say(behind ? TWICE : "");
      page.entry.restore(one.said, behind ? TWICE : reasonOf(error));
      return false;
    }
    this.#done();
    if (page.game !== game) return true;
    await page.refresh();
    const entry = game.entries[game.kept - 1];
    const told = t("page.entered", { number: entry?.number ?? "", entry: entry?.told ?? "" });
    page.tell(told, before, { said: one.said, hint: entry && !game.elsewhere ? hintAbout(game, turn) : "" });
    return true;
  }
}
