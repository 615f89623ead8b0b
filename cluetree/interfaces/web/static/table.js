// The set-up of a game, as its record has it: seats, cards, whose eyes.

export const ENVELOPE = "envelope";

export const CATEGORIES = ["suspect", "weapon", "room"];

export function shippedDeck(id, { editions }) {
  return editions.find((edition) => edition.id === id);
}

/** The deck of a record: its cards by category, their other names, and words that are left out. */
export function deckOf(record, shipped) {
  const { edition } = record;
  const found = typeof edition === "string" ? shippedDeck(edition, shipped) : edition;
  const { suspects, weapons, rooms, aliases = {} } = found;
  return { suspects, weapons, rooms, aliases, titles: shipped.titles };
}

/** Every category with its name for one card and its cards. */
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

/** Who is asked after a player, in turn; everybody, if it is not known after whom. */
export function leftOf(record, player) {
  const names = namesOf(record);
  const seat = names.indexOf(player);
  if (seat < 0) return names;
  return [...names.slice(seat + 1), ...names.slice(0, seat)];
}

/** How many cards each player gets if a deck is dealt out, the first ones first. */
export function dealtOut(cards, players) {
  const each = Math.floor(cards / players);
  return Array.from({ length: players }, (_, seat) => each + (seat < cards % players ? 1 : 0));
}
