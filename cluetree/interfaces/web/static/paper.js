// The paper mode: the sheet shows only the marks that I make; it checks them and hints if asked.

import { button, h, say } from "./dom.js";
import { listed, t } from "./language.js";
import { shortName } from "./names.js";
import { cardsOf, placesOf } from "./table.js";
import { keyOf, placeName } from "./words.js";

const NEXT = { "": "✓", "✓": "✗", "✗": "?", "?": "" };

/** The marks at the beginning: my own cards, and those that lie open. */
export function blankPaper({ record, deck }) {
  const paper = {};
  for (const card of cardsOf(deck)) {
    const known = record.hand.includes(card) ? record.viewpoint : record.face_up.includes(card) ? "" : null;
    for (const place of placesOf(record)) {
      if (known !== null) paper[keyOf(place, card)] = place === known ? "✓" : "✗";
      else if (place === record.viewpoint) paper[keyOf(place, card)] = "✗";
    }
  }
  return paper;
}

/** The next mark of a cell: a check, a cross, a question mark, none. */
export function marked(paper, place, card) {
  const key = keyOf(place, card);
  return { ...paper, [key]: NEXT[paper[key] ?? ""] };
}

/** My marks beside the certain facts: the wrong ones, those that are only guessed, those that are missing. */
export function compared({ paper, record, deck, solution }) {
  const found = { right: [], wrong: [], early: [], missing: [] };
  for (const card of cardsOf(deck).filter((one) => !record.face_up.includes(one))) {
    for (const place of placesOf(record)) {
      const odds = solution.probabilities[card]?.[place];
      const mine = { "✓": 1, "✗": 0 }[paper[keyOf(place, card)]];
      const isSure = odds === 0 || odds === 1;
      if (mine === undefined) found.missing.push(...(isSure ? [{ place, card, odds }] : []));
      else found[isSure ? (mine === odds ? "right" : "wrong") : "early"].push({ place, card, odds });
    }
  }
  return found;
}

const named = (facts, deck) => listed(facts.map(({ place, card }) => t("paper.mark", { card: shortName(card, deck), place: placeName(place) })));

function check({ game }) {
  const { right, wrong, early } = compared(game);
  if (!game.solution.consistent) say(t("why.nothing"));
  else if (wrong.length) say(t("paper.wrong", { count: wrong.length, marks: named(wrong.slice(0, 3), game.deck) }));
  else if (early.length) say(t("paper.early", { count: early.length, marks: named(early.slice(0, 3), game.deck) }));
  else say(t("paper.right", { count: right.length }));
}

/** Hint as the course does: how many facts follow and where, then of which cards, then one of them. */
function hintOf({ game }, asked) {
  const { missing } = compared(game);
  if (!missing.length) return t(game.solution.consistent ? "step.hint_done" : "why.nothing");
  const names = (of) => listed([...new Set(missing.map(of))].slice(0, 6));
  if (asked === 1) return t("step.hint", { count: missing.length, places: names(({ place }) => placeName(place)) });
  if (asked === 2) return t("step.hint_cards", { cards: names(({ card }) => shortName(card, game.deck)) });
  const { place, card, odds } = missing.find((one) => one.odds === 1) ?? missing[0];
  return t(odds ? "spoken.holds" : "spoken.lacks", { card, place: placeName(place) });
}

/** What stands in place of the envelope: two keys. */
export function paperState(page) {
  const hint = () => {
    const { version } = page.game;
    const asked = page.hinted?.version === version ? page.hinted.asked + 1 : 1;
    page.hinted = { version, asked };
    say(hintOf(page, asked));
  };
  const keys = [button(t("paper.check"), () => check(page)), button(t("paper.hint"), hint)];
  return ["paper", h("div", { class: "row" }, keys)];
}
