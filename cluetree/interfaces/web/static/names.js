// Which card a word means, by the rules of the library (`cluetree/cards.py`): no other word may be
// found here than is found there, and no word to mean another card.

import { cardsOf } from "./table.js";

/** Fold as Python does: `ß` is `ss`, and a letter at the end of a word is like any other. */
export function folded(text) {
  return Array.from(text.toUpperCase(), (letter) => letter.toLowerCase()).join("");
}

function keysOf(text, titles) {
  const bare = folded(text).normalize("NFKD").replace(/[\p{M}'’]/gu, "");
  const words = bare.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const full = words.join("") || folded(text.trim());
  return { full, short: words.filter((word) => !titles.includes(word)).join("") || full };
}

const WAYS = [
  (name, word) => name.printed && name.full === word.full,
  (name, word) => name.printed && name.short === word.short,
  (name, word) => name.full === word.full || name.short === word.short,
  (name, word) => word.full !== word.short && name.printed && name.full.startsWith(word.full),
  (name, word) => name.printed && name.short.startsWith(word.short),
  (name, word) => name.printed && name.full.startsWith(word.full),
  (name, word) => name.full.startsWith(word.full),
  (name, word) => name.short.startsWith(word.short),
];

const known = new WeakMap(); // the names of a deck, with their keys

function namesOf(deck) {
  if (!known.has(deck)) {
    const named = (card, text, printed) => ({ card, printed, ...keysOf(text, deck.titles) });
    const names = cardsOf(deck).flatMap((card) => [
      named(card, card, true),
      ...(deck.aliases[card] ?? []).map((alias) => named(card, alias, false)),
    ]);
    known.set(deck, names);
  }
  return known.get(deck);
}

/** The card that a word means; null if none, or several. */
export function cardNamed(text, deck) {
  const said = text.replaceAll('"', "");
  if (said.trim() === "") return null;
  if (cardsOf(deck).includes(said)) return said;
  const word = keysOf(said, deck.titles);
  for (const fits of WAYS) {
    const found = new Set(namesOf(deck).filter((name) => fits(name, word)).map(({ card }) => card));
    if (found.size) return found.size === 1 ? [...found][0] : null;
  }
  return null;
}

/** A suspect's name without its title, where that is enough to be understood; of others, all of it. */
export function shortName(card, deck) {
  const rest = card.slice(card.indexOf(" ") + 1);
  return deck.suspects.includes(card) && cardNamed(rest, deck) === card ? rest : card;
}
