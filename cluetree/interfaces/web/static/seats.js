// A set-up that is edited: its content, and what is wrong with it.

import { day, listed, t } from "./language.js";
import { CATEGORIES, ENVELOPE, cardsOf, categories, dealtOut, namesOf, shippedDeck } from "./table.js";

const RESERVED = ["envelope", "me", "nobody", "you"]; // words of an entry
export const NAMES = ["Ann", "Bob", "Cid", "Dora", "Eve", "Finn"];

/** The values of each rule, the usual one first. */
export const RULES = {
  answering: ["first", "all"],
  answers: ["clockwise", "anticlockwise"],
  questions: ["three cards", "one card", "two cards", "one or two cards"],
  replies: ["word", "card"],
  unanswered: ["nothing", "look"],
};
const rulesOf = (record) => Object.fromEntries(Object.entries(RULES).map(([rule, [usual]]) => [rule, record[rule] ?? usual]));

export function newSetUp(shipped, players = 4) {
  return {
    deck: shippedDeck(t("language.deck"), shipped),
    title: "",
    players: NAMES.slice(0, players).map((name, colour) => ({ name, size: null, colour })),
    down: lying(shippedDeck(t("language.deck"), shipped)), // hands that lie face down
    me: 0, // the seat; -1: an onlooker
    hand: new Set(),
    open: new Set(), // face-up cards
    rules: rulesOf({}),
  };
}

/** The hands that lie face down by the rules of a deck. */
export function lying(deck) {
  return deck.leaves_face_down ? [{ name: t("setup.pool"), size: null }] : [];
}

export function setUpOf(record, shipped) {
  const own = typeof record.edition !== "string";
  return {
    deck: own ? record.edition : shippedDeck(record.edition, shipped),
    title: record.title ?? "",
    players: record.players.map(seated),
    down: (record.face_down ?? []).map(seated),
    me: namesOf(record).indexOf(record.viewpoint),
    hand: new Set(record.hand),
    open: new Set(record.face_up),
    rules: rulesOf(record),
  };
}

function seated({ name, hand_size: size }) {
  return { name, was: name, size: size ?? Number.NaN }; // the name in the entries
}

/** The set-up of another game with the same players and deck, without cards. */
export function rematchOf(record, shipped) {
  const { deck, players, down, me, rules } = setUpOf(record, shipped);
  const again = (hands) => hands.map(({ name }) => ({ name, size: null }));
  return { ...newSetUp(shipped), deck, me, rules, players: again(players), down: again(down) };
}

function dealt({ deck, open }) {
  return cardsOf(deck).length - CATEGORIES.length - open.size;
}

/** The players, then the hands that lie face down. */
function handsOf(setUp) {
  return [...setUp.players, ...setUp.down];
}

/** The number of cards of each hand; NaN if unknown. By default hands are equal, or what is left over lies face down. */
export function sizesOf(setUp) {
  const { deck, players, down } = setUp;
  const cards = Math.max(0, dealt(setUp));
  const hands = handsOf(setUp);
  let even = dealtOut(cards, hands.length);
  const each = Math.floor(cards / players.length);
  const left = players.reduce((rest, { size }) => rest - (size ?? each), cards);
  if (down.length === 1 && (deck.leaves_face_down || cards % players.length)) even = [...players.map(() => each), Math.max(0, left)];
  return hands.map((hand, at) => hand.size ?? even[at]);
}

/** What is wrong, with numbers. */
export function troublesOf(setUp, events = []) {
  const names = handsOf(setUp).map((hand) => hand.name.trim());
  const twice = names.find((name, at) => name && names.indexOf(name) < at);
  return [
    deckTrouble(setUp.deck),
    names.includes("") ? t("trouble.no_name", { seat: names.indexOf("") + 1 }) : null,
    twice ? t("trouble.same_name", { name: twice }) : null,
    names.filter((name) => RESERVED.includes(name.toLowerCase())).map((name) => t("trouble.reserved", { name })),
    leaving(setUp, events),
    names.some((name) => /[:,"→]|->/u.test(name)) ? t("trouble.signs") : null,
    sizeTrouble(setUp),
    handTrouble(setUp),
  ].flat().filter(Boolean);
}

/** A player who left the table keeps the seat, because entries name the player. */
function leaving(setUp, events) {
  const there = new Set(handsOf(setUp).map((hand) => hand.was));
  const of = ({ by, player, to, players = [], shows = [], passed }) => [by, player, to, ...players, ...shows.map((show) => show.by), ...(passed ?? [])];
  const gone = [...new Set(events.flatMap(of))].find((name) => name && name !== ENVELOPE && !there.has(name));
  const at = events.flatMap((event, index) => (of(event).includes(gone) ? [index + 1] : []));
  return gone ? t("trouble.leaving", { name: gone, numbers: listed(at) }) : null;
}

function deckTrouble(deck) {
  const [empty] = categories(deck).filter(([, cards]) => cards.length === 0);
  if (empty) return t(`trouble.no.${empty[0]}`);
  const cards = cardsOf(deck).map((card) => card.toLowerCase());
  const twice = cardsOf(deck).find((card, at) => cards.indexOf(card.toLowerCase()) < at);
  return twice ? t("trouble.same_card", { name: twice }) : null;
}

function sizeTrouble(setUp) {
  const sizes = sizesOf(setUp);
  const known = sizes.filter((size) => !Number.isNaN(size));
  const sum = known.reduce((all, size) => all + size, 0);
  const cards = dealt(setUp);
  const whole = known.length === sizes.length;
  if (whole ? sum === cards : sum <= cards) return null;
  return t("trouble.sizes", { sizes: known.join(" + "), sum, count: cards });
}

function handTrouble(setUp) {
  if (setUp.me < 0) return null;
  const size = sizesOf(setUp)[setUp.me];
  const chosen = setUp.hand.size;
  if (Number.isNaN(size) || size === chosen) return null;
  const name = setUp.players[setUp.me].name.trim() || t("trouble.you");
  return t("trouble.hand", { name, cards: t("count.cards", { count: size }), count: chosen });
}

/** The default title of a game: the day, the other players, and a number if it is taken. */
export function titled(setUp, games, now = new Date()) {
  const names = setUp.players.map((player) => player.name.trim());
  const title = t("title.day", { day: day(now), names: listed(names.filter((_, seat) => seat !== setUp.me)) }).slice(0, 70);
  const taken = new Set(games.map(({ record }) => record.title));
  let [free, number] = [title, 1];
  while (taken.has(free)) {
    number += 1;
    free = t("title.again", { title, number });
  }
  return free;
}

/** The record of a set-up, with entries, in which players have their new names. */
export function recordOf(setUp, events = []) {
  const sizes = sizesOf(setUp);
  const known = sizes.map((size) => (Number.isNaN(size) ? null : size));
  const hands = handsOf(setUp).map(({ name }, at) => ({ name: name.trim(), hand_size: known[at] }));
  const players = hands.slice(0, setUp.players.length);
  const called = new Map(handsOf(setUp).map((hand, at) => [hand.was, hands[at].name]));
  return {
    title: setUp.title.trim(),
    edition: setUp.deck.id ?? ownDeck(setUp.deck),
    players,
    viewpoint: setUp.me < 0 ? null : players[setUp.me].name,
    hand: setUp.me < 0 ? [] : [...setUp.hand],
    face_up: [...setUp.open],
    face_down: hands.slice(players.length).filter((hand) => hand.hand_size !== 0),
    ...setUp.rules,
    events: events.map((event) => renamed(event, called)),
  };
}

/** A custom deck, without the aliases of removed cards. */
function ownDeck({ title = "", suspects, weapons, rooms, aliases = {} }) {
  const cards = cardsOf({ suspects, weapons, rooms });
  const kept = Object.entries(aliases).filter(([card]) => cards.includes(card));
  return { title, suspects, weapons, rooms, aliases: Object.fromEntries(kept) };
}

function renamed(event, called) {
  const name = (one) => called.get(one) ?? one;
  const copy = { ...event };
  for (const field of ["by", "player", "to"]) if (field in copy) copy[field] = name(copy[field]);
  for (const field of ["players", "passed"]) if (copy[field]) copy[field] = copy[field].map(name);
  if (copy.shows) copy.shows = copy.shows.map((show) => ({ ...show, by: name(show.by) }));
  return copy;
}
