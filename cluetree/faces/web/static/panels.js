// What is said about the game: the envelope, why, what mends a clash, what to do next.

import { button, choice, h } from "./dom.js";
import { entryLinks } from "./log.js";
import { shortName } from "./table.js";
import {
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

/** The envelope: the answer, or the odds of each card and the likeliest triples. */
export function envelopeView({ solution, deck }) {
  if (!solution.consistent) return h("p", {}, "Nothing follows until the log is mended.");
  if (!solution.envelope.includes(null)) {
    return h("p", { class: "solved" }, "✓ Solved: ", h("b", {}, listed(solution.envelope)));
  }
  const odds = Object.entries({
    Suspect: deck.suspects,
    Weapon: deck.weapons,
    Room: deck.rooms,
  }).map(([category, cards]) => h("div", {}, h("dt", {}, category), h("dd", {}, likeliest(cards))));
  function likeliest(cards) {
    return cards
      .map((card) => [card, solution.probabilities[card].envelope])
      .filter(([, odds]) => odds > 0)
      .sort((one, other) => other[1] - one[1])
      .map(([card, odds]) => `${shortName(card, deck)} ${percent(odds)}`)
      .join(", ");
  }
  return [
    h("dl", { class: "odds" }, odds),
    h(
      "details",
      {},
      h(
        "summary",
        {},
        `Likeliest answers (${many(solution.deals, "deal")}, ${solution.entropy.toFixed(1)} bits)`,
      ),
      h(
        "ol",
        {},
        solution.triples.map((triple) =>
          h("li", {}, `${listed(triple.cards)}: ${percent(triple.probability)}`),
        ),
      ),
    ),
  ];
}

/** The proof of a mark, or two deals that leave it open. */
export function whyView(page, reason) {
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
    sets.length > 1
      ? h("details", {}, h("summary", {}, "What else cannot all be true"), sets.slice(1))
      : null,
  ];
}

/** What to suggest in some room, best first; a tap takes the cards over. */
export function adviceView(page, rooms, found) {
  const { deck } = page.game;
  const names = [["", "any room"], ...deck.rooms.map((room) => [room, room])];
  const suggestions = found.suggestions.slice(0, BEST).map((one) =>
    h(
      "li",
      {},
      button(one.cards.map((card) => shortName(card, deck)).join(", "), () => page.suggest(one.cards)),
      h("p", { class: "hint" }, `${one.gain.toFixed(2)} bits, of which ${one.leak.toFixed(2)} for everybody; ${one.reason}.`),
      h(
        "details",
        {},
        h("summary", {}, "How it may be answered"),
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
    h("ol", { class: "advice" }, suggestions),
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
      "tr",
      {},
      h("th", { scope: "row" }, rival.name),
      rival.out
        ? h("td", { colspan: 2 }, "is out")
        : [h("td", {}, chance(rival.knows)), h("td", {}, estimate(rival.bits))],
    ),
  );
  const heads = ["Player", "Knows the answer", "Bits open to them"];
  return h(
    "table",
    { class: "plain" },
    h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, rows),
  );
}

/** Whether to accuse now. */
export function accusingView({ accuse, cards, right, again }) {
  return [
    h("b", {}, accuse ? "Accuse now. " : "Rather wait. "),
    `${listed(cards)} is right with a chance of ${percent(right)}; another turn comes with a chance `,
    `of ${chance(again)}.`,
  ];
}
