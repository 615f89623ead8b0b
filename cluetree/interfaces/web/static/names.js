// What a card is called where there is little room.

import { cardsOf } from "./table.js";

/** A suspect's name without its title, unless another card ends so too; of others, all of it. */
export function shortName(card, deck) {
  const [title, ...rest] = card.split(" ");
  const short = rest.join(" ");
  const isTitle = deck.titles.includes(title.toLowerCase().replace(/\W/gu, ""));
  const isAlone = cardsOf(deck).filter((one) => one === short || one.endsWith(` ${short}`)).length === 1;
  return deck.suspects.includes(card) && short && isTitle && isAlone ? short : card;
}
