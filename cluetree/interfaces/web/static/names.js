// Short names and pictures of cards.

import { drawn, h } from "./dom.js";
import { cardsOf } from "./table.js";

const COLOURS = ["scarlet", "mustard", "white", "green", "peacock", "plum", "orchid", "rose", "brown", "gray"];
const FACES = COLOURS.slice(0, 6); // those that are drawn
const WEAPONS = ["candlestick", "knife", "pipe", "revolver", "rope", "wrench", "poison"];
const ROOMS = ["kitchen", "ballroom", "conservatory", "dining", "billiard", "library", "lounge", "hall", "study"];
const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l");

/** The name of a card; a suspect's without the title, if that is unambiguous. */
export function shortName(card, deck) {
  const [title, ...rest] = card.split(" ");
  const short = rest.join(" ");
  const isTitle = deck.titles.includes(plain(title).replaceAll(".", ""));
  const isAlone = cardsOf(deck).filter((one) => one === short || one.endsWith(` ${short}`)).length === 1;
  return deck.suspects.includes(card) && short && isTitle && isAlone ? short : card;
}

/** The name of a card's picture, and of a suspect's colour, found by the English aliases. */
function lookOf(card, deck) {
  const words = plain([card, ...(deck.aliases[card] ?? [])].join(" "));
  const among = (known) => known.find((one) => words.includes(one));
  const seat = deck.suspects.indexOf(card);
  if (seat < 0) return { name: deck.weapons.includes(card) ? (among(WEAPONS) ?? "weapon") : (among(ROOMS) ?? "room") };
  const colour = among(COLOURS) ?? COLOURS[seat % COLOURS.length];
  return { name: FACES.includes(colour) ? colour : "face", colour };
}

/** The picture of a card; a suspect's has its colour. */
function pictureOf(card, deck) {
  const { name, colour } = lookOf(card, deck);
  return picture(name, colour ? ` suspect c-${colour}` : "");
}

/** A card with its large picture. */
export function cardView(card, deck) {
  return h("div", { class: "front" }, pictureOf(card, deck), h("b", { lang: deck.lang }, shortName(card, deck)));
}

/** The pawn of a player. */
export function pawn(colour) {
  return h("span", { class: `pawn p-${colour}`, "aria-hidden": "true" }, picture("pawn"));
}

export function picture(name, kind = "") {
  return drawn("svg", { class: `picture${kind}`, "aria-hidden": "true" }, drawn("use", { href: `static/icons.svg#${name}` }));
}

export function labelOf(card, deck) {
  return [pictureOf(card, deck), h("span", { class: "card", lang: deck.lang }, shortName(card, deck))];
}
