// What may be wrong with a new entry: said beside it, never in its way.

import { listed, t } from "./language.js";
import { leftOf } from "./table.js";

/** The hint about the last entry, if there is one; `turn` is the player whose turn it was. */
export function hintAbout({ entries, record, out }, turn) {
  const { event, line } = entries.at(-1);
  const before = entries.slice(0, -1);
  const twin = before.find((one) => one.line === line);
  if (twin) return t("hint.twice", { number: twin.number });
  if (before.some((one) => one.event.kind === "accusation" && one.event.correct)) return t("hint.over");
  const { by } = event;
  if (!by || !turn || by === turn) return "";
  const order = [turn, ...leftOf(record, turn)];
  const skipped = order.slice(0, order.indexOf(by)).filter((name) => !out.includes(name));
  const isBack = skipped.length > order.length / 2; // it would have skipped nearly everybody
  return t(isBack ? "hint.turn" : "hint.skipped", { name: turn, names: listed(skipped) });
}
