// What a change of the log meant: which cards are known now, how far the envelope has closed.

import { listed, t } from "./language.js";
import { ENVELOPE } from "./table.js";
import { factOf } from "./words.js";

/** Which cards have a place in one state of the game, and had none in the one before. */
export function newlyKnown(before, after) {
  const holder = ({ probabilities }, card) =>
    Object.entries(probabilities[card] ?? {}).find(([, odds]) => odds === 1)?.[0];
  return Object.keys(after.probabilities)
    .map((card) => [holder(after, card), card])
    .filter(([place, card]) => place !== undefined && holder(before, card) !== place);
}

export function possible(solution) {
  return solution.possible;
}

const MANY = 4;

/** Say what an entry told: "Now known: Jules holds Lounge. Envelope: 14 → 6." */
export function meaningOf(before, after, short = (card) => card) {
  if (!after.consistent || !before.consistent) return "";
  const said = [];
  const byPlace = new Map();
  for (const [place, card] of newlyKnown(before, after)) {
    byPlace.set(place, [...(byPlace.get(place) ?? []), short(card)]);
  }
  const [was, is] = [possible(before), possible(after)];
  if (is === 1) byPlace.delete(ENVELOPE); // the answer stands above all
  const known = [...byPlace].map(([place, cards]) => {
    const some = cards.length > MANY ? t("meaning.more", { count: cards.length }) : listed(cards);
    return factOf({ player: place, card: some, holds: true });
  });
  if (known.length) said.push(t("meaning.known", { facts: known.join("; ") }));
  said.push(...lostBetween(before, after, short));
  if (was !== is) said.push(t("meaning.envelope", { was, now: is }));
  if (said.length) return said.join(" ");
  return is > 1 ? t("meaning.nothing") : "";
}

/** Say what was certain before and is not any more: cards by name, of other marks the number. */
function lostBetween(before, after, short) {
  const cells = ({ probabilities }) =>
    Object.entries(probabilities).flatMap(([card, places]) => Object.entries(places).map(([place, odds]) => [card, place, odds]));
  const isKnown = (odds) => odds === 0 || odds === 1;
  const lost = cells(before).filter(([card, place, odds]) => {
    const now = after.probabilities[card]?.[place];
    return isKnown(odds) && now !== undefined && now !== odds;
  });
  const held = lost.filter(([, , odds]) => odds === 1);
  const facts = held.slice(0, MANY).map(([card, place]) => factOf({ player: place, card: short(card), holds: true }));
  if (!facts.length) return lost.length ? [t("meaning.lost_marks", { count: lost.length })] : [];
  const more = lost.length - facts.length;
  if (more) facts.push(t("meaning.marks", { count: more }));
  return [t("meaning.lost", { facts: facts.join("; ") })];
}

/** Say what brought a log from one state to another: which entry went, came or changed. */
export function changeOf(before, after) {
  const [old, now] = [before, after].map((entries) => entries.map((entry) => entry.told));
  const at = old.findIndex((entry, number) => entry !== now[number]);
  const number = (at < 0 ? old.length : at) + 1;
  if (now.length < old.length) return t("change.gone", { number, entry: old[number - 1] });
  if (now.length > old.length) return t("change.back", { number, entry: now[number - 1] });
  if (at >= 0) return t("change.again", { number, entry: now[at] });
  return t("change.set_up");
}
