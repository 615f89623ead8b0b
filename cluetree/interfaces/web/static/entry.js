// The form for one entry: a draft, shown as keys, or a typed line.

import { refusalOf, reasonOf } from "./client.js";
import { button, byTouch, choice, dress, fill, h, keepFocus, list, presses, radios, say } from "./dom.js";
import { KINDS, blank, draftOf, eventOf, has, isNamed, missing, sees, showable, shownBy, toggleShow, toggled, withCard, withKind, withPlayer, withShown } from "./draft.js";
import { t } from "./language.js";
import { labelOf, picture, shortName } from "./names.js";
import { cardToShowView } from "./panels.js";
import { answerView, wonBy } from "./reveal.js";
import { ENVELOPE, cardsOf, categories, askedBy, namesOf, placesOf } from "./table.js";
import { placeName, spokenMark } from "./words.js";

/** An example line for this table. */
export function example({ record, deck }) {
  const [first, ...others] = namesOf(record);
  const [asker, shower] = [...others, first, first];
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
const isNew = ({ target }) => target === null;

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
  #read = ""; // the lines whose meaning was shown

  constructor(page) {
    this.#page = page;
    const kept = page.game.draft ?? [EMPTY]; // perhaps by an older page
    this.#entries = kept.map((one) => ({ ...one, draft: one.draft && { ...blank(), ...one.draft } }));
    this.line = h("textarea", {
      class: "line",
      rows: 1, // several pasted lines are several entries
      "data-key": "line",
      "aria-label": t("line.label", { example: example(page.game) }),
      autocomplete: "off",
      autocapitalize: "none",
      enterkeyhint: "done",
      spellcheck: "false",
      oninput: () => this.#update({ text: this.line.value }),
      onbeforeinput: (event) => {
        if (event.inputType !== "insertLineBreak") return;
        event.preventDefault();
        this.element.requestSubmit();
      },
    });
    this.mode = h("div", { class: "mode", role: "status" });
    this.keys = h("div", { class: "keypad", tabindex: -1 });
    this.trouble = h("div", { class: "trouble", role: "alert" });
    this.meaning = h("div", { class: "meaning", role: "status" });
    this.buttons = h("div", { class: "buttons" });
    const onsubmit = (event) => {
      event.preventDefault();
      return this.#enter();
    };
    const typed = h("div", { class: "row" }, this.line, this.buttons);
    const last = h("div", { class: "last" }, this.meaning, this.trouble, typed);
    this.element = h("form", { class: "entry", onsubmit }, this.mode, this.keys, last);
  }

  /** The old entry that is changed: number, line, words, and whether it is replaced; null for a new one. */
  get target() {
    return this.#entries[0].target;
  }

  /** Show the first of some entries, and keep the new ones for a reload. */
  #show(entries, trouble = "") {
    const { game } = this.#page;
    this.#entries = entries.length ? entries : [EMPTY];
    const begun = this.#entries.filter(isNew).filter(isBegun);
    const draft = begun.length ? begun : null;
    const isChanged = JSON.stringify(draft) !== JSON.stringify(game.draft ?? null);
    if (isChanged) this.#page.act(() => game.keepDraft(draft));
    fill(this.trouble, trouble);
    fill(this.meaning);
    this.draw();
  }

  #update(part) {
    const [shown, ...others] = this.#entries;
    this.#show([{ ...shown, ...part }, ...others]);
  }

  #set = (draft) => {
    this.#update({ draft, choosing: false });
    const asked = [...this.keys.querySelectorAll(".asked")].at(-1);
    asked?.scrollIntoView({ block: "nearest" });
  };

  /** Show a begun draft. */
  propose(draft) {
    this.leave();
    this.#set(draft);
    [...this.keys.children].at(-1).scrollIntoView({ block: "nearest" }); // the next question
  }

  /** Edit an old entry, or insert one before it. */
  change(number, replaces) {
    const { entries, record } = this.#page.game;
    const { event, line, words } = entries[number - 1];
    const target = { number, replaces, line, words };
    const draft = replaces ? draftOf(event, record) : null;
    const text = replaces && draft === null ? line : "";
    this.#show([{ ...EMPTY, target, draft, text }, ...this.#entries.filter(isNew)]);
  }

  /** Return to the new entry if an old one is edited. */
  leave() {
    if (this.target !== null) this.#show(this.#entries.filter(isNew));
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
    const edited = this.#entries.filter((one) => !isNew(one));
    this.#show([...edited, { ...EMPTY, ...entry }, ...this.#entries.filter(isNew).filter(isBegun)], why);
  }

  #enter() {
    const [{ target, draft, text }, ...others] = this.#entries;
    const { record } = this.#page.game;
    const typed = text.trim();
    if (!typed && (draft === null || missing(draft, record))) return undefined;
    if (target === null && typed.includes("\n") && typed !== this.#read) return this.#preview(typed);
    const event = typed || eventOf(draft, record);
    if (target !== null) return this.#page.replace(event, target, (why) => fill(this.trouble, why));
    // First, so that the browser keeps both in one step.
    const entered = this.#page.enter(event, { draft: typed ? null : draft, text: typed });
    // Now, so that further taps belong to the next entry. Beside a typed line, the keys stay.
    this.#show([{ ...EMPTY, draft: typed ? draft : null }, ...others].filter(isBegun));
    this.keys.children[0].scrollIntoView({ block: "nearest" });
    // Otherwise a double tap would begin the next entry.
    this.element.setAttribute("data-entered", "");
    setTimeout(() => this.element.removeAttribute("data-entered"), AGAIN);
    return entered;
  }

  /** Show what some lines mean; if all can be read, the next tap enters them. */
  async #preview(lines) {
    const show = ([{ entries, errors }]) => {
      if (this.line.value.trim() !== lines) return;
      const failed = errors.length > 0;
      this.#read = failed ? "" : lines;
      const words = entries.map((entry) => `${entry.number}. ${entry.words}`);
      const again = failed ? null : h("p", {}, t("entry.read", { enter: t("entry.enter") }));
      fill(this.meaning, list("ul", "read", words), again);
      fill(this.trouble, failed ? list("ul", "read", errors) : null);
    };
    const refusal = await refusalOf(this.#page.game.ask(["read", { lines }]).then(show));
    if (refusal) fill(this.trouble, reasonOf(refusal));
  }

  /** Take an answer; it enters a new entry that it completes. */
  #answer = (draft) => {
    this.#set(draft);
    const { record } = this.#page.game;
    const isLast = !has(draft, "answers") || (draft.passed === null && record.answering !== "all");
    const doubt = doubtAbout(this.#page.game, draft);
    fill(this.trouble, doubt);
    if (!doubt && this.target === null && isLast && !missing(draft, record)) this.#enter();
  };

  /** Show the entry; unchanged keys stay in place, so that no tap is lost. */
  draw() {
    const { game } = this.#page;
    const [shown] = this.#entries;
    const { target, text, choosing } = shown;
    const draft = shown.draft ?? blank(game.turn);
    this.element.setAttribute("data-step", isNamed(draft) && !choosing ? "answer" : "cards");
    if (this.line.value !== text) this.line.value = text;
    dress(this.line, { rows: Math.min(6, text.split("\n").length), placeholder: sentence(draft, game.deck) });
    const isTyped = text.trim() !== "";
    const setUp = { ...game.record, events: [] };
    const state = JSON.stringify([{ ...shown, text: isTyped }, draft, setUp, game.out, game.version]);
    if (state === this.#drawn) return;
    this.#drawn = state;
    const over = target === null && !isBegun(shown) && wonBy(game);
    const taps = { over, set: this.#set, answer: this.#answer, reopen: () => this.#update({ choosing: !choosing }) };
    const form = { page: this.#page, game, record: game.record, look: game.look, draft, target, choosing, ...taps };
    const next = () => this.#show(this.#entries.slice(1));
    const clear = target === null && isBegun(shown);
    keepFocus(this.element, () => {
      const what = target && t(target.replaces ? "entry.editing" : "entry.putting", { number: target.number, entry: target.words });
      fill(this.mode, target && [h("p", {}, what), button(t("entry.cancel"), () => this.#page.close())]);
      fill(this.keys, keypad(form));
      fill(
        this.buttons,
        clear ? button("✕", next, { class: "clear", "aria-label": t("entry.clear"), "data-key": "clear" }) : null,
        submit(shown, isTyped, game.record),
      );
    });
  }

  /** Focus the line, or the form where the line would open a keyboard. */
  focus() {
    (byTouch() ? this.keys : this.line).focus({ preventScroll: true });
  }
}

// What the sheet knows

/** The chance that a place has a card; undefined if it is not known, or not to be told. */
function chance({ solution, paper, supposing }, place, card) {
  return paper || supposing || !solution.consistent ? undefined : solution.probabilities[card]?.[place];
}

function cannotShow(game, draft, name) {
  return isNamed(draft) && draft.cards.every((card) => chance(game, name, card) === 0);
}

/** Why the answer of a draft cannot be, by what the sheet knows. */
function doubtAbout(game, draft) {
  const { shows, shown } = draft;
  const isImpossible = (name) => (shown[name] ? chance(game, name, shown[name]) === 0 : cannotShow(game, draft, name));
  const name = has(draft, "answers") && shows.find((one) => one && isImpossible(one));
  return name ? t("entry.doubt", { name, cards: shown[name] ?? t("entry.any") }) : "";
}

// Drawing: functions of the form, which has the draft, the game, and what a tap does

/** The entry as a sentence with gaps. */
function sentence(draft, deck) {
  const { kind, by, cards } = draft;
  if (!has(draft, "guess") || !by) return t("line.hint");
  const named = cards.map((card) => (card === null ? "___" : shortName(card, deck)));
  return t(`entry.says.${kind}`, { name: by, cards: named.join(", ") });
}

function submit({ target, draft }, isTyped, record) {
  const word = t(target === null ? "entry.enter" : target.replaces ? "entry.change" : "entry.put");
  const left = draft === null ? t("entry.enter") : missing(draft, record);
  const isWhole = isTyped || left === ""; // the core reports what is wrong with a line
  return h("button", { class: "main", "data-key": "enter", disabled: !isWhole }, isWhole ? word : left);
}

/** The keys of the player whom an entry is about. */
const whoKeys = (form, part) => radios(t("entry.who"), placeOptions(form, part), form.draft.by, (by) => form.set(withPlayer(form.draft, by)));

/** The keys of each part of an entry; of the others, those of its values. */
const GROUPS = { by: whoKeys, player: whoKeys, guess: guessKeys, answers: answerKeys };

const COMMON = 5; // kinds; one key opens the others

function keypad(form) {
  const [who, ...parts] = KINDS[form.draft.kind].map((part) => (GROUPS[part] ?? valueKeys)(form, part));
  return [h("div", { class: "who" }, who, kindKeys(form)), form.over ? h("div", { class: "over" }, answerView(form.page)) : parts];
}

/** The players or places of a part as options. */
function placeOptions({ record, game, look, draft, target }, part) {
  const places = part === "by" || draft.kind === "question" ? namesOf(record) : placesOf(record);
  const names = part === "to" ? places.filter((name) => ![draft.by, ENVELOPE].includes(name)) : places;
  const isOut = (name) => target === null && game.out.includes(name);
  const label = (name) => (isOut(name) ? t("entry.out", { name }) : placeName(name));
  return names.map((name) => [name, [name === ENVELOPE ? null : picture("pawn", " piece"), label(name)], { class: look.classOf(name) }]);
}

function kindKeys({ draft, over, set }) {
  const kinds = Object.keys(KINDS);
  const shown = kinds.indexOf(draft.kind) < COMMON ? kinds.slice(0, COMMON + 1) : kinds;
  const options = shown.map((kind, at) => [kind, t(at === COMMON && shown !== kinds ? "entry.more" : `entry.kind.${kind}`)]);
  return radios(t("entry.what"), options, over ? null : draft.kind, (kind) => set(withKind(draft, kind)));
}

/** The cards as options of a group, each in the colour of its place, or pale if this player cannot show it. */
function cardOptions({ record, game, look }, cards, shower = null) {
  const known = (card) => {
    if (shower !== null) return chance(game, shower, card) === 0 ? { class: "pale", title: t("entry.pale") } : {};
    const place = placesOf(record).find((one) => chance(game, one, card) === 1);
    if (place === undefined) return {};
    const kind = place === ENVELOPE ? "found" : `held ${look.classOf(place)}`;
    return { class: `${kind} ${place === record.viewpoint ? "own" : ""}`, title: spokenMark(card, place, { kind: "holds" }) };
  };
  return cards.map((card) => [card, labelOf(card, look.deck), known(card)]);
}

/** The values of each other part, with their labels. */
const VALUES = {
  to: placeOptions,
  places(form, part) {
    const [names, all] = [namesOf(form.record), placesOf(form.record)];
    return [...placeOptions(form, part), [all.slice(names.length), t("entry.nobody")], [names, t("told.somebody")]];
  },
  cards: (form) => cardOptions(form, cardsOf(form.look.deck)),
  card(form) {
    const { record, draft, look } = form;
    if (draft.kind !== "saw") return VALUES.cards(form);
    const unknown = draft.by === record.viewpoint ? [] : [[[], t("told.a_card")]];
    return [...cardOptions(form, showable(record, { cards: cardsOf(look.deck) }, draft.to)), ...unknown];
  },
  onlyMe: ({ record }) => [[false, t("told.all_know")], ...(record.viewpoint === null ? [] : [[true, t("told.only_me")]])],
  number({ draft }) {
    const counts = Array.from({ length: Math.max(3, draft.among.length) }, (_, at) => at + 1);
    const some = (how) => counts.map((count) => [[how, count], t(`some.${how}`, { least: count, most: count })]);
    return [...["least", "exactly", "most"].flatMap(some), [["exactly", 0], t("entry.none")]];
  },
  response({ record, look, draft }) {
    const cards = sees(record, draft, draft.to) ? draft.among : [null];
    const name = (card) => (card === null ? t("told.a_card") : shortName(card, look.deck));
    const said = [["yes", null], ["no", null], ...cards.map((card) => ["shows", card])];
    return [...said.map((one) => [one, t(`told.reply_${one[0]}`, { card: name(one[1]) })]), [[null, null], t("entry.unheard")]];
  },
  verdict: () => [[false, t("entry.wrong")], [true, t("entry.right")], ...[0, 1, 2].map((count) => [count, t("entry.some_right", { count })])],
};

/** The values of a part; the last part of an entry enters it, unless it can have several. */
function valueKeys(form, part) {
  const { record, draft, set, answer } = form;
  const field = part.startsWith("card") ? "among" : part;
  const isSeveral = part === "cards" || part === "places";
  const isSecret = has(draft, "player") && !namesOf(record).includes(draft.by);
  const now = part === "onlyMe" ? (draft.onlyMe ?? isSecret) : draft[field];
  const isTaken = (one) => String(one) === String(now) || (isSeveral && now.includes(one));
  const add = (one) => (isSeveral ? toggled(now, one) : field === "among" ? [one] : one);
  const isLast = KINDS[draft.kind].at(-1) === part && !isSeveral;
  const take = (one) => (isLast ? answer : set)({ ...draft, [field]: Array.isArray(one) ? one : add(one) });
  const [legend, options] = [t(`missing.${part}`), VALUES[part](form, part)];
  const group = `part-${part}`;
  if (part !== "number") return presses(legend, options, isTaken, take, group);
  const [labels, chosen] = [options.map(([, label], at) => [at, label]), options.findIndex(([one]) => isTaken(one))];
  return choice(labels, chosen, (at) => take(options[at][0]), { class: group, "aria-label": legend, "data-key": group });
}

/** The cards of a guess. On a phone the answers replace them after the third; a button shows them again. */
function guessKeys(form) {
  const { draft, look, choosing, set, reopen } = form;
  const groups = categories(look.deck).map(([category, cards], at) =>
    radios(t(`one.${category}`), cardOptions(form, cards), draft.cards[at], (card) => set(withCard(draft, at, card))),
  );
  const state = { class: "reopen", hidden: !isNamed(draft), "aria-expanded": choosing };
  return h("div", { class: "guess" }, groups, button(t("entry.cards"), reopen, state));
}

function answerKeys(form) {
  const { page, record, game, look, draft, answer } = form;
  const others = askedBy(record, draft.by);
  // One tap gives the player and the card of my complete suggestion.
  const isFirst = isNamed(draft) && record.answering !== "all";
  const isMine = isFirst && draft.by === record.viewpoint && showable(record, draft, null).length > 0;
  const whose = (name) => h("span", { class: "whose", "aria-hidden": "true" }, `${name}:`);
  const mine = isMine ? others.map((name) => shownKeys(form, name, "mine", whose(name))) : [];
  const pale = (name) => (cannotShow(game, draft, name) ? { class: "pale", title: t("entry.pale") } : { class: look.classOf(name) });
  const showers = isMine ? [] : others.map((name) => [name, [picture("pawn", " piece"), t("entry.shows", { name })], pale(name)]);
  const isShower = (name) => (name === "" ? draft.nobody : draft.shows.includes(name));
  const take = (name) => answer(toggleShow(draft, record, name));
  const asked = draft.shows.filter((name) => name !== null && !(isMine && others.includes(name)));
  return h(
    "div",
    { class: "reply" },
    mine,
    isMine && draft.cards.some((card) => record.hand.includes(card)) ? wrongHand(page) : null,
    presses(t("entry.shower"), [...showers, ["", t("entry.nobody")]], isShower, take, "answers"),
    asked.map((name) => askedCard(form, name)),
    passKeys(form, others),
  );
}

/** The cards that a player can have shown; a tap takes one. */
function shownKeys(form, name, kind = "", label = null) {
  const { record, draft, answer } = form;
  const shown = draft.shows.includes(name) ? shownBy(draft, record, name) : null;
  const cards = cardOptions(form, showable(record, draft, name), name);
  const take = (card) => answer(withShown(draft, name, card));
  return presses(t("entry.shown_by", { name }), cards, (card) => card === shown, take, kind, label);
}

/** Ask for the card if I saw it; if I show it, offer advice on which one. */
function askedCard(form, name) {
  const { page, record, draft } = form;
  if (!sees(record, draft, name)) return null;
  const { length } = showable(record, draft, name);
  const isMe = name === record.viewpoint;
  if (isMe && !length && !isNamed(draft)) return null; // a card of mine may still be named
  const other = isMe ? wrongHand(page) : null;
  if (!length) return h("p", { class: "asked" }, t("entry.has_none", { name }), " ", other);
  const advice = h("div", { role: "status" });
  const which = button(t("entry.which"), async () => {
    fill(advice, t("entry.looking"));
    fill(advice, await cardToShowView(page, draft));
    advice.scrollIntoView({ block: "nearest" });
  });
  const more = isMe ? h("div", { class: "row" }, length > 1 && isNamed(draft) ? which : null, other) : null;
  return h("div", { class: "asked" }, shownKeys(form, name), more, advice);
}

/** A link to the set-up, where a wrong card of mine is noticed. */
function wrongHand(page) {
  return button(t("entry.none_of_these"), () => page.show("Set-up"), { class: "link" });
}

/** Ask who passed, if the seats do not imply it. */
function passKeys({ record, draft, set, answer }, others) {
  const free = others.filter((name) => !draft.shows.includes(name));
  const passed = (name) => draft.passed?.includes(name) ?? false;
  const toggle = (name) => set({ ...draft, passed: free.filter((one) => passed(one) !== (one === name)) });
  const passers = free.map((name) => [name, t("entry.passed", { name })]);
  const somebody = () => answer(toggleShow(draft, record, null));
  return h(
    "details",
    { open: draft.passed !== null },
    h("summary", { "data-key": "not in turn" }, t("entry.not_in_turn")),
    presses(t("entry.passers"), passers, passed, toggle),
    button(t("entry.somebody"), somebody, { "aria-pressed": draft.shows.includes(null) }),
    draft.passed === null ? null : button(t("entry.as_seated"), () => set({ ...draft, passed: null })),
  );
}
