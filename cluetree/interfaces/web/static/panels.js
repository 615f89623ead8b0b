// What is said about the game: the envelope, proofs, repairs, advice.

import { button, choice, fill, folded, h, hint, labelled, list } from "./dom.js";
import { listed, number, parts, t } from "./language.js";
import { entryLinks } from "./log.js";
import { possible } from "./meaning.js";
import { shortName } from "./names.js";
import { CATEGORIES, ENVELOPE, categories, namesOf } from "./table.js";
import { bits, chance, closeness, factOf, groundOf, markOf, percent, placeName, sentence, told, worth } from "./words.js";

const BEST = 8;
const LIKELIEST = 5;
const CARDS = ["card", "cards", "any"]; // values of explanations that are cards
const HELP = ["Enter", "Sheet", "Log", "Advice", "Rivals", "Story", "Repair"];

/** A sentence of the core, which names a text and its values, without capital and full stop. */
function worded({ key, values }, deck) {
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

function argument(points, deck) {
  return points.map((point) => h("p", {}, point.map((one) => `${sentence(worded(one, deck))}. `)));
}

function terms(kind, rows) {
  return h("dl", { class: kind }, rows.map(([term, words]) => h("div", {}, h("dt", {}, term), h("dd", {}, words))));
}

export function helpView() {
  return terms("help", HELP.map((part) => [t(part === "Repair" ? "banner.find" : `tab.${part}`), t(`help.${part}`)]));
}

/** The envelope in a line, which unfolds to the odds of each card and the likeliest answers. */
export function envelopeView(place, { solution, good, deck }) {
  const open = place.querySelectorAll("details")[0]?.open ?? false;
  const now = solution.consistent ? solution : good;
  if (now === null) {
    fill(place, h("p", {}, t("envelope.repair_first")));
    return;
  }
  const unfolded = { class: "unfolded", tabindex: 0, role: "group", "aria-label": t("page.envelope") };
  fill(
    place,
    h(
      "details",
      { open, class: solution.consistent ? "" : "stale" },
      h("summary", { "data-key": "envelope" }, h("span", {}, summaryOf(now, deck))),
      h("div", unfolded, oddsView(now, deck)),
    ),
  );
}

function ranked(solution, cards) {
  return cards
    .map((card) => [card, solution.probabilities[card].envelope])
    .filter(([, odds]) => odds > 0)
    .sort((one, other) => other[1] - one[1]);
}

function summaryOf(solution, deck) {
  if (!solution.envelope.includes(null)) return ["✓ ", h("b", {}, listed(solution.envelope))];
  const count = h("b", {}, t("envelope.possible", { count: possible(solution) }));
  const likelier = categories(deck)
    .map(([, cards]) => ranked(solution, cards))
    .filter(([best, next]) => !next || percent(best[1]) !== percent(next[1]))
    .map(([[card, odds]]) => `${shortName(card, deck)} ${percent(odds)}`.replaceAll(" ", "\u00a0"));
  if (!likelier.length) return count;
  return parts("envelope.summary", { possible: count, cards: likelier.join(", ") });
}

function oddsView(solution, deck) {
  const { deals, draws, entropy, triples } = solution;
  const odds = categories(deck).map(([category, cards]) => {
    const words = ranked(solution, cards).map(([card, share]) => `${shortName(card, deck)} ${percent(share)}`);
    return [sentence(t(`one.${category}`)), words.join(", ")];
  });
  const likeliest = triples.slice(0, LIKELIEST).map(({ cards, probability }) =>
    t("advice.reply", { answer: listed(cards), chance: percent(probability) }),
  );
  const fitting = draws === undefined ? t("envelope.deals", { count: deals }) : t("envelope.estimates");
  const open = t("number.bits", { value: number(entropy, 1) });
  return [
    terms("odds", odds),
    h("h2", {}, t("envelope.likeliest")),
    list("ol", "", likeliest),
    hint(t("envelope.hint", { deals: fitting, bits: open })),
  ];
}

/** What stands above all: the answer, a clash, or that something is only supposed. */
export function bannerView(page) {
  const { solution, supposing, supposed } = page.game;
  const shown = [];
  if (!solution.consistent) {
    shown.push(
      h("p", { class: "trouble" }, t("banner.impossible", { clash: clashOf(solution.conflicts) })),
      button(t("banner.find"), () => page.show("Repair"), { class: "main" }),
    );
  } else if (!solution.envelope.includes(null)) shown.push(accuseView(page));
  if (supposing) {
    shown.push(
      h("p", {}, t("banner.what_if", { count: supposed.length })),
      button(t("banner.drop"), () => page.suppose(false)),
    );
  }
  return shown;
}

function clashOf([numbers]) {
  if (!numbers.length) return t("banner.clash_set_up");
  if (numbers.length === 1) return t("banner.clash_one", { number: numbers[0] });
  return t("banner.clash_some", { numbers: listed(numbers) });
}

/** The answer, and the way to accuse as long as the game goes on. */
export function accuseView(page) {
  const { solution, record, entries, out } = page.game;
  const cards = solution.envelope;
  const events = entries.map((entry) => entry.event);
  const over = events.find((event) => event.kind === "accusation" && event.correct);
  const named = h("b", {}, listed(cards));
  if (over) return h("p", { class: "accuse" }, parts("banner.solved", { name: over.by, cards: named }));
  const mine = record.viewpoint !== null && !out.includes(record.viewpoint);
  return [
    h("p", { class: "accuse" }, parts(mine ? "banner.accuse" : "banner.was", { cards: named })),
    mine ? button(t("banner.i_accuse"), () => page.name(cards, "accusation"), { class: "main" }) : null,
  ];
}

/** The proof of a mark, or two deals that leave it open. */
export function whyView(page, found, solution) {
  const { card } = (found.proof ?? found.open).fact;
  const { record, entries } = page.game;
  const stale = found.events < entries.length ? hint(t("grid.stale", { count: found.events })) : null;
  const places = [...namesOf(record), ENVELOPE].map((place) => {
    const { sign, word } = markOf(solution, record, card, place);
    const label = `${placeName(place)} ${sign === "?" ? word : sign}`;
    return button(label, () => page.why(place, card), { "aria-pressed": place === page.asked[0] });
  });
  return [
    h("div", { class: "row places", role: "group", "aria-label": t("why.where", { card }) }, places),
    stale,
    found.open ? openView(found.open, solution) : proofView(page, found),
  ];
}

function openView({ fact, so, not_so: notSo }, { probabilities }) {
  const odds = probabilities[fact.card][fact.player];
  return [
    h("p", {}, h("b", {}, t("why.open")), t("why.chance", { fact: factOf(fact), chance: percent(odds) })),
    h("h3", {}, t("why.so")),
    dealView(so),
    h("h3", {}, t("why.not_so")),
    dealView(notSo),
  ];
}

/** The argument in sentences; all of a long one, and its formal steps, are folded. */
function proofView(page, { proof, points, short }) {
  const { deck } = page.game;
  const rests = proof.events.length
    ? [h("p", {}, t("why.rests", { count: proof.events.length })), entryLinks(page, proof.events)]
    : h("p", {}, short.length ? null : t("why.set_up"));
  return [
    h("p", {}, h("b", {}, `${sentence(factOf(proof.fact))}.`)),
    argument(short, deck),
    JSON.stringify(points) === JSON.stringify(short) ? null : folded(t("why.whole"), argument(points, deck)),
    rests,
    folded(t("why.steps"), h("ol", { class: "proof" }, stepsUnder(proof.steps, null))),
  ];
}

/** The steps under an assumption, those of further assumptions within. */
function stepsUnder(steps, under) {
  return steps
    .filter((step) => step.under === under)
    .map((step) => {
      const fact = factOf(step.concludes);
      const inside =
        step.rule === "assumed"
          ? [h("b", {}, t("why.suppose", { fact })), h("ol", {}, stepsUnder(steps, step.id))]
          : [h("b", {}, sentence(fact)), ` (${groundOf(step)})`];
      return h("li", { value: step.id }, inside);
    });
}

function dealView(deal) {
  const places = new Map();
  for (const [card, place] of Object.entries(deal)) {
    places.set(place, [...(places.get(place) ?? []), card]);
  }
  return terms("deal", [...places].map(([place, cards]) => [placeName(place), cards.join(", ")]));
}

/** What clashes, and the single changes that would repair it. */
export function repairView(page, conflicts, clash, { repairs }) {
  const { deck, elsewhere } = page.game;
  const sets = conflicts.sets.map((numbers) =>
    numbers.length ? entryLinks(page, numbers) : h("p", {}, t("repair.clashing")),
  );
  const made = repairs.slice(0, BEST).map((repair, at) => {
    const change = clash.repairs[at] ? worded(clash.repairs[at], deck) : changeOf(repair);
    const where = repair.event ? t("repair.entry", { number: repair.event }) : t("repair.set_up");
    return [
      button(t("repair.change", { where, change }), () => page.repair(repair, change), { disabled: elsewhere }),
      hint(t("repair.chance", { chance: percent(repair.chance) })),
    ];
  });
  return [
    argument(clash.short, deck),
    h("p", {}, t("repair.cannot")),
    sets[0],
    h("p", {}, t(made.length ? "repair.one" : "repair.none")),
    made.length ? list("ol", "repairs", made) : null,
    h("p", {}, t("repair.or_set_up")),
    button(t("page.change_set_up"), () => page.show("Set-up"), { disabled: elsewhere }),
    sets.length > 1 ? folded(t("repair.more"), sets.slice(1)) : null,
  ];
}

/** What a repair changes: what should stand there, or how many cards a player has. */
export function changeOf({ replacement, sizes, candidates }) {
  if (sizes) {
    return listed(Object.entries(sizes).map(([name, count]) => t("repair.size", { name, cards: t("count.cards", { count }) })));
  }
  if (replacement === null) return t("repair.dropped");
  const entry = told(replacement); // with candidates, the likeliest of them
  return candidates ? t("repair.perhaps", { entry, count: candidates.length }) : t("repair.becomes", { entry });
}

/** What to suggest in some room, best first; a tap begins the entry. */
export function adviceView(page, rooms, { suggestions, exact, complete }) {
  const { deck } = page.game;
  const names = [["", t("advice.any_room")], ...deck.rooms.map((room) => [room, room])];
  const items = suggestions.slice(0, BEST).map((one, at) => [
    button(one.guess.map((card) => shortName(card, deck)).join(", "), () => page.name(one.guess)),
    h("p", {}, at === 0 ? h("b", {}, t("advice.best")) : null, worth(one)),
    folded(
      t("advice.numbers"),
      hint(t("advice.bits", { gain: bits({ value: one.gain }), leak: number(one.leak, 2) }), " ", settlesOf(one.settles)),
      list("ul", "", one.replies.slice(0, BEST).map((reply) => replyOf(one.guess, reply))),
    ),
  ]);
  return [
    labelled(t("advice.in"), choice(names, rooms[0] ?? "", (room) => page.advise(room ? [room] : []))),
    suggestions.length ? null : hint(t("advice.none")),
    suggestions.length && !exact ? hint(t("advice.estimates")) : null,
    suggestions.length && !complete ? hint(t("advice.not_all")) : null,
    list("ol", "advice", items),
  ];
}

function settlesOf(settles) {
  const odds = Object.entries(settles).map(([category, share]) => `${t(`one.${category}`)} ${percent(share)}`);
  return t("advice.settles", { odds: odds.join(", ") });
}

function replyOf(guess, { probability, shows }) {
  const each = Object.entries(shows).map(([name, kind]) => t("advice.shows", { name, card: guess[CATEGORIES.indexOf(kind)] }));
  const answer = each.length ? listed(each) : t("advice.nobody");
  return t("advice.reply", { chance: percent(probability), answer });
}

export function rivalsView(found) {
  const rows = found.map((rival) => {
    const name = h("b", {}, rival.name);
    if (rival.out) return parts("rivals.out", { name });
    const numbers = t("rivals.numbers", { chance: chance(rival.knows), bits: bits(rival.bits) });
    return [closeness({ ...rival, name }), folded(t("panel.numbers"), numbers)];
  });
  const lacks = found.every((rival) => rival.counted) ? null : hint(t("rivals.estimated"));
  return [list("ul", "rivals", rows), lacks];
}

export function accusingView({ accuse, guess: cards, right, again }) {
  if (right === 1) return [h("b", {}, t("rivals.accuse")), t("rivals.certain", { cards: listed(cards) })];
  return [
    h("b", {}, accuse ? t("rivals.accuse") : t("rivals.wait")),
    t("rivals.chances", { cards: listed(cards), right: percent(right), again: chance(again) }),
  ];
}
