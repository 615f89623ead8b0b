// Why something was refused, in words.

import { h, inEnglish } from "./dom.js";
import { listed, parts, t } from "./language.js";

const NAMES = { unknown_card: "card", unknown_player: "player" };
const ABOUT = {
  record: "reading",
  invalid_event: "rules",
  invalid_guess: "rules",
  invalid_table: "set_up",
  invalid_edition: "set_up",
};

/** What the core said: of names in the page's language, of the rest its details in English. */
export function reasonOf({ message, data = {} }) {
  const why = withoutPlace({ message, data });
  const { line, path = "" } = data;
  const entry = /^\$\.params\.record\.events\[(\d+)\]/u.exec(path);
  if (entry) return parts("refusal.entry", { number: Number(entry[1]) + 1, why: h("span", {}, why) });
  if (line && path.startsWith("$.params.record")) return parts("refusal.line", { line, why: h("span", {}, why) });
  return why;
}

function withoutPlace({ message, data }) {
  const { kind, word, candidates = [], ambiguous } = data;
  if (kind === undefined) return message; // the page's own words
  const what = NAMES[kind];
  if (what === undefined || word === undefined) {
    return parts(`refusal.${ABOUT[kind] ?? "other"}`, { why: inEnglish(message) });
  }
  if (!candidates.length) return t(`refusal.unknown_${what}`, { word });
  const names = listed(candidates, "disjunction");
  return t(ambiguous ? `refusal.ambiguous_${what}` : `refusal.meant_${what}`, { word, names });
}
