// The set-up of a game, as its record has it: seats, cards, whose eyes.

export const ENVELOPE = "envelope";

/** The cards of a deck by category. */
export function deckOf(record, editions) {
  const found =
    typeof record.edition === "string"
      ? editions.find((edition) => edition.id === record.edition)
      : record.edition;
  const { suspects, weapons, rooms, aliases = {} } = found;
  return { suspects, weapons, rooms, aliases };
}

/** Every category with its name for one card and its cards. */
export function categories(deck) {
  return [
    ["suspect", deck.suspects],
    ["weapon", deck.weapons],
    ["room", deck.rooms],
  ];
}

/** All cards, as the deck lists them. */
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

/** A card's name without its title, where that is enough to tell it from all others. */
export function shortName(card, deck) {
  const rest = card.slice(card.indexOf(" ") + 1);
  if (!deck.suspects.includes(card) || rest === card) return card;
  const others = cardsOf(deck).filter((other) => other !== card);
  return others.some((other) => other.split(" ").includes(rest)) ? card : rest;
}

/** How many cards each player gets if a deck is dealt out, the first ones first. */
export function dealtOut(cards, players) {
  const each = Math.floor(cards / players);
  return Array.from({ length: players }, (_, seat) => each + (seat < cards % players ? 1 : 0));
}
