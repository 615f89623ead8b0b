// What the page says: marks, numbers and facts in words. Nothing is worked out here.

import { listed, number, parts, t } from "./language.js";
import { ENVELOPE } from "./table.js";

/** Write a chance as a percentage that is 0 or 100 only if it is sure. */
export function percent(chance) {
  return t("number.percent", { value: rounded(chance) });
}

function rounded(chance) {
  if (chance > 0 && chance < 0.01) return "<1";
  return chance > 0.99 && chance < 1 ? ">99" : `${Math.round(chance * 100)}`;
}

const MATTERS = { bits: 0.1, chance: 0.02 }; // errors that are shown

/** Write an estimate of bits, with its error if it matters. */
export function bits({ value, error = 0 }) {
  const figure = error >= MATTERS.bits ? `${number(value, 2)} ± ${number(error, 2)}` : number(value, 2);
  return t("number.bits", { value: figure });
}

/** Write an estimated chance, with its error if it matters. */
export function chance({ value, error }) {
  if (!(error >= MATTERS.chance)) return percent(value);
  return t("number.percent", { value: `${Math.round(value * 100)}\u00a0±\u00a0${Math.ceil(error * 100)}` });
}

export function placeName(place) {
  return place === ENVELOPE ? t("place.envelope") : place;
}

/** Say what a suggestion can be expected to tell, and how likely it solves it if that is worth saying. */
export function worth({ left, learned, solves }) {
  return [
    t(`advice.left.${left}`),
    left === "all" ? "" : t(`advice.learn.${learned}`),
    solves >= 0.01 ? t("advice.solves", { chance: percent(solves) }) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/** Say what speaks for showing a card, or against it. */
export function showing({ verdict, more }, { asker, choices }) {
  return t(`show.why.${verdict}`, { asker, best: choices[0].card, bits: bits(more) });
}

/** Say how near a player is to the answer; the name may be an element. */
export function closeness({ name, knows, bits: open }) {
  if (knows.value > 0.99) return parts("rivals.knows", { name });
  if (knows.value > 0.5) return parts("rivals.probably", { name });
  if (knows.value > 0.1) return parts("rivals.may", { name });
  return parts("rivals.choosing", { name, count: answersOf(open) });
}

/** The same in short, beside a picture. */
export function nearness({ knows, bits: open }) {
  if (knows.value > 0.5) return t("story.knows", { chance: chance(knows) });
  return t("story.about", { count: answersOf(open) });
}

function answersOf({ value }) {
  return Math.max(2, Math.round(2 ** value));
}

const SIGNS = { holds: "✓", lacks: "✗", face: "▤", clash: "!" };

const marked = (kind) => ({ kind, sign: SIGNS[kind], word: t(`mark.${kind}`) });

/** The mark of one card and one place: a sign and a word, never a colour alone. */
export function markOf(solution, record, card, place) {
  if (!solution.consistent) return marked("clash");
  if (record.face_up.includes(card)) return marked("face");
  const odds = solution.probabilities[card][place];
  if (odds === 1) return marked("holds");
  if (odds === 0) return marked("lacks");
  return { kind: "open", sign: "?", word: percent(odds), odds };
}

export function spokenMark(card, place, { kind, word }) {
  const hidden = place === ENVELOPE && ["holds", "lacks", "open"].includes(kind);
  return t(hidden ? `spoken.envelope_${kind}` : `spoken.${kind}`, { card, place, chance: word });
}

export function factOf({ player, card, holds }) {
  const what = holds ? "holds" : "lacks";
  if (player === ENVELOPE) return t(`fact.envelope_${what}`, { card });
  return t(`fact.${what}`, { place: player, card });
}

export function told(event) {
  if (event.kind === "holds_one_of") return t("told.one_of", { name: event.player, cards: event.cards.join(", ") });
  if (event.kind === "holds" || event.kind === "lacks") return factOf({ ...event, holds: event.kind === "holds" });
  const said = { name: event.by, cards: event.cards.join(", ") };
  if (event.kind === "accusation") return t(event.correct ? "told.right" : "told.wrong", said);
  const answers = answersTo(event).join(", ");
  return t("told.suggestion", { ...said, arrow: "->", answers }); // as it is typed
}

function answersTo({ shows, passed }) {
  const shown = shows.map(({ by, card }) => {
    const name = by ?? t("told.somebody");
    return card ? t("advice.shows", { name, card }) : t("entry.shows", { name });
  });
  if (!passed) return shown.length ? shown : [t("entry.nobody")];
  return [...(passed.length ? passed.map((name) => t("told.passes", { name })) : [t("told.nobody_passes")]), ...shown];
}

export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Say what a step of a proof rests on. */
export function groundOf({ rule, events, uses }) {
  const grounds = [
    ...events.map((number) => t("why.entry", { number })),
    ...uses.map((number) => t("why.step", { number })),
  ];
  const name = t(`rule.${rule}`);
  return grounds.length ? t("why.ground", { rule: name, grounds: listed(grounds) }) : name;
}
