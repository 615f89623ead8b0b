// The form for one entry: a draft, shown as keys, or a typed line.

import { button, byTouch, fill, h, keepFocus, presses, radios, say } from "./dom.js";
import { KINDS, blank, draftOf, eventOf, isFact, missing, sees, showable, shownBy, toggleShow, withCard, withFact, withPlayer, withShown } from "./draft.js";
import { t } from "./language.js";
import { labelOf, shortName } from "./names.js";
import { cardToShowView } from "./panels.js";
import { ENVELOPE, cardsOf, categories, askedBy, namesOf, placesOf } from "./table.js";
import { placeName, spokenMark } from "./words.js";

/** An example line for this table. */
export function example({ record, deck }) {
  const [first, asker = first, shower = first] = namesOf(record);
  const cards = [deck.suspects, deck.weapons, deck.rooms].map((all) => shortName(all.at(-1), deck));
  return `${asker}: ${cards.join(", ").toLowerCase()} -> ${shower} shows`;
}

const AGAIN = 600; // milliseconds within which a second tap counts as the same one

const EMPTY = {
  target: null, // the old entry that is edited, or before which this one is inserted
  draft: null, // what the keys show; null: a blank draft of the current player
  text: "", // the typed line, which counts if there is one
  choosing: false, // on a phone: whether the cards are shown again after the third was chosen
};

const isBegun = ({ draft, text }) => draft !== null || text !== "";

/**
 * The form for a new entry, or for a change of an old one.
 *
 * It shows the first of several entries. The others wait: the new entry while an old one is edited,
 * and the next one while a rejected or undone one is corrected.
 */
export class Entry {
  #page;
  #entries; // each like EMPTY; the first is shown
  #drawn = ""; // the state that the keys show

  constructor(page) {
    this.#page = page;
    this.#entries = page.game.draft ?? [EMPTY];
    this.line = h("textarea", {
      class: "line",
      rows: 1, // several pasted lines are several entries
      "data-key": "line",
      "aria-label": t("line.label", { example: example(page.game) }),
      autocomplete: "off",
      autocapitalize: "none",
      enterkeyhint: "done",
      spellcheck: "false",
      placeholder: t("line.hint"),
      oninput: () => this.#change({ text: this.line.value }),
      onbeforeinput: (event) => {
        if (event.inputType !== "insertLineBreak") return;
        event.preventDefault();
        this.element.requestSubmit();
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
  }

  get #record() {
    return this.#page.game.record;
  }

  get #shown() {
    return this.#entries[0];
  }

  get #draft() {
    return this.#shown.draft ?? blank(this.#page.game.turn);
  }

  /** The old entry that is changed: number, line, words, and whether it is replaced; null for a new one. */
  get target() {
    return this.#shown.target;
  }

  // What is entered

  /** Show the first of some entries, and keep the new ones for a reload. */
  #show(entries, trouble = "") {
    const { game } = this.#page;
    this.#entries = entries.length ? entries : [EMPTY];
    const begun = this.#news.filter(isBegun);
    const draft = begun.length ? begun : null;
    const isNew = JSON.stringify(draft) !== JSON.stringify(game.draft ?? null);
    if (isNew) this.#page.act(() => game.keepDraft(draft));
    fill(this.trouble, trouble);
    this.draw();
  }

  get #news() {
    return this.#entries.filter(({ target }) => target === null);
  }

  #change(part) {
    this.#show([{ ...this.#shown, ...part }, ...this.#entries.slice(1)]);
  }

  #set(draft) {
    this.#change({ draft, choosing: false });
    const asked = [...this.keys.querySelectorAll(".asked")].at(-1);
    asked?.scrollIntoView({ block: "nearest" });
  }

  /** Begin a suggestion or an accusation of three cards. */
  name(by, cards, kind = "suggestion") {
    this.leave();
    this.#set({ ...blank(by, kind), cards: [...cards] });
    [...this.keys.children].at(-1).scrollIntoView({ block: "nearest" }); // the next question
  }

  /** Edit an old entry, or insert one before it. */
  change(number, replaces) {
    const { event, line, words } = this.#page.game.entries[number - 1];
    const target = { number, replaces, line, words };
    const draft = replaces ? draftOf(event, this.#record) : null;
    const text = replaces && draft === null ? line : "";
    this.#show([{ ...EMPTY, target, draft, text }, ...this.#news]);
  }

  /** Return to the new entry if an old one is edited. */
  leave() {
    if (this.target !== null) this.#show(this.#news);
  }

  /** Stop editing an entry that no longer exists. */
  check() {
    if (this.target === null) return;
    const { number, line } = this.target;
    if (this.#page.game.entries[number - 1]?.line === line) return;
    this.#page.close();
    say(t("entry.changed_elsewhere", { number }));
  }

  /** Return a rejected or undone entry to the form, with the reason; an old entry is edited first. */
  restore(entry, why) {
    const edited = this.#entries.filter(({ target }) => target !== null);
    this.#show([...edited, { ...EMPTY, ...entry }, ...this.#news.filter(isBegun)], why);
  }

  #enter() {
    const { target, draft, text } = this.#shown;
    const typed = text.trim();
    if (!typed && (draft === null || missing(draft, this.#record))) return undefined;
    const event = typed || eventOf(draft, this.#record);
    if (target !== null) return this.#page.replace(event, target, (why) => fill(this.trouble, why));
    // First, so that the browser keeps both in one step.
    const entered = this.#page.enter(event, { draft: typed ? null : draft, text: typed });
    // Now, so that further taps belong to the next entry. Beside a typed line, the keys stay.
    this.#show([{ ...EMPTY, draft: typed ? draft : null }, ...this.#entries.slice(1)].filter(isBegun));
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
    const doubt = this.#doubt(draft);
    fill(this.trouble, doubt);
    if (!doubt && this.target === null && all && !missing(draft, this.#record)) this.#enter();
  }

  // What the sheet knows

  /** The chance that a place has a card; undefined if it is not known, or not to be told. */
  #chance(place, card) {
    const { solution, paper, supposing } = this.#page.game;
    return paper || supposing || !solution.consistent ? undefined : solution.probabilities[card]?.[place];
  }

  #cannotShow(name) {
    return !this.#draft.cards.includes(null) && this.#draft.cards.every((card) => this.#chance(name, card) === 0);
  }

  /** Why the answer of a draft cannot be, by what the sheet knows. */
  #doubt({ kind, shows, shown }) {
    const name = kind === "suggestion" && shows.find((one) => one && (shown[one] ? this.#chance(one, shown[one]) === 0 : this.#cannotShow(one)));
    return name ? t("entry.doubt", { name, cards: shown[name] ?? t("entry.any") }) : "";
  }

  /** How a key of a card looks: in the colour of its place, or pale if that is impossible. */
  #known(card, shower = null) {
    if (shower !== null) return this.#chance(shower, card) === 0 ? { class: "pale", title: t("entry.pale") } : {};
    const place = placesOf(this.#record).find((one) => this.#chance(one, card) === 1);
    if (place === undefined) return {};
    const kind = place === ENVELOPE ? "found" : `held ${this.#page.game.look.classOf(place)}`;
    return { class: `${kind} ${place === this.#record.viewpoint ? "own" : ""}`, title: spokenMark(card, place, { kind: "holds" }) };
  }

  /** The entry as a sentence with gaps. */
  #sentence() {
    const { kind, by, cards } = this.#draft;
    if (isFact(this.#draft) || !by) return t("line.hint");
    const named = cards.map((card) => (card === null ? "___" : shortName(card, this.#page.game.deck)));
    return t(`entry.says.${kind}`, { name: by, cards: named.join(", ") });
  }

  // Drawing

  /** Show the entry; unchanged keys stay in place, so that no tap is lost. */
  draw() {
    const { game } = this.#page;
    const { events, ...setUp } = this.#record;
    const named = !isFact(this.#draft) && !this.#draft.cards.includes(null);
    this.element.setAttribute("data-step", named && !this.#shown.choosing ? "answer" : "cards");
    if (this.line.value !== this.#shown.text) this.line.value = this.#shown.text;
    this.line.setAttribute("rows", Math.min(6, this.#shown.text.split("\n").length));
    const isTyped = this.#shown.text.trim() !== "";
    this.line.setAttribute("placeholder", this.#sentence());
    const shown = JSON.stringify([{ ...this.#shown, text: isTyped }, this.#draft, setUp, game.out, game.version]);
    if (shown === this.#drawn) return;
    this.#drawn = shown;
    keepFocus(this.element, () => {
      fill(this.mode, this.#about());
      fill(this.keys, this.#groups());
      fill(this.buttons, this.#clear(), this.#submit(isTyped));
    });
  }

  #about() {
    if (this.target === null) return null;
    const { number, replaces, words } = this.target;
    const what = t(replaces ? "entry.editing" : "entry.putting", { number, entry: words });
    return [h("p", {}, what), button(t("entry.cancel"), () => this.#page.close())];
  }

  #clear() {
    if (this.target !== null || !isBegun(this.#shown)) return null;
    const next = () => this.#show(this.#entries.slice(1));
    return button("✕", next, { class: "clear", "aria-label": t("entry.clear"), "data-key": "clear" });
  }

  #submit(isTyped) {
    const word = t(this.target === null ? "entry.enter" : this.target.replaces ? "entry.change" : "entry.put");
    const isBlank = this.#shown.draft === null;
    const left = isBlank ? t("entry.enter") : missing(this.#draft, this.#record);
    const isWhole = isTyped || left === ""; // the core reports what is wrong with a line
    return h("button", { class: "main", "data-key": "enter", disabled: !isWhole }, isWhole ? word : left);
  }

  #groups() {
    const draft = this.#draft;
    const who = h("div", { class: "who" }, this.#who(), this.#kind());
    if (isFact(draft)) {
      const isAmong = draft.kind === "holds_one_of";
      const cards = this.#short(cardsOf(this.#page.game.deck));
      const take = (card) => (isAmong ? this.#set(withFact(draft, card)) : this.#answer(withFact(draft, card)));
      const isTaken = (card) => draft.among.includes(card);
      return [who, presses(t(isAmong ? "entry.among" : "entry.card"), cards, isTaken, take)];
    }
    return [
      who,
      h("div", { class: "guess" }, this.#guess(), this.#reopen()),
      h("div", { class: "reply" }, draft.kind === "suggestion" ? this.#answers() : this.#verdict()),
    ];
  }

  #who() {
    const { out } = this.#page.game;
    const names = isFact(this.#draft) ? placesOf(this.#record) : namesOf(this.#record);
    const label = (name) => (this.target === null && out.includes(name) ? t("entry.out", { name }) : placeName(name));
    const { look } = this.#page.game;
    const options = names.map((name) => [name, label(name), { class: look.classOf(name) }]);
    return radios(t("entry.who"), options, this.#draft.by, (by) => this.#set(withPlayer(this.#draft, by)));
  }

  #kind() {
    const kinds = KINDS.map((kind) => [kind, t(`entry.kind.${kind}`)]);
    return radios(t("entry.what"), kinds, this.#draft.kind, (kind) => {
      const { by, among } = this.#draft;
      const known = isFact({ kind }) || namesOf(this.#record).includes(by);
      const cards = kind === "holds_one_of" ? among : among.slice(0, 1);
      this.#set({ ...this.#draft, kind, by: known ? by : this.#page.game.turn, among: cards });
    });
  }

  #short(cards, shower = null) {
    return cards.map((card) => [card, labelOf(card, this.#page.game.deck), this.#known(card, shower)]);
  }

  #guess() {
    return categories(this.#page.game.deck).map(([category, cards], at) => {
      const take = (card) => this.#set(withCard(this.#draft, at, card));
      return radios(t(`one.${category}`), this.#short(cards), this.#draft.cards[at], take);
    });
  }

  /** On a phone the answers replace the cards after the third; this button shows the cards again. */
  #reopen() {
    const { choosing } = this.#shown;
    const hidden = this.#draft.cards.includes(null);
    const turn = () => this.#change({ choosing: !choosing });
    return button(t("entry.cards"), turn, { class: "reopen", hidden, "aria-expanded": choosing });
  }

  #verdict() {
    const options = [[false, t("entry.wrong")], [true, t("entry.right")]];
    const take = (correct) => this.#answer({ ...this.#draft, correct });
    return presses(t("entry.outcome"), options, (is) => is === this.#draft.correct, take);
  }

  #answers() {
    const draft = this.#draft;
    const others = askedBy(this.#record, draft.by);
    const mine = this.#isMine() ? others : [];
    const { look } = this.#page.game;
    const pale = (name) => (this.#cannotShow(name) ? { class: "pale", title: t("entry.pale") } : { class: look.classOf(name) });
    const showers = this.#isMine() ? [] : others.map((name) => [name, t("entry.shows", { name }), pale(name)]);
    const options = [...showers, ["", t("entry.nobody")]];
    const pressed = (name) => (name === "" ? draft.nobody : draft.shows.includes(name));
    const take = (name) => this.#answer(toggleShow(draft, this.#record, name));
    const whose = (name) => h("span", { class: "whose", "aria-hidden": "true" }, `${name}:`);
    return [
      mine.map((name) => this.#shownCards(name, "mine", whose(name))),
      mine.length && draft.cards.some((card) => this.#record.hand.includes(card)) ? this.#wrongHand() : null,
      presses(t("entry.shower"), options, pressed, take, "answers"),
      draft.shows.filter((name) => name !== null && !mine.includes(name)).map((name) => this.#card(name)),
      this.#passes(others),
    ];
  }

  /** Whether it is my complete suggestion: then one tap gives the player and the card. */
  #isMine() {
    const draft = this.#draft;
    const [whole, first] = [!draft.cards.includes(null), this.#record.answering !== "all"];
    return whole && first && draft.by === this.#record.viewpoint && showable(this.#record, draft, null).length > 0;
  }

  /** The cards that a player can have shown; a tap takes one. */
  #shownCards(name, kind = "", label = null) {
    const draft = this.#draft;
    const shown = draft.shows.includes(name) ? shownBy(draft, this.#record, name) : null;
    const cards = this.#short(showable(this.#record, draft, name), name);
    const take = (card) => this.#answer(withShown(draft, name, card));
    return presses(t("entry.shown_by", { name }), cards, (card) => card === shown, take, kind, label);
  }

  /** Ask for the card if I saw it; if I show it, offer advice on which one. */
  #card(name) {
    const { viewpoint } = this.#record;
    const draft = this.#draft;
    if (!sees(this.#record, draft, name)) return null;
    const { length } = showable(this.#record, draft, name);
    const [mine, whole] = [name === viewpoint, !draft.cards.includes(null)];
    if (mine && !length && !whole) return null; // a card of mine may still be named
    const other = mine ? this.#wrongHand() : null;
    if (!length) return h("p", { class: "asked" }, t("entry.has_none", { name }), " ", other);
    const advice = h("div", { role: "status" });
    const which = button(t("entry.which"), async () => {
      fill(advice, t("entry.looking"));
      fill(advice, await cardToShowView(this.#page, draft));
      advice.scrollIntoView({ block: "nearest" });
    });
    const more = mine ? h("div", { class: "row" }, length > 1 && whole ? which : null, other) : null;
    return h("div", { class: "asked" }, this.#shownCards(name), more, advice);
  }

  /** A link to the set-up, where a wrong card of mine is noticed. */
  #wrongHand() {
    return button(t("entry.none_of_these"), () => this.#page.show("Set-up"), { class: "link" });
  }

  /** Ask who passed, if the seats do not imply it. */
  #passes(others) {
    const draft = this.#draft;
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
