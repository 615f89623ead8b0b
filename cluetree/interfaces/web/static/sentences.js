// Explanations of the core in the page's language: it names the texts, and what is put into them.

import { h } from "./dom.js";
import { listed, t } from "./language.js";
import { shortName } from "./names.js";
import { sentence } from "./words.js";

const CARDS = ["card", "cards", "any"];

/** A sentence of the core, without capital and full stop. */
export function worded({ key, values }, deck) {
  const part = (name, one) => {
    if (one !== null && typeof one === "object") return worded(one, deck);
    return CARDS.includes(name) ? shortName(String(one), deck) : one;
  };
  const texts = Object.entries(values).map(([name, value]) => {
    if (!Array.isArray(value)) return [name, part(name, value)];
    const parts = value.map((one) => part(name, one));
    return [name, listed(parts, name === "any" ? "disjunction" : "conjunction")];
  });
  return t(key, Object.fromEntries(texts));
}

/** An argument, a paragraph for each point. */
export function argument(points, deck) {
  return points.map((point) => h("p", {}, point.map((one) => `${sentence(worded(one, deck))}. `)));
}
