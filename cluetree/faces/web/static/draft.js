// An entry that is being tapped together, and the event that it says.

import { leftOf } from "./table.js";

/** Nothing tapped yet; the player whose turn it is asks. */
export function blank(by, kind = "suggestion") {
  return {
    kind, // suggestion, accusation, holds or lacks
    by, // who suggests, accuses, or whom the fact is about
    cards: [null, null, null],
    card: null, // of a fact
    correct: false,
    nobody: false,
    shows: [], // names, in the order of the seats
    shown: {}, // by name, which card was seen
    passed: null, // names; null: as the seats imply
  };
}

/** Take or drop somebody who showed; by the rule "first" there is one. */
export function toggleShow(draft, record, name) {
  const had = draft.shows.includes(name);
  if (record.answering !== "all") return { ...draft, nobody: false, shows: [name] };
  const names = leftOf(record, draft.by);
  const shows = names.filter((one) => (one === name ? !had : draft.shows.includes(one)));
  return { ...draft, nobody: false, shows };
}

/** Whether I see the card that somebody shows. */
export function sees(record, draft, shower) {
  return record.viewpoint !== null && [draft.by, shower].includes(record.viewpoint);
}

/** The cards that somebody may have shown to me or I to them; of my own hand I know it. */
export function showable(record, draft, shower) {
  const cards = draft.cards.filter((card) => card !== null);
  return shower === record.viewpoint ? cards.filter((card) => record.hand.includes(card)) : cards;
}

/** The card that was tapped as shown; or the only one of mine that it can be. */
export function shownBy(draft, record, shower) {
  const mine = shower === record.viewpoint ? showable(record, draft, shower) : [];
  return draft.shown[shower] ?? (mine.length === 1 ? mine[0] : undefined);
}

/** What is still to be tapped, in words; empty if the entry is whole. */
export function missing(draft, record) {
  if (!draft.by) return "Who?";
  if (draft.kind === "holds" || draft.kind === "lacks") return draft.card ? "" : "Which card?";
  const at = draft.cards.indexOf(null);
  if (at >= 0) return ["Which suspect?", "Which weapon?", "Which room?"][at];
  if (draft.kind === "accusation") return "";
  if (!draft.nobody && draft.shows.length === 0) return "Who showed a card?";
  const unseen = draft.shows.find(
    (name) => sees(record, draft, name) && !shownBy(draft, record, name),
  );
  return unseen ? `Which card did ${unseen} show?` : "";
}

/** The event that a whole draft says, as it stands in a record. */
export function eventOf(draft, record) {
  const { kind, by, cards } = draft;
  if (kind === "holds" || kind === "lacks") return { kind, player: by, card: draft.card };
  if (kind === "accusation") return { kind, by, cards, correct: draft.correct };
  const shows = draft.shows.map((name) => ({
    by: name,
    card: sees(record, draft, name) ? shownBy(draft, record, name) : null,
  }));
  const event = { kind, by, cards, shows };
  return draft.passed === null ? event : { ...event, passed: draft.passed };
}

/** The draft that says an event; null for an event that is not tapped together. */
export function draftOf(event) {
  if (event.kind === "holds" || event.kind === "lacks") {
    return { ...blank(event.player, event.kind), card: event.card };
  }
  if (event.kind === "accusation") {
    return { ...blank(event.by, "accusation"), cards: [...event.cards], correct: event.correct };
  }
  if (event.kind !== "suggestion") return null;
  const shows = event.shows ?? [];
  return {
    ...blank(event.by),
    cards: [...event.cards],
    nobody: shows.length === 0,
    shows: shows.map((show) => show.by),
    shown: Object.fromEntries(shows.filter((show) => show.card).map((show) => [show.by, show.card])),
    passed: event.passed ?? null,
  };
}
