// An entry by taps: what kind, who, which cards, who showed.

import { button, fill, h, keepFocus, keys, radios } from "./dom.js";
import { blank, eventOf, missing, sees, showable, shownBy, toggleShow } from "./draft.js";
import { ENVELOPE, cardsOf, categories, leftOf, namesOf, shortName, turnOf } from "./table.js";
import { chance, estimate } from "./words.js";

const KINDS = [
  ["suggestion", "suggests"],
  ["accusation", "accuses"],
  ["holds", "holds"],
  ["lacks", "lacks"],
];

/** The form in which an entry is tapped together. */
export class Taps {
  #page;
  #draft = null;
  #fresh = null; // the draft in which nothing is tapped yet

  constructor(page) {
    this.#page = page;
    this.element = h("form", {
      class: "taps",
      tabindex: -1,
      onsubmit: (event) => {
        event.preventDefault();
        this.#enter();
      },
    });
  }

  /** Begin with nothing, or with the cards that are given. */
  begin(draft = null) {
    this.#draft = draft;
    this.draw();
  }

  /** Ask about three cards, on my turn. */
  suggest(cards) {
    this.begin({ ...blank(this.#page.game.record.viewpoint), cards: [...cards] });
  }

  get #record() {
    return this.#page.game.record;
  }

  #set(change) {
    this.#draft = { ...this.#draft, ...change };
    this.draw();
  }

  async #enter() {
    if (missing(this.#draft, this.#record)) return;
    const entered = this.#draft;
    this.begin(); // at once, so that what is tapped meanwhile belongs to the next entry
    if (await this.#page.enter(eventOf(entered, this.#record))) {
      this.#page.toTop(); // on a phone, what was entered and the first keys are above
    } else if (this.#draft === this.#fresh) this.begin(entered);
  }

  /** Show what is tapped so far. */
  draw() {
    const { game } = this.#page;
    const events = game.entries.map((entry) => entry.event);
    if (this.#draft === null || this.#draft === this.#fresh) {
      this.#fresh = blank(turnOf(this.#record, events)); // the turn may have changed
      this.#draft = this.#fresh;
    }
    keepFocus(this.element, () => this.#fill());
  }

  #fill() {
    const left = missing(this.#draft, this.#record);
    fill(
      this.element,
      this.#who(),
      this.#kind(),
      ["holds", "lacks"].includes(this.#draft.kind) ? this.#oneCard() : this.#guess(),
      this.#draft.kind === "suggestion" ? this.#answers() : null,
      this.#draft.kind === "accusation" ? this.#verdict() : null,
      h(
        "div",
        { class: "row last" },
        h("button", { class: "main", disabled: left !== "" }, left || "Enter"),
        button("Clear", () => this.begin()),
      ),
    );
  }

  #who() {
    const facts = ["holds", "lacks"].includes(this.#draft.kind);
    const names = [...namesOf(this.#record), ...(facts ? [ENVELOPE] : [])];
    return radios(
      "Who",
      names.map((name) => [name, name]),
      this.#draft.by,
      (by) => this.#set({ by, shows: [], shown: {}, nobody: false, passed: null }),
    );
  }

  #kind() {
    return radios("What", KINDS, this.#draft.kind, (kind) => {
      const known = namesOf(this.#record).includes(this.#draft.by);
      this.begin({ ...this.#draft, kind, by: known ? this.#draft.by : null });
    });
  }

  #short(cards) {
    return cards.map((card) => [card, shortName(card, this.#page.game.deck)]);
  }

  #guess() {
    return categories(this.#page.game.deck).map(([category, cards], at) =>
      radios(category, this.#short(cards), this.#draft.cards[at], (card) =>
        this.#set({ cards: this.#draft.cards.with(at, card), shown: {} }),
      ),
    );
  }

  #oneCard() {
    const cards = cardsOf(this.#page.game.deck);
    return radios("Card", this.#short(cards), this.#draft.card, (card) => this.#set({ card }));
  }

  #verdict() {
    const options = [
      ["wrong", "wrong"],
      ["right", "right"],
    ];
    return radios("It was", options, this.#draft.correct ? "right" : "wrong", (value) =>
      this.#set({ correct: value === "right" }),
    );
  }

  #answers() {
    const { by, shows, nobody } = this.#draft;
    const others = leftOf(this.#record, by);
    const nobodyToo = [["", "nobody"]];
    const everyone = this.#record.answering === "all";
    const who = everyone
      ? this.#several(others)
      : radios(
          "Who showed a card (those before passed)",
          [...others.map((name) => [name, name]), ...nobodyToo],
          nobody ? "" : shows[0],
          (name) => this.#show(name),
        );
    return [who, shows.map((name) => this.#card(name)), this.#passes(others)];
  }

  #show(name) {
    if (name === "") this.#set({ nobody: true, shows: [], shown: {} });
    else {
      this.#draft = toggleShow(this.#draft, this.#record, name);
      this.draw();
    }
  }

  #several(others) {
    const { shows, nobody } = this.#draft;
    const key = (name, label, pressed) =>
      button(label, () => this.#show(name), { "aria-pressed": pressed });
    const made = others.map((name) => key(name, name, shows.includes(name)));
    return keys("Who showed a card", others, [made, key("", "nobody", nobody)]);
  }

  /** Which card it was, where I see it; and if I show it, which one gives least away. */
  #card(name) {
    const record = this.#record;
    if (!sees(record, this.#draft, name)) return null;
    const cards = showable(record, this.#draft, name);
    if (!cards.length) return h("p", { class: "hint" }, `${name} has none of these.`);
    const chosen = shownBy(this.#draft, record, name);
    const choice = radios(`Card shown by ${name}`, this.#short(cards), chosen, (card) =>
      this.#set({ shown: { ...this.#draft.shown, [name]: card } }),
    );
    if (name !== record.viewpoint || this.#draft.cards.includes(null)) return choice;
    const advice = h("div", { role: "status" });
    return [choice, button("Which should I show?", () => this.#advise(advice)), advice];
  }

  async #advise(place) {
    fill(place, "Looking …");
    try {
      const [found] = await this.#page.game.ask([
        "card_to_show",
        { asker: this.#draft.by, cards: this.#draft.cards, seconds: 4 },
      ]);
      fill(
        place,
        h(
          "ol",
          {},
          found.choices.map((one) =>
            h(
              "li",
              {},
              h("b", {}, one.card),
              `: ${one.reason}. It tells ${found.asker} ${estimate(one.bits, " bits")}; then they `,
              `know the answer with a chance of ${chance(one.knows)}.`,
            ),
          ),
        ),
      );
    } catch (error) {
      fill(place, error.message);
    }
  }

  /** Who passed, where that is not what the seats imply. */
  #passes(others) {
    const { passed, shows } = this.#draft;
    const free = others.filter((name) => !shows.includes(name));
    const toggle = (name) => {
      const now = new Set(passed ?? []);
      if (!now.delete(name)) now.add(name);
      this.#set({ passed: free.filter((one) => now.has(one)) });
    };
    return h(
      "details",
      { open: passed !== null },
      h("summary", {}, "Somebody did not answer in turn"),
      keys(
        "Tap all who passed; of the others nothing is assumed.",
        free,
        free.map((name) =>
          button(`${name} passed`, () => toggle(name), {
            "aria-pressed": passed?.includes(name) ?? false,
          }),
        ),
      ),
      passed === null ? null : button("As the seats imply", () => this.#set({ passed: null })),
    );
  }
}
