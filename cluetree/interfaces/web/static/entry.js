// The form for one entry: a draft, shown as keys, or a typed line.

import { reasonOf } from "./client.js";
import { button, byTouch, emphasized, fill, folded, h, keepFocus, list, presses, radios, say } from "./dom.js";
import { KINDS, blank, draftOf, eventOf, isFact, missing, sees, showable, shownBy } from "./draft.js";
import { toggleAmong, toggleShow, withCard, withPlayer } from "./draft.js";
import { t } from "./language.js";
import { labelOf, shortName } from "./names.js";
import { ENVELOPE, cardsOf, categories, leftOf, namesOf } from "./table.js";
import { placeName } from "./words.js";

/** An example line for this table. */
export function example({ record, deck }) {
  const [first, asker = first, shower = first] = namesOf(record);
  const cards = [deck.suspects, deck.weapons, deck.rooms].map((all) => shortName(all.at(-1), deck));
  return `${asker}: ${cards.join(", ").toLowerCase()} -> ${shower} shows`;
}

const AGAIN = 600; // milliseconds within which a second tap counts as the same one

/**
 * The form for a new entry, or for a change of an old one.
 *
 * While an old entry is edited, the draft of the new one waits. It comes back when the change is
 * made or cancelled, or another part of the page is opened.
 */
export class Entry {
  #page;
  #draft = null; // null: empty
  #waiting = null; // the new entry, while an old one is changed
  #parked = []; // newer drafts, while an undone entry is corrected
  #choosing = false; // on a phone: whether the cards are shown again after the third was chosen
  #drawn = ""; // the state that the keys show
  target = null; // the old entry: number, line, words, and whether it is replaced

  constructor(page) {
    this.#page = page;
    this.line = h("input", {
      class: "line",
      "data-key": "line",
      "aria-label": t("line.label", { example: example(page.game) }),
      autocomplete: "off",
      autocapitalize: "none",
      enterkeyhint: "done",
      spellcheck: "false",
      placeholder: t("line.hint"),
      oninput: () => {
        this.#keep();
        this.#drawLast();
      },
    });
    this.mode = h("div", { class: "mode", role: "status" });
    this.keys = h("div", { class: "keypad", tabindex: -1 });
    this.trouble = h("p", { class: "trouble", role: "alert" });
    this.buttons = h("div", { class: "buttons" });
    const onsubmit = (event) => {
      event.preventDefault();
      return this.#enter();
    };
    const typed = h("div", { class: "row" }, this.line, this.buttons);
    const last = h("div", { class: "last" }, this.trouble, typed);
    this.element = h("form", { class: "entry", onsubmit }, this.mode, this.keys, last);
    this.#take(page.game.draft);
  }

  get #record() {
    return this.#page.game.record;
  }

  get #now() {
    return this.#draft ?? blank(this.#page.game.turn);
  }

  // The draft

  #take(kept) {
    this.#draft = kept?.draft ?? null;
    this.line.value = kept?.text ?? "";
    this.#parked = kept?.parked ?? this.#parked;
  }

  /** Begin a new entry, or continue the last parked one. */
  #next() {
    this.line.value = "";
    this.#set(this.#parked.pop() ?? null);
  }

  #set(draft) {
    this.#draft = draft;
    this.#choosing = false;
    this.trouble.textContent = "";
    this.#keep();
    this.draw();
    const asked = [...this.keys.querySelectorAll(".asked")].at(-1);
    asked?.scrollIntoView({ block: "nearest" });
  }

  /** Keep the new entry for a reload. */
  #keep() {
    if (this.target !== null) return;
    const kept = { draft: this.#draft, text: this.line.value, parked: this.#parked };
    const isEmpty = kept.draft === null && kept.text === "" && kept.parked.length === 0;
    this.#page.act(() => this.#page.game.keepDraft(isEmpty ? null : kept));
  }

  name(by, cards, kind = "suggestion") {
    this.leave();
    this.#set({ ...blank(by, kind), cards: [...cards] });
    [...this.keys.children].at(-1).scrollIntoView({ block: "nearest" }); // the next question
  }

  change(number, replaces) {
    this.leave();
    const { event, line, words } = this.#page.game.entries[number - 1];
    this.#waiting = { draft: this.#draft, text: this.line.value };
    this.target = { number, replaces, line, words };
    const draft = replaces ? draftOf(event, this.#record) : null;
    this.line.value = replaces && draft === null ? line : "";
    this.#set(draft);
  }

  /** Return to the new entry if an old one is edited. */
  leave() {
    if (this.target === null) return;
    this.target = null;
    this.trouble.textContent = "";
    this.#take(this.#waiting);
    this.#waiting = null;
    this.draw();
  }

  /** Stop editing an entry that no longer exists. */
  check() {
    if (this.target === null) return;
    const { number, line } = this.target;
    if (this.#page.game.entries[number - 1]?.line === line) return;
    this.#page.close();
    say(t("entry.changed_elsewhere", { number }));
  }

  /** Return a rejected or undone entry to the form, with the reason; a newer draft waits. */
  restore({ draft, text }, why) {
    const newer = this.#waiting?.draft ?? this.#draft;
    if (newer !== null && draft !== null) this.#parked.push(newer);
    if (this.target === null) {
      this.line.value = text;
      this.#set(draft ?? this.#draft);
      this.#drawLast();
    } else this.#waiting = { draft, text }; // until the old entry is edited
    fill(this.trouble, why);
  }

  // Enter

  #enter() {
    const text = this.line.value.trim();
    if (!text && (this.#draft === null || missing(this.#now, this.#record))) return undefined;
    const event = text || eventOf(this.#now, this.#record);
    const said = { draft: text ? null : this.#draft, text };
    const target = this.target;
    if (target !== null) {
      return this.#page.replace(event, target, (why) => fill(this.trouble, why));
    }
    const entered = this.#page.enter(event, said); // first, so that the browser keeps both in one step
    if (text) {
      this.line.value = "";
      this.#keep();
      this.#drawLast();
    } else this.#next(); // now, so that further taps belong to the next entry
    this.keys.children[0].scrollIntoView({ block: "nearest" });
    // Otherwise a double tap would begin the next entry.
    this.element.setAttribute("data-entered", "");
    setTimeout(() => this.element.removeAttribute("data-entered"), AGAIN);
    return entered;
  }

  /** Take an answer; it enters a new entry that it completes. */
  #answer(draft) {
    this.#set(draft);
    const simple = draft.passed === null && this.#record.answering !== "all";
    const all = simple || draft.kind !== "suggestion";
    if (this.target === null && all && !missing(draft, this.#record)) this.#enter();
  }

  // Drawing

  /** Show the draft; unchanged keys stay in place, so that no tap is lost. */
  draw() {
    const { game } = this.#page;
    const { events, ...setUp } = this.#record;
    const named = !isFact(this.#now) && !this.#now.cards.includes(null);
    this.element.setAttribute("data-step", named && !this.#choosing ? "answer" : "cards");
    const shown = [this.#choosing, this.#now, this.#draft === null, this.target, setUp, game.out, game.supposing];
    if (JSON.stringify(shown) === this.#drawn) return;
    this.#drawn = JSON.stringify(shown);
    keepFocus(this.element, () => {
      this.#drawMode();
      fill(this.keys, this.#groups());
      this.#drawLast();
    });
  }

  #drawMode() {
    if (this.target === null) {
      fill(this.mode);
      return;
    }
    const { number, replaces, words } = this.target;
    const what = t(replaces ? "entry.editing" : "entry.putting", { number, entry: words });
    fill(this.mode, h("p", {}, what), button(t("entry.cancel"), () => this.#page.close()));
  }

  #drawLast() {
    const typed = this.line.value.trim() !== ""; // the core reports what is wrong with it
    const left = this.#draft === null ? t("entry.enter") : missing(this.#now, this.#record);
    const old = this.target;
    const word = t(old === null ? "entry.enter" : old.replaces ? "entry.change" : "entry.put");
    const clear = { class: "clear", "aria-label": t("entry.clear"), "data-key": "clear" };
    fill(
      this.buttons,
      (typed || this.#draft !== null) && old === null ? button("✕", () => this.#next(), clear) : null,
      h("button", { class: "main", "data-key": "enter", disabled: !typed && left !== "" }, typed || !left ? word : left),
    );
  }

  #groups() {
    const draft = this.#now;
    const who = h("div", { class: "who" }, this.#who(), this.#kind());
    if (draft.kind === "holds_one_of") {
      return [who, this.#oneOfAll("entry.among", (card) => draft.among.includes(card), (card) => this.#set(toggleAmong(draft, card)))];
    }
    if (isFact(draft)) {
      return [who, this.#oneOfAll("entry.card", (card) => card === draft.card, (card) => this.#answer({ ...draft, card }))];
    }
    return [
      who,
      h("div", { class: "guess" }, this.#guess(), this.#reopen()),
      h("div", { class: "reply" }, draft.kind === "suggestion" ? this.#answers() : this.#verdict()),
    ];
  }

  #who() {
    const { out } = this.#page.game;
    const names = [...namesOf(this.#record), ...(isFact(this.#now) ? [ENVELOPE] : [])];
    return radios(
      t("entry.who"),
      names.map((name) => [name, this.target === null && out.includes(name) ? t("entry.out", { name }) : placeName(name)]),
      this.#now.by,
      (by) => this.#set(withPlayer(this.#now, by)),
    );
  }

  #kind() {
    const kinds = KINDS.map((kind) => [kind, t(`entry.kind.${kind}`)]);
    return radios(t("entry.what"), kinds, this.#now.kind, (kind) => {
      const known = isFact({ kind }) || namesOf(this.#record).includes(this.#now.by);
      this.#set({ ...this.#now, kind, by: known ? this.#now.by : this.#page.game.turn });
    });
  }

  #short(cards) {
    return cards.map((card) => [card, labelOf(card, this.#page.game.deck)]);
  }

  #guess() {
    return categories(this.#page.game.deck).map(([category, cards], at) =>
      radios(t(`one.${category}`), this.#short(cards), this.#now.cards[at], (card) =>
        this.#set(withCard(this.#now, at, card)),
      ),
    );
  }

  /** On a phone the answers replace the cards after the third; this button shows the cards again. */
  #reopen() {
    const turn = () => {
      this.#choosing = !this.#choosing;
      this.draw();
    };
    const hidden = this.#now.cards.includes(null);
    return button(t("entry.cards"), turn, { class: "reopen", hidden, "aria-expanded": this.#choosing });
  }

  #oneOfAll(legend, pressed, press) {
    return presses(t(legend), this.#short(cardsOf(this.#page.game.deck)), pressed, press);
  }

  #verdict() {
    const options = [
      [false, t("entry.wrong")],
      [true, t("entry.right")],
    ];
    return presses(t("entry.outcome"), options, (is) => is === this.#now.correct, (correct) =>
      this.#answer({ ...this.#now, correct }),
    );
  }

  #answers() {
    const draft = this.#now;
    const others = leftOf(this.#record, draft.by);
    const mine = this.#isMine() ? others : [];
    const showers = this.#isMine() ? [] : others.map((name) => [name, t("entry.shows", { name })]);
    const options = [...showers, ["", t("entry.nobody")]];
    const pressed = (name) => (name === "" ? draft.nobody : draft.shows.includes(name));
    return [
      mine.map((name) => this.#shownToMe(name)),
      mine.length && draft.cards.some((card) => this.#record.hand.includes(card)) ? this.#wrongHand() : null,
      presses(t("entry.shower"), options, pressed, (name) =>
        this.#answer(
          name === ""
            ? { ...draft, nobody: true, shows: [], shown: {} }
            : toggleShow(draft, this.#record, name),
        ),
        "answers",
      ),
      draft.shows.filter((name) => name !== null && !mine.includes(name)).map((name) => this.#card(name)),
      this.#passes(others),
    ];
  }

  /** Whether it is my complete suggestion: then one tap gives the player and the card. */
  #isMine() {
    const draft = this.#now;
    const [whole, first] = [!draft.cards.includes(null), this.#record.answering !== "all"];
    return whole && first && draft.by === this.#record.viewpoint && showable(this.#record, draft, null).length > 0;
  }

  #shownToMe(name) {
    const draft = this.#now;
    const shown = draft.shows.includes(name) ? shownBy(draft, this.#record, name) : null;
    return presses(
      t("entry.shown_by", { name }),
      this.#short(showable(this.#record, draft, name)),
      (card) => card === shown,
      (card) => this.#answer({ ...draft, nobody: false, shows: [name], shown: { [name]: card } }),
      "mine",
      h("span", { class: "whose", "aria-hidden": "true" }, `${name}:`),
    );
  }

  /** Ask for the card if I saw it; if I show it, offer advice on which one. */
  #card(name) {
    const record = this.#record;
    const draft = this.#now;
    if (!sees(record, draft, name)) return null;
    const cards = showable(record, draft, name);
    const mine = name === record.viewpoint;
    if (mine && !cards.length && draft.cards.includes(null)) return null; // a card of mine may still be named
    const other = mine ? this.#wrongHand() : null;
    if (!cards.length) return h("p", { class: "asked" }, t("entry.has_none", { name }), " ", other);
    const chosen = shownBy(draft, record, name);
    const choice = presses(
      t("entry.shown_by", { name }),
      this.#short(cards),
      (card) => card === chosen,
      (card) => this.#answer({ ...draft, shown: { ...draft.shown, [name]: card } }),
    );
    const advice = h("div", { role: "status" });
    const which = button(t("entry.which"), () => this.#advise(advice, draft));
    const more = [cards.length < 2 || draft.cards.includes(null) ? null : which, other];
    return h("div", { class: "asked" }, choice, mine ? h("div", { class: "row" }, more) : null, advice);
  }

  /** A link to the set-up, where a wrong card of mine is noticed. */
  #wrongHand() {
    return button(t("entry.none_of_these"), () => this.#page.show("Set-up"), { class: "link" });
  }

  async #advise(place, { by, cards }) {
    fill(place, t("entry.looking"));
    try {
      const [found] = await this.#page.game.ask(["card_to_show", { asker: by, cards, limit: { seconds: 4 } }]);
      const choices = found.words.parts.map(({ text, figures }, at) => [
        emphasized(text, found.choices[at].card),
        folded(t("panel.numbers"), figures),
      ]);
      fill(place, list("ol", "", choices));
    } catch (error) {
      fill(place, reasonOf(error));
    }
    place.scrollIntoView({ block: "nearest" });
  }

  /** Ask who passed, if the seats do not imply it. */
  #passes(others) {
    const draft = this.#now;
    const free = others.filter((name) => !draft.shows.includes(name));
    const toggle = (name) => {
      const now = new Set(draft.passed ?? []);
      if (!now.delete(name)) now.add(name);
      this.#set({ ...draft, passed: free.filter((one) => now.has(one)) });
    };
    const options = free.map((name) => [name, t("entry.passed", { name })]);
    const passed = (name) => draft.passed?.includes(name) ?? false;
    const somebody = () => this.#answer(toggleShow(draft, this.#record, null));
    return h(
      "details",
      { open: draft.passed !== null },
      h("summary", { "data-key": "not in turn" }, t("entry.not_in_turn")),
      presses(t("entry.passers"), options, passed, toggle),
      button(t("entry.somebody"), somebody, { "aria-pressed": draft.shows.includes(null) }),
      draft.passed === null ? null : button(t("entry.as_seated"), () => this.#set({ ...draft, passed: null })),
    );
  }

  /** Focus the line, or the form where the line would open a keyboard. */
  focus() {
    (byTouch() ? this.keys : this.line).focus({ preventScroll: true });
  }
}
