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
  const odds = oddsOf(solution, card, place);
  if (odds === 1) return marked("holds");
  if (odds === 0) return marked("lacks");
  return { kind: "open", sign: "?", word: odds === null ? "?" : percent(odds), odds };
}

/** The chance of a card at a place; null if it is open and the deals were not counted. */
function oddsOf({ counted, probabilities, holds, lacks }, card, place) {
  if (counted) return probabilities[card][place];
  const isIn = (pairs) => pairs.some(([where, one]) => where === place && one === card);
  if (isIn(holds)) return 1;
  return isIn(lacks) ? 0 : null;
}

/** The classes of a mark: its kind, and the tenths of its chance. */
export function kindOf({ kind, odds }) {
  return kind === "open" ? `open share-${Math.min(9, Math.max(1, Math.round(odds * 10)))}` : kind;
}

export function spokenMark(card, place, { kind, word }) {
  const hidden = place === ENVELOPE && ["holds", "lacks", "open"].includes(kind);
  return t(hidden ? `spoken.envelope_${kind}` : `spoken.${kind}`, { card, place, chance: word });
}
