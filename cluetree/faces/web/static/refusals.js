// Why something was refused, in words.

import { inEnglish } from "./dom.js";
import { listed, t } from "./language.js";

const NAMES = { unknown_card: "card", unknown_player: "player" };

/** What the core said: of names in the page's language, of the rest in English. */
export function reasonOf({ message, data = {} }) {
  const { kind, word, candidates = [], ambiguous } = data;
  const what = NAMES[kind];
  if (what === undefined || word === undefined) return inEnglish(message);
  if (!candidates.length) return t(`refusal.unknown_${what}`, { word });
  const names = listed(candidates, "disjunction");
  return t(ambiguous ? `refusal.ambiguous_${what}` : `refusal.meant_${what}`, { word, names });
}
