// What is said about the game: the envelope, why, what repairs a clash, what to do next.

import { button, choice, fill, h } from "./dom.js";
import { listed, number, parts, t } from "./language.js";
import { entryLinks } from "./log.js";
import { possible } from "./meaning.js";
import { shortName } from "./names.js";
import { argument, worded } from "./sentences.js";
import { CATEGORIES, ENVELOPE, categories, namesOf } from "./table.js";
import {
  bits,
  chance,
  closeness,
  factOf,
  groundOf,
  markOf,
  percent,
  placeName,
  sentence,
  told,
  worth,
} from "./words.js";

const BEST = 8;
const LIKELIEST = 5;

/** The envelope in a line, which unfolds to the odds of each card and the likeliest answers. */
export function envelopeView(place, { solution, good, deck }) {
  const open = place.querySelectorAll("details")[0]?.open ?? false;
  const now = solution.consistent ? solution : good;
  if (now === null) {
    fill(place, h("p", {}, t("envelope.repair_first")));
    return;
  }
  fill(
    place,
    h(
      "details",
      { open, class: solution.consistent ? "" : "stale" },
      h("summary", { "data-key": "envelope" }, h("span", {}, summaryOf(now, deck))),
      h("div", { class: "unfolded", tabindex: 0, role: "group", "aria-label": t("page.envelope") }, oddsView(now, deck)),
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
  const open = t("number.bits", { value: number(solution.entropy, 1) });
  const odds = categories(deck).map(([category, cards]) => {
    const words = ranked(solution, cards).map(([card, share]) => `${shortName(card, deck)} ${percent(share)}`);
    return h("div", {}, h("dt", {}, sentence(t(`one.${category}`))), h("dd", {}, words.join(", ")));
  });
  return [
    h("dl", { class: "odds" }, odds),
    h("h2", {}, t("envelope.likeliest")),
    h(
      "ol",
      {},
      solution.triples
        .slice(0, LIKELIEST)
        .map((triple) => h("li", {}, t("advice.reply", { answer: listed(triple.cards), chance: percent(triple.probability) }))),
    ),
    h("p", { class: "hint" }, t("envelope.hint", { deals: fitting(solution), bits: open })),
  ];
}

function fitting({ deals, draws }) {
  if (draws === undefined) return t("envelope.deals", { count: deals });
  return t("envelope.estimates");
}

/** What stands above all: the answer, a clash, or that something is only supposed. */
export function bannerView(page) {
  const { solution, supposing, supposed } = page.game;
  const parts = [];
  if (!solution.consistent) {
    parts.push(
      h("p", { class: "trouble" }, t("banner.impossible", { clash: clashOf(solution.conflicts) })),
      button(t("banner.find"), () => page.show("Repair"), { class: "main" }),
    );
  } else if (!solution.envelope.includes(null)) parts.push(accuseView(page));
  if (supposing) {
    parts.push(
      h("p", {}, t("banner.what_if", { count: supposed.length })),
      button(t("banner.drop"), () => page.suppose(false)),
    );
  }
  return parts;
}

/** Say which entries clash; those of the smallest set. */
function clashOf([numbers]) {
  if (!numbers.length) return t("banner.clash_set_up");
  if (numbers.length === 1) return t("banner.clash_one", { number: numbers[0] });
  return t("banner.clash_some", { numbers: listed(numbers) });
}

/** The answer, and the way to accuse, as long as that is still to be done. */
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
  const { entries } = page.game;
  const stale = found.events < entries.length ? h("p", { class: "hint" }, t("grid.stale", { count: found.events })) : null;
  return [placesView(page, card, solution), stale, found.open ? openView(found.open, solution) : proofView(page, found)];
}

/** A card's mark in each place, from which one goes to the next. */
function placesView(page, card, solution) {
  const { record } = page.game;
  const [at] = page.asked;
  return h(
    "div",
    { class: "row places", role: "group", "aria-label": t("why.where", { card }) },
    [...namesOf(record), ENVELOPE].map((place) => {
      const { sign, word } = markOf(solution, record, card, place);
      const label = `${placeName(place)} ${sign === "?" ? word : sign}`;
      return button(label, () => page.why(place, card), { "aria-pressed": place === at });
    }),
  );
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

/** The argument in sentences; all of a long one, and its formal steps, one tap away. */
function proofView(page, { proof, points, short }) {
  const { deck } = page.game;
  const folded = (key, ...inside) => h("details", {}, h("summary", {}, t(key)), inside);
  const rests = proof.events.length
    ? [h("p", {}, t("why.rests", { count: proof.events.length })), entryLinks(page, proof.events)]
    : h("p", {}, short.length ? null : t("why.set_up"));
  return [
    h("p", {}, h("b", {}, `${sentence(factOf(proof.fact))}.`)),
    argument(short, deck),
    JSON.stringify(points) === JSON.stringify(short) ? null : folded("why.whole", argument(points, deck)),
    rests,
    folded("why.steps", h("ol", { class: "proof" }, stepsUnder(proof.steps, null))),
  ];
}

/** The steps under an assumption, those of further assumptions within. */
function stepsUnder(steps, under) {
  return steps
    .filter((step) => step.under === under)
    .map((step) => {
      const supposed = step.rule === "assumed";
      const claim = supposed ? t("why.suppose", { fact: factOf(step.concludes) }) : sentence(factOf(step.concludes));
      return h(
        "li",
        { value: step.id },
        h("b", {}, claim),
        supposed ? null : ` (${groundOf(step)})`,
        supposed ? h("ol", {}, stepsUnder(steps, step.id)) : null,
      );
    });
}

function dealView(deal) {
  const places = new Map();
  for (const [card, place] of Object.entries(deal)) {
    places.set(place, [...(places.get(place) ?? []), card]);
  }
  return h(
    "dl",
    { class: "deal" },
    [...places].map(([place, cards]) => h("div", {}, h("dt", {}, placeName(place)), h("dd", {}, cards.join(", ")))),
  );
}

/** What clashes, and the single changes that would repair it. */
export function repairView(page, conflicts, clash, { repairs }) {
  const { deck } = page.game;
  const said = (repair, at) => (clash.repairs[at] ? worded(clash.repairs[at], deck) : changeOf(repair));
  const sets = conflicts.sets.map((numbers) =>
    numbers.length
      ? entryLinks(page, numbers)
      : h("p", {}, t("repair.clashing")),
  );
  const made = repairs.slice(0, BEST).map((repair, at) =>
    h(
      "li",
      {},
      button(t("repair.change", { where: whereOf(repair), change: said(repair, at) }), () =>
        page.repair(repair, said(repair, at)),
        { disabled: page.game.elsewhere },
      ),
      h("p", { class: "hint" }, t("repair.chance", { chance: percent(repair.chance) })),
    ),
  );
  return [
    argument(clash.short, deck),
    h("p", {}, t("repair.cannot")),
    sets[0],
    repairs.length
      ? [h("p", {}, t("repair.one")), h("ol", { class: "repairs" }, made)]
      : h("p", {}, t("repair.none")),
    h("p", {}, t("repair.or_set_up")),
    button(t("page.change_set_up"), () => page.show("Set-up"), { disabled: page.game.elsewhere }),
    sets.length > 1
      ? h("details", {}, h("summary", {}, t("repair.more")), sets.slice(1))
      : null,
  ];
}

const whereOf = ({ event }) => (event ? t("repair.entry", { number: event }) : t("repair.set_up"));

/** What a repair changes: what should stand there, or how many cards somebody has. */
export function changeOf({ replacement, sizes, candidates }) {
  if (sizes) {
    return listed(Object.entries(sizes).map(([name, count]) => t("repair.size", { name, cards: t("count.cards", { count }) })));
  }
  if (replacement === null) return t("repair.dropped");
  const entry = told(replacement); // with candidates, the likeliest of them
  return candidates ? t("repair.perhaps", { entry, count: candidates.length }) : t("repair.becomes", { entry });
}

/** What to suggest in some room, best first; a tap takes the cards over. */
export function adviceView(page, rooms, found) {
  const { deck } = page.game;
  const names = [["", t("advice.any_room")], ...deck.rooms.map((room) => [room, room])];
  const suggestions = found.suggestions.slice(0, BEST).map((one, at) =>
    h(
      "li",
      {},
      button(one.guess.map((card) => shortName(card, deck)).join(", "), () => page.name(one.guess)),
      h("p", {}, at === 0 ? h("b", {}, t("advice.best")) : null, worth(one)),
      h(
        "details",
        {},
        h("summary", {}, t("advice.numbers")),
        h("p", { class: "hint" }, t("advice.bits", { gain: bits({ value: one.gain }), leak: number(one.leak, 2) }), " ", settlesOf(one.settles)),
        h("ul", {}, one.replies.slice(0, BEST).map((reply) => h("li", {}, replyOf(one.guess, reply)))),
      ),
    ),
  );
  return [
    h(
      "label",
      {},
      h("span", {}, t("advice.in")),
      choice(names, rooms[0] ?? "", (room) => page.advise(room ? [room] : [])),
    ),
    adviceLacks(found).map((words) => h("p", { class: "hint" }, words)),
    h("ol", { class: "advice" }, suggestions),
  ];
}

function settlesOf(settles) {
  const odds = Object.entries(settles).map(([category, share]) => `${t(`one.${category}`)} ${percent(share)}`);
  return t("advice.settles", { odds: odds.join(", ") });
}

/** What advice lacks where it met its limit. */
function adviceLacks({ suggestions, complete, exact }) {
  if (!suggestions.length) return [t("advice.none")];
  return [
    ...(exact ? [] : [t("advice.estimates")]),
    ...(complete ? [] : [t("advice.not_all")]),
  ];
}

function replyOf(guess, { probability, shows }) {
  const each = Object.entries(shows).map(([name, kind]) => t("advice.shows", { name, card: guess[CATEGORIES.indexOf(kind)] }));
  const answer = each.length ? listed(each) : t("advice.nobody");
  return t("advice.reply", { chance: percent(probability), answer });
}

/** What the others probably know. */
export function rivalsView(found) {
  const rows = found.map((rival) =>
    h(
      "li",
      {},
      rival.out
        ? parts("rivals.out", { name: h("b", {}, rival.name) })
        : [
            closeness({ ...rival, name: h("b", {}, rival.name) }),
            h(
              "details",
              {},
              h("summary", {}, t("panel.numbers")),
              t("rivals.numbers", { chance: chance(rival.knows), bits: bits(rival.bits) }),
            ),
          ],
    ),
  );
  const lacks = found.every((rival) => rival.counted)
    ? null
    : h("p", { class: "hint" }, t("rivals.estimated"));
  return [h("ul", { class: "rivals" }, rows), lacks];
}

/** Whether to accuse now. */
export function accusingView({ accuse, guess: cards, right, again }) {
  if (right === 1) return [h("b", {}, t("rivals.accuse")), t("rivals.certain", { cards: listed(cards) })];
  return [
    h("b", {}, accuse ? t("rivals.accuse") : t("rivals.wait")),
    t("rivals.chances", { cards: listed(cards), right: percent(right), again: chance(again) }),
  ];
}
