// An unfinished entry, and its event.

import { t } from "./language.js";
import { CATEGORIES, askedBy, namesOf } from "./table.js";

/** The parts of each kind of entry, in the order of their questions. */
export const KINDS = {
  suggestion: ["by", "guess", "answers"],
  accusation: ["by", "guess", "verdict"],
  holds: ["player", "onlyMe", "card"],
  lacks: ["player", "onlyMe", "card"],
  holds_one_of: ["player", "number", "onlyMe", "cards"],
  one_holds: ["places", "onlyMe", "card"],
  saw: ["by", "to", "card"],
  question: ["by", "to", "onlyMe", "cards", "response"],
};

/** Of each part: the next question about it, false if it is complete, and what it says in the event. */
const PARTS = {
  by: { missing: ({ by }, record) => !namesOf(record).includes(by) && "who", fields: ({ by }) => ({ by }) },
  player: { missing: ({ by }) => !by && "who", fields: ({ by }) => ({ player: by }) },
  to: { missing: ({ by, to }) => (!to || to === by) && "to", fields: ({ kind, to }) => (kind === "saw" ? { player: to } : { to }) },
  cards: { missing: ({ among }) => !among.length && "cards", fields: ({ among }) => ({ cards: among }) },
  card: {
    missing: ({ kind, by, among }, { viewpoint }) => !among.length && (kind !== "saw" || by === viewpoint) && "card",
    fields: ({ among: [card = null] }) => ({ card }),
  },
  places: {
    missing: ({ places }) => !places.length && "who",
    fields: ({ places }) => (places.length > 1 ? { players: places } : { kind: "holds", player: places[0], only_me: false }),
  },
  onlyMe: { missing: () => false, fields: ({ onlyMe }) => (onlyMe === null ? {} : { only_me: onlyMe }) },
  number: {
    missing: ({ among, number: [, count] }) => among.length < Math.max(2, count) && "cards",
    fields({ among: { length }, number: [how, count] }) {
      return { kind: "holds_some", least: how === "most" ? 0 : count, most: how === "least" ? length : count };
    },
  },
  response: {
    missing: ({ response, among }) => !(response && [null, ...among].includes(response[1])) && "response",
    fields: (draft, record) => ({ answer: draft.response[0], card: sees(record, draft, draft.to) ? draft.response[1] : null }),
  },
  verdict: {
    missing: ({ verdict }) => verdict === null && "verdict",
    fields: ({ verdict }) => (typeof verdict === "number" ? { correct: false, right: verdict } : { correct: verdict }),
  },
  guess: {
    missing: ({ cards }) => cards.includes(null) && `which.${CATEGORIES[cards.indexOf(null)]}`,
    fields: ({ cards }) => ({ cards }),
  },
  answers: {
    missing(draft, record) {
      if (!draft.nobody && draft.shows.length === 0) return "shower";
      return draft.shows.some((name) => sees(record, draft, name) && !shownBy(draft, record, name)) && "card";
    },
    fields(draft, record) {
      const cardOf = (name) => (sees(record, draft, name) && shownBy(draft, record, name)) || null;
      const shows = draft.shows.map((name) => ({ by: name, card: cardOf(name) }));
      return { shows, ...(draft.passed && { passed: draft.passed }) };
    },
  },
};

/** An empty draft of a player. */
export function blank(by, kind = "suggestion") {
  return {
    kind, // one of KINDS
    by, // the player who suggests, accuses, asks or saw, or whom the fact is about
    to: null, // the player who is asked, or the holder of the card that was seen
    places: [], // those of which one holds the card
    cards: [null, null, null],
    among: [], // the card of a fact; cards of which some are held, or that are asked for
    number: ["least", 1], // "least", "exactly" or "most", and how many of the cards are held
    onlyMe: null, // whether I alone know it; null: only if it is about no player
    verdict: null, // whether an accusation is right, or how many of its cards are
    response: null, // to a question: "yes", "no", "shows", or null if it was not heard; and the card
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
  return { ...draft, kind, among: has({ kind }, "cards") ? draft.among : draft.among.slice(0, 1) };
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

/** Add or remove one of several. */
export function toggled(all, one) {
  return all.includes(one) ? all.filter((other) => other !== one) : [...all, one];
}

/** Take a card that a player showed. */
export function withShown(draft, name, card) {
  const shows = draft.shows.includes(name) ? draft.shows : [name];
  return { ...draft, nobody: false, shows, shown: { ...draft.shown, [name]: card } };
}

/** Add or remove a player who showed, "" for nobody; by the rule "first" there is only one. */
export function toggleShow(draft, record, name) {
  if (name === "") return { ...draft, nobody: true, shows: [], shown: {} };
  if (record.answering !== "all" || name === null) return { ...draft, nobody: false, shows: [name] };
  const shows = toggled(draft.shows, name);
  return { ...draft, nobody: false, shows: askedBy(record, draft.by).filter((one) => shows.includes(one)) };
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
  const question = KINDS[draft.kind].map((part) => PARTS[part].missing(draft, record)).find(Boolean);
  return question ? t(`missing.${question}`) : "";
}

/** The event of a complete draft, as in a record. */
export function eventOf(draft, record) {
  const { kind } = draft;
  return Object.assign({ kind }, ...KINDS[kind].map((part) => PARTS[part].fields(draft, record)));
}

/** The draft of an event; null if the keys cannot express it. */
export function draftOf(event, record) {
  const { player, by = player, to = player, card, cards = card ? [card] : [], shows = [], answer, right, correct } = event;
  const { least = 1, most = cards.length, players = [], only_me: onlyMe = null, passed = null } = event;
  const kind = event.kind === "holds_some" ? "holds_one_of" : event.kind;
  const how = most === cards.length ? "least" : least === most ? "exactly" : least === 0 ? "most" : null;
  if (!(kind in KINDS) || how === null) return null;
  const seen = [...shows, ...(answer && card ? [{ by: to, card }] : [])].filter((show) => show.card);
  const draft = {
    ...blank(by, kind),
    ...(has({ kind }, "guess") ? { cards } : { among: cards }),
    ...{ to, onlyMe, passed, places: players, number: [how, how === "least" ? least : most] },
    verdict: right ?? correct ?? null,
    response: answer === undefined ? null : [answer, card ?? null],
    nobody: has({ kind }, "answers") && shows.length === 0,
    shows: shows.map((show) => show.by),
    shown: Object.fromEntries(seen.map((show) => [show.by, show.card])),
  };
  return seen.some((show) => !sees(record, draft, show.by)) ? null : draft;
}
