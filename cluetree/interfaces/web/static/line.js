// The line of an entry in the .clue language: it shows the draft, or is typed with completion.

import { byTouch, fill, h } from "./dom.js";
import { t } from "./language.js";
import { shortName } from "./names.js";
import { namesOf } from "./table.js";

/** Replace the unfinished part of a line by a candidate. */
export function take(text, start, candidate) {
  const before = Array.from(text).slice(0, start).join(""); // in code points, as Python counts
  return before + (before === "" || /\s$/.test(before) ? "" : " ") + candidate;
}

/** An example line for this table. */
export function example({ record, deck }) {
  const names = namesOf(record);
  const [asker = names[0], shower = names[0]] = names.slice(1);
  const cards = [deck.suspects, deck.weapons, deck.rooms].map((all) => shortName(all.at(-1), deck));
  return `${asker}: ${cards.join(", ").toLowerCase()} -> ${shower} shows`;
}

const MOST = 8;
const NONE = -1;
let lines = 0;

/**
 * The line; Tab or a tap takes a candidate.
 *
 * `typed` is called with each text, and `parsed` with its event once the core has parsed it.
 */
export class Line {
  #game;
  #typed;
  #parsed;
  #list;
  #offers = [];
  #chosen = NONE;
  #start = 0;
  #isLookingUp = false;
  #completed = Promise.resolve();
  #asked = 0;
  #spelled = 0;

  /** `game` returns the open game. */
  constructor(game, typed, parsed) {
    this.#game = game;
    this.#typed = typed;
    this.#parsed = parsed;
    lines += 1;
    this.#list = `offers-${lines}`;
    this.input = h("input", {
      class: "line",
      "data-key": "line",
      role: "combobox",
      "aria-label": t("line.label", { example: example(game()) }),
      "aria-expanded": "false",
      "aria-controls": this.#list,
      "aria-autocomplete": "list",
      autocomplete: "off",
      autocapitalize: "none",
      enterkeyhint: "done",
      spellcheck: "false",
      placeholder: t("line.hint"),
      oninput: () => this.#changed(),
      onfocus: () => this.#complete(),
      onkeydown: (event) => this.#key(event),
    });
    this.offers = h("ul", { class: "offers", role: "listbox", id: this.#list, "aria-label": t("line.offers") });
    this.expects = h("p", { class: "hint", role: "status" });
    this.offers.hidden = true;
  }

  set text(text) {
    this.#spelled += 1;
    if (this.input.value !== text) this.input.value = text;
  }

  /** Show the line of an event, up to the first missing field. */
  async spell(event) {
    this.#spelled += 1;
    const spelled = this.#spelled;
    try {
      const [{ line }] = await this.#game().ask(["spell", { event }]);
      if (spelled === this.#spelled) this.text = line;
    } catch {
      // The keys show the draft as well.
    }
  }

  get text() {
    return this.input.value;
  }

  rest() {
    this.#asked += 1;
    this.#show([], "");
  }

  #changed() {
    this.#spelled += 1;
    this.#typed(this.input.value);
    this.#choose(NONE);
    return this.#complete();
  }

  #complete() {
    this.#completed = this.#lookUp();
    return this.#completed;
  }

  async #lookUp() {
    const game = this.#game();
    const line = this.input.value;
    this.#asked += 1;
    const asked = this.#asked;
    this.#isLookingUp = true;
    try {
      const [found, said] = await game.ask(["complete", { line, turn: game.turn }], ["parse", { line }]);
      if (asked !== this.#asked) return; // the text has changed since
      this.#start = found.start;
      this.#show(found.candidates.slice(0, MOST), found.expects);
      this.#parsed(line, said);
    } catch {
      this.#show([], ""); // entering works without candidates
    }
  }

  #show(offers, expects) {
    this.#offers = offers;
    this.#chosen = NONE;
    this.#isLookingUp = false;
    const next = offers.length && this.input.value.trim() && !byTouch() ? "line.next_keys" : "line.next";
    this.expects.textContent = expects ? t(next, { what: expects }) : "";
    const items = offers.map((offer, at) => {
      const onpointerdown = (event) => event.preventDefault(); // the line keeps the focus
      const option = { role: "option", id: `${this.#list}-${at}`, "aria-selected": false };
      return h("li", { ...option, onpointerdown, onclick: () => this.#take(at) }, offer);
    });
    fill(this.offers, items);
    this.offers.hidden = offers.length === 0;
    this.input.setAttribute("aria-expanded", offers.length > 0);
    this.input.removeAttribute("aria-activedescendant");
  }

  #choose(at) {
    const options = this.offers.children;
    options[this.#chosen]?.setAttribute("aria-selected", "false");
    this.#chosen = at;
    options[at]?.setAttribute("aria-selected", "true");
    if (at === NONE) this.input.removeAttribute("aria-activedescendant");
    else this.input.setAttribute("aria-activedescendant", `${this.#list}-${at}`);
  }

  #take(at) {
    this.input.value = take(this.input.value, this.#start, this.#offers[at]);
    this.input.focus();
    this.#changed();
  }

  #key(event) {
    const there = this.#offers.length > 0;
    const last = this.#offers.length - 1;
    const isOffered = this.input.value.trim() && (there || this.#isLookingUp);
    if (event.key === "ArrowDown" && there) this.#choose(this.#chosen < last ? this.#chosen + 1 : 0);
    else if (event.key === "ArrowUp" && there) this.#choose(this.#chosen > 0 ? this.#chosen - 1 : last);
    else if (event.key === "Escape" && there) this.#show([], "");
    else if (event.key === "Enter" && this.#chosen >= 0) this.#take(this.#chosen);
    else if (event.key === "Tab" && !event.shiftKey && isOffered) this.#complement();
    else return;
    event.preventDefault();
  }

  /** Take the chosen candidate for this line, or else the first one. */
  async #complement() {
    const line = this.input.value;
    if (this.#isLookingUp) await this.#completed;
    if (line === this.input.value && this.#offers.length) this.#take(Math.max(this.#chosen, 0));
  }
}
