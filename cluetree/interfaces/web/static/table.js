// The set-up in a record: seats, cards, viewpoint.

export const ENVELOPE = "envelope";

export const CATEGORIES = ["suspect", "weapon", "room"];

export function shippedDeck(id, { editions }) {
  return editions.find((edition) => edition.id === id);
}

/** The deck of a record: cards by category, aliases, their language, the titles that short names omit. */
export function deckOf(record, shipped) {
  const { edition } = record;
  const found = typeof edition === "string" ? shippedDeck(edition, shipped) : edition;
  const { suspects, weapons, rooms, aliases = {} } = found;
  const lang = found.id && (/-(de|es|fr|it|nl|pl|pt|sv)(-2016)?$/u.exec(found.id)?.[1] ?? "en"); // a deck of one's own: that of the page
  return { suspects, weapons, rooms, aliases, lang, titles: shipped.titles };
}

/** Every category with its cards. */
export function categories(deck) {
  return CATEGORIES.map((category) => [category, deck[`${category}s`]]);
}

export function cardsOf(deck) {
  return [...deck.suspects, ...deck.weapons, ...deck.rooms];
}

/** The names of the seats, clockwise. */
export function namesOf(record) {
  return record.players.map((player) => player.name);
}

/** All hands of a record: the players, then the hands that lie face down. */
export function handsOf(record) {
  return [...record.players, ...(record.face_down ?? [])];
}

/** The names of all hands, then the envelope. */
export function placesOf(record) {
  return [...handsOf(record).map((hand) => hand.name), ENVELOPE];
}

/** The players whom a player asks, in order; all players if it is unknown. */
export function askedBy(record, player) {
  const names = namesOf(record);
  const seat = names.indexOf(player);
  const left = [...names.slice(seat + 1), ...names.slice(0, Math.max(0, seat))];
  return record.answers === "anticlockwise" ? left.reverse() : left;
}

/** The number of cards of each player when cards are dealt; the first players get more. */
export function dealtOut(cards, players) {
  const each = Math.floor(cards / players);
  return Array.from({ length: players }, (_, seat) => each + (seat < cards % players ? 1 : 0));
}
