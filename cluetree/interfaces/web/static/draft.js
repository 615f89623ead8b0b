// An entry that is being put together, and the event that it says.

import { t } from "./language.js";
import { CATEGORIES, leftOf } from "./table.js";

export const KINDS = ["suggestion", "accusation", "holds", "lacks", "holds_one_of"];

/** Nothing said yet; the player whose turn it is asks. */
export function blank(by, kind = "suggestion") {
  return {
    kind, // suggestion, accusation, holds, lacks or holds_one_of
    by, // who suggests, accuses, or whom the fact is about
    cards: [null, null, null],
    among: [], // the cards of which one is held
    card: null, // of a fact
    correct: null, // how an accusation came out
    nobody: false,
    shows: [], // names, in the order of the seats; null alone: somebody, it is not known who
    shown: {}, // by name, which card was seen
    passed: null, // names; null: as the seats imply
  };
}

export function isFact({ kind }) {
  return ["holds", "lacks", "holds_one_of"].includes(kind);
}

/** Name another card; what was shown stays, if it is still one of those that were named. */
export function withCard(draft, at, card) {
  const cards = draft.cards.with(at, card);
  const shown = Object.entries(draft.shown).filter(([, seen]) => cards.includes(seen));
  return { ...draft, cards, shown: Object.fromEntries(shown) };
}

/** Name another player; who showed is no longer known then. */
export function withPlayer(draft, by) {
  return { ...draft, by, shows: [], shown: {}, nobody: false, passed: null };
}

export function toggleAmong(draft, card) {
  const had = draft.among.includes(card);
  return { ...draft, among: had ? draft.among.filter((one) => one !== card) : [...draft.among, card] };
}

/** Take or drop somebody who showed; by the rule "first" there is one. */
export function toggleShow(draft, record, name) {
  const had = draft.shows.includes(name);
  if (record.answering !== "all" || name === null) return { ...draft, nobody: false, shows: [name] };
  const names = leftOf(record, draft.by);
  const shows = names.filter((one) => (one === name ? !had : draft.shows.includes(one)));
  return { ...draft, nobody: false, shows };
}

export function sees(record, draft, shower) {
  return ![record.viewpoint, shower].includes(null) && [draft.by, shower].includes(record.viewpoint);
}

/** The cards that somebody may have shown to me, or I to them: mine are in my hand, theirs are not. */
export function showable(record, draft, shower) {
  const mine = shower === record.viewpoint;
  return draft.cards.filter((card) => card !== null && record.hand.includes(card) === mine);
}

/** The card that was named as shown; or the only one that it can be. */
export function shownBy(draft, record, shower) {
  const cards = draft.cards.includes(null) ? [] : showable(record, draft, shower);
  return draft.shown[shower] ?? (cards.length === 1 ? cards[0] : undefined);
}

/** What is still to be said, in words; empty if the entry is whole. */
export function missing(draft, record) {
  if (!draft.by) return t("missing.who");
  if (draft.kind === "holds_one_of") return draft.among.length > 1 ? "" : t("missing.cards");
  if (isFact(draft)) return draft.card ? "" : t("missing.card");
  const at = draft.cards.indexOf(null);
  if (at >= 0) return t(`missing.which.${CATEGORIES[at]}`);
  if (draft.kind === "accusation") return draft.correct === null ? t("missing.verdict") : "";
  if (!draft.nobody && draft.shows.length === 0) return t("missing.shower");
  const unseen = draft.shows.find(
    (name) => sees(record, draft, name) && !shownBy(draft, record, name),
  );
  return unseen ? t("missing.card") : "";
}

/** The event that a draft says, as in a record; fields that are not known yet are left out. */
export function eventOf(draft, record) {
  const { kind, by, cards } = draft;
  if (kind === "holds_one_of") return { kind, player: by, cards: draft.among };
  if (isFact(draft)) return { kind, player: by, card: draft.card ?? undefined };
  if (kind === "accusation") return { kind, by, cards, correct: draft.correct ?? undefined };
  const shows = draft.shows.map((name) => ({
    by: name,
    card: (sees(record, draft, name) && shownBy(draft, record, name)) || null,
  }));
  const event = { kind, by, cards };
  if (draft.nobody || shows.length) event.shows = shows;
  return draft.passed === null ? event : { ...event, passed: draft.passed };
}

/** The draft that says an event, or what is known of one; null if the keys cannot say it. */
export function draftOf(event, record) {
  const { kind, player, by = player, cards, card = null, correct = null, shows = [], passed = null } = event;
  if (!KINDS.includes(kind)) return null;
  const seen = shows.filter((show) => show.card);
  const draft = {
    ...blank(by, kind),
    ...(kind === "holds_one_of" ? { among: cards ?? [] } : { cards: cards ?? [null, null, null] }),
    card,
    correct,
    nobody: kind === "suggestion" && event.shows?.length === 0,
    shows: shows.map((show) => show.by),
    shown: Object.fromEntries(seen.map((show) => [show.by, show.card])),
    passed,
  };
  return seen.some((show) => !sees(record, draft, show.by)) ? null : draft;
}
