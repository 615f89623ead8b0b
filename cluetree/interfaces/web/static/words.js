// Marks and numbers. Sentences about the game come from the core.

import { t } from "./language.js";
import { ENVELOPE } from "./table.js";

/** Write a chance as a percentage that is 0 or 100 only if it is certain. */
export function percent(chance) {
  let value = `${Math.round(chance * 100)}`;
  if (chance > 0 && chance < 0.01) value = "<1";
  if (chance > 0.99 && chance < 1) value = ">99";
  return t("number.percent", { value });
}

export function placeName(place) {
  return place === ENVELOPE ? t("place.envelope") : place;
}

const SIGNS = { holds: "✓", lacks: "✗", face: "▤", clash: "!" };

const marked = (kind) => ({ kind, sign: SIGNS[kind], word: t(`mark.${kind}`) });

/** The mark of one card and one place: a sign and a word, never a colour alone. */
export function markOf(solution, record, card, place) {
  if (!solution.consistent) return marked("clash");
  if (record.face_up.includes(card)) return marked("face");
  const odds = solution.probabilities[card][place]; // undefined if it is open and was not counted
  if (odds === 1 || odds === 0) return marked(odds ? "holds" : "lacks");
  return { kind: "open", sign: "?", word: odds === undefined ? "?" : percent(odds), odds };
}

/** The key of a place and a card among my marks, and that of my note there. */
export const keyOf = (place, card) => `${place}/${card}`;
export const noteOf = (place, card) => `${keyOf(place, card)}/note`;

/** A mark that I made myself; empty if there is none. */
export function writtenMark(paper, place, card) {
  const sign = paper[keyOf(place, card)] ?? "";
  const kind = { "✓": "holds", "✗": "lacks", "?": "unsure" }[sign] ?? "blank";
  return { kind, sign, word: "" };
}

export function spokenMark(card, place, { kind, word = "" }) {
  const hidden = place === ENVELOPE && ["holds", "lacks", "open"].includes(kind);
  return t(hidden ? `spoken.envelope_${kind}` : `spoken.${kind}`, { card, place, chance: word });
}
