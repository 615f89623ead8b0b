// Drafts that the browser stores, and entries that are not in the log yet.

import { BEHIND, reasonOf, refusalOf } from "./client.js";
import { say, told } from "./dom.js";
import { t } from "./language.js";

/** The stored values of one game: in "localStorage" for all pages, "sessionStorage" for this one. */
export class Drafts {
  #store;
  #name;
  #kept = {};

  constructor(game, store) {
    this.#name = `cluetree game ${game}`;
    try {
      this.#store = globalThis[store];
      this.#kept = JSON.parse(this.#store.getItem(this.#name)) ?? {};
    } catch {
      // The store is blocked or damaged.
    }
  }

  get(what) {
    return this.#kept[what];
  }

  /** Store a value under a name; `null` removes it. */
  put(what, value) {
    if (value === null) delete this.#kept[what];
    else this.#kept[what] = value;
    try {
      if (Object.keys(this.#kept).length) this.#store.setItem(this.#name, JSON.stringify(this.#kept));
      else this.#store.removeItem(this.#name);
    } catch {
      // The value lasts as long as this page.
    }
  }
}

/** The queue of new entries: each is sent once, in order, even after a reload. */
export class Outbox {
  #page;
  #game;
  #drafts;
  #waiting; // for each: the event, the draft, and the version of the first attempt
  #last = Promise.resolve(); // the previous entry, which the next one waits for

  constructor(page, drafts) {
    this.#page = page;
    this.#game = page.game;
    this.#drafts = drafts;
    this.#waiting = drafts.get("outbox") ?? [];
  }

  resume() {
    for (const one of [...this.#waiting]) this.#queue(one);
  }

  /** Add an event at the end of the log; return whether it was accepted. */
  enter(event, said) {
    const one = { event, said, version: null };
    this.#waiting.push(one);
    this.#keep();
    return this.#queue(one);
  }

  #keep() {
    this.#drafts.put("outbox", this.#waiting.length ? this.#waiting : null);
  }

  #queue(one) {
    const taken = this.#last.then(() => this.#send(one));
    this.#last = taken.catch(() => {}); // the caller handles the error
    return taken;
  }

  async #send(one) {
    const game = this.#game;
    const page = this.#page;
    const asked = one.version;
    one.version ??= game.version;
    this.#keep();
    say(told(t("page.checking")));
    const refusal = await refusalOf(game.change("tell", { event: one.event }, asked));
    this.#waiting.shift();
    this.#keep();
    if (page.game !== game) return refusal === null;
    if (refusal) {
      const behind = refusal.code === BEHIND;
      if (behind) await page.refresh();
      say(behind ? t("page.behind_first") : "");
      page.entry.restore(one.said, behind ? t("page.behind_first") : reasonOf(refusal));
      return false;
    }
    await page.refresh();
    const entry = game.entries[game.kept - 1];
    const entered = t("page.entered", { number: entry?.number ?? "", entry: entry?.words ?? "" });
    page.tell(entered, { said: one.said, hint: game.elsewhere ? "" : game.hint });
    return true;
  }
}
