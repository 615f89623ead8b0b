// An unfinished entry, and its event.

import { t } from "./language.js";
import { CATEGORIES, askedBy } from "./table.js";

export const KINDS = ["suggestion", "accusation", "holds", "lacks", "holds_one_of"];

/** An empty draft of a player. */
export function blank(by, kind = "suggestion") {
  return {
    kind, // suggestion, accusation, holds, lacks or holds_one_of
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

export function isFact({ kind }) {
  return ["holds", "lacks", "holds_one_of"].includes(kind);
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
  if (draft.kind !== "holds_one_of") return { ...draft, among: [card] };
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
  const cards = draft.cards.includes(null) ? [] : showable(record, draft, shower);
  return draft.shown[shower] ?? (cards.length === 1 ? cards[0] : undefined);
}

/** The next question about a draft; empty if it is complete. */
export function missing(draft, record) {
  if (!draft.by) return t("missing.who");
  if (draft.kind === "holds_one_of") return draft.among.length > 1 ? "" : t("missing.cards");
  if (isFact(draft)) return draft.among.length ? "" : t("missing.card");
  const at = draft.cards.indexOf(null);
  if (at >= 0) return t(`missing.which.${CATEGORIES[at]}`);
  if (draft.kind === "accusation") return draft.correct === null ? t("missing.verdict") : "";
  if (!draft.nobody && draft.shows.length === 0) return t("missing.shower");
  const unseen = draft.shows.find((name) => sees(record, draft, name) && !shownBy(draft, record, name));
  return unseen ? t("missing.card") : "";
}

/** The event of a complete draft, as in a record. */
export function eventOf(draft, record) {
  const { kind, by, among, cards, correct, passed } = draft;
  if (kind === "holds_one_of") return { kind, player: by, cards: among };
  if (isFact(draft)) return { kind, player: by, card: among[0] };
  if (kind === "accusation") return { kind, by, cards, correct };
  const shows = draft.shows.map((name) => ({
    by: name,
    card: (sees(record, draft, name) && shownBy(draft, record, name)) || null,
  }));
  return { kind, by, cards, shows, ...(passed && { passed }) };
}

/** The draft of an event; null if the keys cannot express it. */
export function draftOf(event, record) {
  const { kind, player, by = player, card, cards = [card], correct = null, shows = [], passed = null } = event;
  if (!KINDS.includes(kind)) return null;
  const seen = shows.filter((show) => show.card);
  const draft = {
    ...blank(by, kind),
    ...(isFact(event) ? { among: cards } : { cards }),
    correct,
    nobody: kind === "suggestion" && shows.length === 0,
    shows: shows.map((show) => show.by),
    shown: Object.fromEntries(seen.map((show) => [show.by, show.card])),
    passed,
  };
  return seen.some((show) => !sees(record, draft, show.by)) ? null : draft;
}
