// What is said about the game: the envelope, why, what mends a clash, what to do next.

import { button, choice, fill, h } from "./dom.js";
import { entryLinks } from "./log.js";
import { possible } from "./meaning.js";
import { shortName } from "./names.js";
import { ENVELOPE, categories, namesOf } from "./table.js";
import {
  closeness,
  solving,
  markOf,
  chance,
  estimate,
  factOf,
  groundOf,
  listed,
  many,
  percent,
  sentence,
} from "./words.js";

const BEST = 8;
const LIKELIEST = 5;

/** The envelope in a line, which unfolds to the odds of each card and the likeliest answers. */
export function envelopeView(place, { solution, good, deck }) {
  const open = place.querySelectorAll("details")[0]?.open ?? false;
  const now = solution.consistent ? solution : good;
  if (now === null) {
    fill(place, h("p", {}, "Nothing follows until the log is mended."));
    return;
  }
  fill(
    place,
    h(
      "details",
      { open, class: solution.consistent ? "" : "stale" },
      h("summary", { "data-key": "envelope" }, h("span", {}, summaryOf(now, deck))),
      h("div", { class: "unfolded" }, oddsView(now, deck)),
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
  const best = categories(deck).map(([, cards], at) => {
    const [[card, odds]] = ranked(solution, cards);
    return [at ? ", " : "", shortName(card, deck), h("span", { class: "share" }, ` ${percent(odds)}`)];
  });
  return [h("b", {}, `${possible(solution)} possible`), ", likeliest ", best];
}

function oddsView(solution, deck) {
  const odds = categories(deck).map(([category, cards]) => {
    const words = ranked(solution, cards).map(([card, share]) => `${shortName(card, deck)} ${percent(share)}`);
    return h("div", {}, h("dt", {}, sentence(category)), h("dd", {}, words.join(", ")));
  });
  return [
    h("dl", { class: "odds" }, odds),
    h("h3", {}, "The likeliest answers"),
    h(
      "ol",
      {},
      solution.triples
        .slice(0, LIKELIEST)
        .map((triple) => h("li", {}, `${listed(triple.cards)}: ${percent(triple.probability)}`)),
    ),
    h("p", { class: "hint" }, `${fitting(solution)}; ${solution.entropy.toFixed(1)} bits are open.`),
  ];
}

function fitting({ deals, draws }) {
  if (draws === undefined) return `${many(deals, "deal")} would fit`;
  return "Not all deals could be counted in time: these are estimates";
}

/** What stands above all: the answer, a clash, or that something is only supposed. */
export function bannerView(page) {
  const { solution, supposing, supposed } = page.game;
  const parts = [];
  if (!solution.consistent) {
    parts.push(
      h("p", { class: "trouble" }, `✗ The log cannot be true: ${clashOf(solution.conflicts)}.`),
      button("Find the slip", () => page.show("Mend"), { class: "main" }),
    );
  } else if (!solution.envelope.includes(null)) parts.push(accuseView(page));
  if (supposing) {
    parts.push(
      h("p", {}, `What if: ${many(supposed.length, "entry", "entries")} only supposed.`),
      button("Drop them", () => page.suppose(false)),
    );
  }
  return parts;
}

/** Say which entries clash; those of the smallest set. */
function clashOf([numbers]) {
  if (!numbers.length) return "the set-up clashes with itself";
  if (numbers.length === 1) return `entry ${numbers[0]} clashes with the set-up`;
  return `entries ${listed(numbers)} clash`;
}

/** The answer, and the way to accuse, as long as that is still to be done. */
export function accuseView(page) {
  const { solution, record, entries, out } = page.game;
  const cards = solution.envelope;
  const events = entries.map((entry) => entry.event);
  const over = events.find((event) => event.kind === "accusation" && event.correct);
  if (over) return h("p", { class: "accuse" }, `${over.by} has solved it: `, h("b", {}, listed(cards)), ".");
  const mine = record.viewpoint !== null && !out.includes(record.viewpoint);
  return [
    h("p", { class: "accuse" }, mine ? "Accuse: " : "It was: ", h("b", {}, listed(cards))),
    mine ? button("I accuse", () => page.name(cards, "accusation"), { class: "main" }) : null,
  ];
}

/** The proof of a mark, or two deals that leave it open. */
export function whyView(page, reason) {
  return [placesView(page, reason.fact.card), proofView(page, reason)];
}

/** A card's mark in each place, from which one goes to the next. */
function placesView(page, card) {
  const { record, solution } = page.game;
  const [at] = page.asked;
  return h(
    "div",
    { class: "row places", role: "group", "aria-label": `Where ${card} may be` },
    [...namesOf(record), ENVELOPE].map((place) => {
      const { sign, word } = markOf(solution, record, card, place);
      const label = sign === "?" ? `${place} ${word}` : `${place} ${sign}`;
      return button(label, () => page.why(place, card), { "aria-pressed": place === at });
    }),
  );
}

function proofView(page, reason) {
  if (reason.open) {
    const { card, player } = reason.fact;
    const odds = page.game.solution.probabilities[card][player];
    return [
      h("p", {}, h("b", {}, "Open: "), `${factOf(reason.fact)} with a chance of ${percent(odds)}.`),
      h("h3", {}, "A deal that fits in which it is so"),
      dealView(reason.so),
      h("h3", {}, "And one in which it is not"),
      dealView(reason.not_so),
    ];
  }
  const rests = reason.events.length
    ? [
        h("p", {}, "It rests on ", many(reason.events.length, "entry", "entries"), ":"),
        entryLinks(page, reason.events),
      ]
    : h("p", {}, "The set-up says so.");
  return [
    h("p", {}, h("b", {}, `${sentence(factOf(reason.fact))}.`)),
    rests,
    h("ol", { class: "proof" }, stepsUnder(reason.steps, undefined)),
  ];
}

/** The steps under an assumption, those of further assumptions within. */
function stepsUnder(steps, under) {
  return steps
    .filter((step) => step.under === under)
    .map((step) => {
      const supposed = step.rule === "assumed";
      const claim = supposed ? `Suppose ${factOf(step.concludes)}` : sentence(factOf(step.concludes));
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
    [...places].map(([place, cards]) => h("div", {}, h("dt", {}, place), h("dd", {}, cards.join(", ")))),
  );
}

/** What clashes, and the single changes that would mend it. */
export function mendView(page, { conflicts }, { repairs }) {
  const sets = conflicts.map((numbers) =>
    numbers.length
      ? entryLinks(page, numbers)
      : h("p", {}, "The set-up itself: hands, open cards and envelope do not make up the deck."),
  );
  const mends = repairs.slice(0, BEST).map((repair) =>
    h(
      "li",
      {},
      button(`${repair.event ? `Entry ${repair.event}` : "Set-up"}: ${repair.change}`, () =>
        page.mend(repair),
        { disabled: page.game.elsewhere },
      ),
      h("p", { class: "hint" }, `with a chance of ${percent(repair.chance)}`),
    ),
  );
  return [
    h("p", {}, "These cannot all be true:"),
    sets[0],
    repairs.length
      ? [h("p", {}, "One change mends it; tap it, and undo it if it was another:"), h("ol", { class: "mends" }, mends)]
      : h("p", {}, "No change of one entry mends it: two may be wrong, or the set-up."),
    h("p", {}, "Or is it the set-up: a card of mine, how many cards somebody has, who sits where?"),
    button("Change the set-up", () => page.show("Set-up"), { disabled: page.game.elsewhere }),
    sets.length > 1
      ? h("details", {}, h("summary", {}, "What else cannot all be true"), sets.slice(1))
      : null,
  ];
}

/** What to suggest in some room, best first; a tap takes the cards over. */
export function adviceView(page, rooms, found) {
  const { deck } = page.game;
  const names = [["", "any room"], ...deck.rooms.map((room) => [room, room])];
  const suggestions = found.suggestions.slice(0, BEST).map((one, at) =>
    h(
      "li",
      {},
      button(one.cards.map((card) => shortName(card, deck)).join(", "), () => page.name(one.cards)),
      h("p", {}, at === 0 ? h("b", {}, "Best. ") : null, `${one.worth} ${solving(one)}`),
      h(
        "details",
        {},
        h("summary", {}, "In numbers, and how it may be answered"),
        h("p", { class: "hint" }, `${one.gain.toFixed(2)} bits, of which ${one.leak.toFixed(2)} for everybody; ${one.reason}.`),
        h("ul", {}, one.replies.slice(0, BEST).map((reply) => h("li", {}, replyOf(reply)))),
      ),
    ),
  );
  return [
    h(
      "label",
      {},
      h("span", {}, "I am in"),
      choice(names, rooms[0] ?? "", (room) => page.advise(room ? [room] : [])),
    ),
    adviceLacks(found).map((words) => h("p", { class: "hint" }, words)),
    h("ol", { class: "advice" }, suggestions),
  ];
}

/** What advice lacks where it met its limit. */
function adviceLacks({ suggestions, complete, exact }) {
  if (!suggestions.length) return ["No suggestion could be judged in time."];
  return [
    ...(exact ? [] : ["Not all deals could be counted in time: these are estimates."]),
    ...(complete ? [] : ["Not every suggestion could be judged in time: others may be better."]),
  ];
}

function replyOf({ by, card, probability, shows }) {
  const shown = shows ?? (by === null ? [] : [{ by, card }]);
  const words = shown.length ? listed(shown.map((one) => `${one.by} shows ${one.card}`)) : "nobody shows";
  return `${percent(probability)}: ${words}`;
}

/** What the others probably know. */
export function rivalsView(found) {
  const rows = found.rivals.map((rival) =>
    h(
      "li",
      {},
      h("b", {}, rival.name),
      rival.out
        ? " is out."
        : [
            ` ${closeness(rival)}`,
            h(
              "details",
              {},
              h("summary", {}, "In numbers"),
              `Knows the answer with a chance of ${chance(rival.knows)}; `,
              `${estimate(rival.bits)} bits are open to them.`,
            ),
          ],
    ),
  );
  const lacks = found.rivals.every((rival) => rival.counted)
    ? null
    : h("p", { class: "hint" }, "Not all could be counted in time: what they know is estimated.");
  return [h("ul", { class: "rivals" }, rows), lacks];
}

/** Whether to accuse now. */
export function accusingView({ accuse, cards, right, again }) {
  if (right === 1) return [h("b", {}, "Accuse now. "), `${listed(cards)} is certain.`];
  return [
    h("b", {}, accuse ? "Accuse now. " : "Rather wait. "),
    `${listed(cards)} is right with a chance of ${percent(right)}; another turn comes with a chance `,
    `of ${chance(again)}.`,
  ];
}
