// An unfinished entry, and its event.

import { t } from "./language.js";
import { CATEGORIES, askedBy } from "./table.js";

/** The parts of each kind of entry, in the order of their questions. */
export const KINDS = {
  suggestion: ["guess", "answers"],
  accusation: ["guess", "verdict"],
  holds: ["card"],
  lacks: ["card"],
  holds_one_of: ["among"],
};

/** Of each part: the next question about it, empty if it is complete, and what it says in the event. */
const PARTS = {
  guess: {
    missing: ({ cards }) => (cards.includes(null) ? t(`missing.which.${CATEGORIES[cards.indexOf(null)]}`) : ""),
    fields: ({ by, cards }) => ({ by, cards }),
  },
  answers: {
    missing(draft, record) {
      if (!draft.nobody && draft.shows.length === 0) return t("missing.shower");
      const unseen = draft.shows.find((name) => sees(record, draft, name) && !shownBy(draft, record, name));
      return unseen ? t("missing.card") : "";
    },
    fields(draft, record) {
      const cardOf = (name) => (sees(record, draft, name) && shownBy(draft, record, name)) || null;
      const shows = draft.shows.map((name) => ({ by: name, card: cardOf(name) }));
      return { shows, ...(draft.passed && { passed: draft.passed }) };
    },
  },
  verdict: {
    missing: ({ correct }) => (correct === null ? t("missing.verdict") : ""),
    fields: ({ correct }) => ({ correct }),
  },
  card: {
    missing: ({ among }) => (among.length ? "" : t("missing.card")),
    fields: ({ by, among: [card] }) => ({ player: by, card }),
  },
  among: {
    missing: ({ among }) => (among.length > 1 ? "" : t("missing.cards")),
    fields: ({ by, among }) => ({ player: by, cards: among }),
  },
};

/** An empty draft of a player. */
export function blank(by, kind = "suggestion") {
  return {
    kind, // one of KINDS
    by, // the player who suggests or accuses, or whom the fact is about
    cards: [null, null, null],
    among: [], // the card of a fact; cards of which at least one is held
    correct: null, // whether an accusation is right
    nobody: false,
    shows: [], // names in asking order; only null: an unknown player
    shown: {}, // the card that was seen, by name
    passed: null, // names; null: as the seats imply
  };
}

/** Whether this kind of entry has a part. */
export function has({ kind }, part) {
  return KINDS[kind].includes(part);
}

/** Whether all three cards of the guess are chosen. */
export function isNamed(draft) {
  return has(draft, "guess") && !draft.cards.includes(null);
}

/** Change the kind; a fact about one card keeps the first of several. */
export function withKind(draft, kind) {
  return { ...draft, kind, among: has({ kind }, "card") ? draft.among.slice(0, 1) : draft.among };
}

/** Change a card of the guess; a shown card stays if the guess still has it. */
export function withCard(draft, at, card) {
  const cards = draft.cards.with(at, card);
  const shown = Object.entries(draft.shown).filter(([, seen]) => cards.includes(seen));
  return { ...draft, cards, shown: Object.fromEntries(shown) };
}

/** Change the player; this clears the answers. */
export function withPlayer(draft, by) {
  return { ...draft, by, shows: [], shown: {}, nobody: false, passed: null };
}

/** Take the card of a fact; or add or remove one of which at least one is held. */
export function withFact(draft, card) {
  if (has(draft, "card")) return { ...draft, among: [card] };
  const had = draft.among.includes(card);
  return { ...draft, among: had ? draft.among.filter((one) => one !== card) : [...draft.among, card] };
}

/** Take a card that a player showed. */
export function withShown(draft, name, card) {
  const shows = draft.shows.includes(name) ? draft.shows : [name];
  return { ...draft, nobody: false, shows, shown: { ...draft.shown, [name]: card } };
}

/** Add or remove a player who showed, "" for nobody; by the rule "first" there is only one. */
export function toggleShow(draft, record, name) {
  if (name === "") return { ...draft, nobody: true, shows: [], shown: {} };
  const had = draft.shows.includes(name);
  if (record.answering !== "all" || name === null) return { ...draft, nobody: false, shows: [name] };
  const names = askedBy(record, draft.by);
  const shows = names.filter((one) => (one === name ? !had : draft.shows.includes(one)));
  return { ...draft, nobody: false, shows };
}

export function sees(record, draft, shower) {
  return ![record.viewpoint, shower].includes(null) && [draft.by, shower].includes(record.viewpoint);
}

/** The cards of the guess that a player can have shown: mine are in my hand, theirs are not. */
export function showable(record, draft, shower) {
  const mine = shower === record.viewpoint;
  return draft.cards.filter((card) => card !== null && record.hand.includes(card) === mine);
}

/** The card that was shown, or the only possible one. */
export function shownBy(draft, record, shower) {
  const cards = isNamed(draft) ? showable(record, draft, shower) : [];
  return draft.shown[shower] ?? (cards.length === 1 ? cards[0] : undefined);
}

/** The next question about a draft; empty if it is complete. */
export function missing(draft, record) {
  if (!draft.by) return t("missing.who");
  return KINDS[draft.kind].map((part) => PARTS[part].missing(draft, record)).find(Boolean) ?? "";
}

/** The event of a complete draft, as in a record. */
export function eventOf(draft, record) {
  const { kind } = draft;
  return Object.assign({ kind }, ...KINDS[kind].map((part) => PARTS[part].fields(draft, record)));
}

/** The draft of an event; null if the keys cannot express it. */
export function draftOf(event, record) {
  const { kind, player, by = player, card, cards = [card], correct = null, shows = [], passed = null } = event;
  if (!(kind in KINDS)) return null;
  const seen = shows.filter((show) => show.card);
  const draft = {
    ...blank(by, kind),
    ...(has(event, "guess") ? { cards } : { among: cards }),
    correct,
    nobody: has(event, "answers") && shows.length === 0,
    shows: shows.map((show) => show.by),
    shown: Object.fromEntries(seen.map((show) => [show.by, show.card])),
    passed,
  };
  return seen.some((show) => !sees(record, draft, show.by)) ? null : draft;
}
