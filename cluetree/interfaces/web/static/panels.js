// The panels of a game: the envelope, proofs, repairs, advice, opponents.

import { Refusal, reasonOf } from "./client.js";
import { button, choice, drawn, fill, folded, h, hint, labelled, list, say, told } from "./dom.js";
import { listed, parts, t } from "./language.js";
import { entryLinks } from "./log.js";
import { cardView, labelOf, pawn, picture, shortName } from "./names.js";
import { askNote, paperState } from "./paper.js";
import { answerView, reveal, wonBy } from "./reveal.js";
import { SetUp } from "./setup.js";
import { storyView } from "./story.js";
import { categories, placesOf } from "./table.js";
import { markOf, percent, placeName, spokenMark } from "./words.js";

const SECONDS = 2; // the limit of an estimate
const BEST = 8;
const ALIKE = 0.02; // gains that differ by less of the largest have no bars
const LIKELY = 3; // repairs that are not folded
const SENTENCES = /(?<=\.)\s+/u;
const HELP = ["Enter", "Sheet", "Log", "Advice", "Rivals", "Story", "Repair"];

/** The steps of an argument, in which each entry is a chip that opens it; the last event decides. */
function argument(page, points, events = []) {
  const one = t("why.entry", { number: "\\d+" });
  const entry = new RegExp(`(\\(${one}\\)|${one})`, "u");
  const chip = (words) => {
    const number = Number(/\d+/u.exec(words));
    const kind = number === Math.max(...events) ? "chip decisive" : "chip";
    return button(words.replace(/[()]/gu, ""), () => page.goTo(number), { class: kind });
  };
  const steps = points.map((point) => point.join(" ").split(entry).map((part, at) => (at % 2 ? chip(part) : part)));
  return steps.length < 2 ? steps.map((step) => h("p", {}, step)) : list("ol", "steps", steps);
}

function terms(kind, rows) {
  return h("dl", { class: kind }, rows.map(([term, words]) => h("div", {}, h("dt", {}, term), h("dd", {}, words))));
}

export function helpView() {
  return terms("help", HELP.map((part) => [t(part === "Repair" ? "banner.find" : `tab.${part}`), t(`help.${part}`)]));
}

/** The state of the game in two lines: the envelope, a contradiction, or the answer; a tap tells more. */
export function stateView(page) {
  const { game } = page;
  const { solution, good, deck, supposing, entries, certain, paper } = game;
  if (paper && !wonBy(game)) return paperState(page);
  const drop = supposing
    ? button("✕", () => page.suppose(false), { class: "drop", "aria-label": t("banner.drop"), title: t("banner.what_if", { count: entries.length - certain.events.length }) })
    : null;
  if (!solution.consistent) {
    const words = [h("b", {}, t("banner.find")), ": ", solution.words.text];
    return ["clashing", stateKey(words, { onclick: () => page.show("Repair") }), drop];
  }
  if (!solution.envelope.includes(null) && !supposing) {
    return ["solved", stateKey(["✓ ", h("b", {}, listed(solution.envelope.map((card) => shortName(card, deck))))], { onclick: () => reveal(page) })];
  }
  const odds = { id: "odds", popover: "auto", tabindex: 0, role: "group", "aria-label": t("page.envelope") };
  const now = solution.consistent ? solution : good;
  const summary = h("span", {}, supposing ? [h("b", {}, t("log.supposed")), ": "] : null, summaryOf(now, deck));
  return ["", stateKey(summary, { popovertarget: "odds" }), h("div", odds, oddsView(now, deck)), drop];
}

function stateKey(words, attributes) {
  return h("button", { type: "button", "data-key": "envelope", ...attributes }, picture("envelope"), h("span", {}, words));
}

function ranked(solution, cards) {
  return cards
    .map((card) => [card, solution.probabilities[card].envelope])
    .filter(([, odds]) => odds > 0)
    .sort((one, other) => other[1] - one[1]);
}

function chanceOf(card, odds, deck) {
  return `${shortName(card, deck)} ${odds === 1 ? "✓" : percent(odds)}`;
}

function summaryOf(solution, deck) {
  if (!solution.envelope.includes(null)) return ["✓ ", h("b", {}, listed(solution.envelope))];
  if (!solution.counted) return t("envelope.uncounted");
  const count = h("b", {}, t("envelope.possible", { count: solution.possible }));
  const best = categories(deck)
    .map(([, cards]) => ranked(solution, cards))
    .filter(([first, next]) => !next || percent(first[1]) !== percent(next[1]));
  const named = (rows) => rows.map(([[card, odds]]) => chanceOf(card, odds, deck).replaceAll(" ", "\u00a0")).join(", ");
  const [sure, likelier] = [named(best.filter(([, next]) => !next)), named(best.filter(([, next]) => next))];
  const known = sure ? [count, ", ", sure] : [count];
  return likelier ? parts("envelope.summary", { possible: h("span", {}, known), cards: likelier }) : known;
}

function oddsView(solution, deck) {
  if (!solution.counted) return hint(t("limit.beliefs"));
  const odds = categories(deck).map(([category, cards]) => {
    const rows = ranked(solution, cards).map(([card, share]) => [h("span", {}, chanceOf(card, share, deck)), barOf(share)]);
    return [t(`one.${category}`), list("ul", "bars", rows)];
  });
  const likeliest = solution.triples.map(({ cards, probability }) =>
    t("advice.reply", { answer: listed(cards), chance: percent(probability) }),
  );
  return [terms("odds", odds), h("h2", {}, t("envelope.likeliest")), list("ol", "", likeliest)];
}

/** The proof of a mark, or two deals that leave it open. */
async function whyView(page) {
  const { game, several } = page;
  if (!page.asked.length && !several) return h("p", {}, t("why.tap"));
  const key = button(t("why.several"), () => page.askSeveral(!several), { "aria-pressed": several, "data-key": "several" });
  if (several) return [await chanceView(page), key];
  const [[place, card]] = page.asked;
  const note = button(t("note.key"), () => askNote(page, place, card));
  const { record, entries, solution, good } = game;
  const known = solution.consistent ? solution : good;
  if (known === null) return hint(t("why.nothing"));
  const [found] = await game.ask(["explain", { player: place, card }]);
  say(told(spokenMark(card, place, markOf(known, record, card, place))));
  const places = placesOf(record).map((one) => {
    const { sign, word } = markOf(known, record, card, one);
    const label = `${placeName(one)} ${sign === "?" ? word : sign}`;
    return button(label, () => page.why(one, card), { "aria-pressed": one === place });
  });
  return [
    h("div", { class: "row places", role: "group", "aria-label": t("why.where", { card }) }, places),
    found.events < entries.length ? hint(t("grid.stale", { count: found.events })) : null,
    found.open ? openView(found) : proofView(page, found),
    h("div", { class: "row" }, key, note),
  ];
}

/** How likely at least one of several marks is. */
async function chanceView({ game, asked }) {
  if (!game.solution.consistent) return hint(t("why.nothing"));
  if (!asked.length) return hint(t("why.tap_several"));
  const [{ claim }] = await game.ask(["chance", { one_of: asked }]);
  say(told(claim));
  return [h("p", { class: "claim" }, claim), hint(t("why.tap_several"))];
}

function openView({ claim, open }) {
  const deals = ["so", "not_so"].map((one) => [h("h3", {}, t(`why.${one}`)), dealView(open[one])]);
  return [h("p", {}, h("b", {}, t("why.open")), claim), deals];
}

/** The argument in sentences; a long one is folded. */
function proofView(page, found) {
  const { proof, claim, points, short } = found;
  const rests = proof.events.length
    ? [h("p", {}, t("why.rests", { count: proof.events.length })), entryLinks(page, proof.events, Math.max(...proof.events))]
    : h("p", {}, short.length ? null : t("why.set_up"));
  return [
    h("p", { class: "claim" }, claim),
    argument(page, short, proof.events),
    JSON.stringify(points) === JSON.stringify(short) ? null : folded(t("why.whole"), argument(page, points, proof.events)),
    rests,
  ];
}

function dealView(deal) {
  const places = new Map();
  for (const [card, place] of Object.entries(deal)) places.set(place, [...(places.get(place) ?? []), card]);
  return terms("deal", [...places].map(([place, cards]) => [placeName(place), cards.join(", ")]));
}

/** The contradictions and their repairs; in a possible log, suspicious entries. */
async function repairView(page) {
  const [{ conflicts, clash, repairs, enough, suspicious, hint: doubt }] = await page.game.ask(["check", {}]);
  if (page.game.solution.consistent) return slipsView(page, suspicious, doubt);
  const sets = conflicts.map((numbers) =>
    numbers.length ? entryLinks(page, numbers) : h("p", {}, t("repair.clashing")),
  );
  const made = repairs.slice(0, BEST).map((repair, at) => {
    const where = repair.event ? t("repair.entry", { number: repair.event }) : t("repair.set_up");
    const attributes = { class: at ? "" : "main" };
    return [
      button(t("repair.change", { where, change: repair.words }), () => page.repair(repair), attributes),
      h("small", { class: "hint" }, percent(repair.chance)),
    ];
  });
  const tail = made.splice(LIKELY);
  return [
    argument(page, clash.short),
    h("p", {}, t("repair.cannot")),
    sets[0],
    h("p", {}, t(made.length ? (enough ? "repair.one" : "repair.parts") : "repair.none")),
    made.length ? list("ol", "repairs", made) : null,
    tail.length ? folded(t("repair.others", { count: tail.length }), list("ol", "repairs", tail)) : null,
    h("p", {}, t("repair.or_set_up")),
    button(t("page.change_set_up"), () => page.show("Set-up")),
    sets.length > 1 ? folded(t("repair.more"), sets.slice(1)) : null,
  ];
}

function slipsView(page, suspicious, doubt) {
  if (!suspicious.length) return h("p", {}, doubt || t("repair.fine"));
  const found = suspicious.map(({ event, words }) => [entryLinks(page, [event]), hint(words)]);
  return [doubt && h("p", {}, doubt), h("p", {}, t("repair.suspects")), list("ul", "", found)];
}

/** A share as a bar. */
function barOf(share) {
  const frame = { class: "bar", viewBox: "0 0 1 1", preserveAspectRatio: "none", "aria-hidden": "true" };
  return drawn("svg", frame, drawn("rect", { width: share, height: 1 }));
}

/** Cards side by side; my own ones are said to be mine. */
function handOf({ deck, solution, record }, cards) {
  const isMine = (card) => solution.probabilities[card][record.viewpoint] === 1;
  const own = () => h("small", { class: "yours" }, t("advice.yours"));
  return list("ul", "cards", cards.map((card) => [cardView(card, deck), isMine(card) ? own() : null]));
}

/** The suggestions in a room, best first; a tap begins the entry. */
async function adviceView(page) {
  const { deck, solution } = page.game;
  if (!solution.consistent) return hint(t("why.nothing"));
  if (!solution.envelope.includes(null)) return answerView(page);
  const { rooms } = page;
  const [found] = await page.game.ask(["advise", { ...(rooms.length ? { rooms } : {}), top: BEST }]);
  const names = [["", t("advice.any_room")], ...deck.rooms.map((room) => [room, room])];
  const choices = [...found.suggestions, ...found.questions]; // by the rules of the table
  const gains = choices.map(({ gain }) => gain);
  const [least, most] = [Math.min(...gains), Math.max(...gains)];
  const barsDiffer = most - least > ALIKE * most;
  const items = found.words.parts.map(({ text, figures, notes }, at) => {
    const { guess, to, cards = guess } = choices[at];
    const begun = guess ? { cards: [...guess] } : { kind: "question", to, among: cards };
    const enter = button(t("advice.enter"), () => page.propose(begun), { class: at ? "" : "main", "data-key": `enter ${at}` });
    const numbers = [hint(figures), list("ul", "", notes.slice(0, BEST))];
    const asked = to ? h("b", {}, `${to}: `) : null;
    if (at === 0) {
      const why = h("p", { class: "why" }, h("b", {}, t("advice.best")), text);
      return [asked, handOf(page.game, cards), why, enter, folded(t("advice.numbers"), numbers)];
    }
    const words = text.split(SENTENCES).filter((one) => !found.words.parts[0].text.includes(one)).join(" ");
    const row = h("span", { class: "guess" }, asked, cards.map((card) => h("span", {}, labelOf(card, deck))));
    const bar = barsDiffer ? barOf((gains[at] - least) / (most - least)) : null;
    return folded([h("span", {}, row, h("small", {}, words)), bar], h("p", {}, text), enter, numbers);
  });
  return [
    labelled(t("advice.in"), choice(names, rooms[0] ?? "", (room) => page.advise(room ? [room] : []))),
    found.words.notes?.map((note) => hint(note)),
    list("ol", "advice", items),
  ];
}

/** The cards that I can show after a suggestion, best first. */
export async function cardToShowView(page, { by: asker, cards }) {
  try {
    const [{ words, choices }] = await page.game.ask(["card_to_show", { asker, cards, limit: { seconds: 2 * SECONDS } }]);
    const { deck, look } = page.game;
    return list("ol", "showing", choices.map(({ card, knows }, at) => {
      const seen = look.seen(card).map(([name]) => name);
      const { text, figures } = words.parts[at];
      const eyes = seen.length ? hint(t("seen.by", { names: listed(seen) })) : null;
      return [cardView(card, deck), h("div", {}, h("p", {}, text), knows.value ? hint(figures) : null, eyes)];
    }));
  } catch (error) {
    return reasonOf(error);
  }
}

/** Whether to accuse, and how near each opponent is to the answer. */
async function rivalsView(page) {
  const { game } = page;
  const { solution, record, deck, look } = game;
  if (!solution.consistent) return hint(t("why.nothing"));
  const [found] = await game.ask(["rivals", { limit: { seconds: SECONDS } }]);
  const advised = h("div", { class: "accusing", role: "status" });
  if (record.viewpoint !== null) {
    fill(advised, t("rivals.whether")); // this takes longer
    page.act(() => accusing(page)).then((words) => fill(advised, words));
  }
  const all = categories(deck).reduce((product, [, cards]) => product * cards.length, 1);
  const rows = found.rivals.map(({ name, bits, knows, out }, at) => {
    const { text, figures } = found.words.parts[at];
    const way = [t("rivals.none"), barOf(1 - bits.value / Math.log2(all)), t("rivals.all")];
    const known = h("small", { class: "way", "aria-hidden": "true" }, out ? null : way);
    return h("div", { class: look.classOf(name) }, pawn(game.colourOf(name)), h("p", {}, text), known, knows.value && !out ? hint(figures) : null);
  });
  return [advised, list("ul", "rivals", rows), found.words.notes?.map((note) => hint(note))];
}

/** Whether to accuse now: a needle at the chance to be right, over the chances that favour waiting. */
async function accusing(page) {
  try {
    const [{ words, guess, right, again }] = await page.game.ask(["accuse_now", { limit: { seconds: SECONDS } }]);
    const arc = (kind, from, to) => drawn("path", { class: kind, d: "M10 60a50 50 0 0 1 100 0", pathLength: 1, "stroke-dasharray": `0 ${from} ${to - from} 1` });
    const needle = drawn("path", { class: "needle", d: "M60 56L14 60L60 64a4 4 0 0 0 0-8z", transform: `rotate(${180 * right} 60 60)` });
    const gauge = drawn("svg", { class: "gauge", viewBox: "0 0 120 66", "aria-hidden": "true" }, arc("wait", 0, again), arc("accuse", again, 1), needle);
    const chances = terms("chances", [[t("rivals.right"), percent(right)], [t("rivals.again"), percent(again)]]);
    return [gauge, h("div", {}, h("p", { class: "claim" }, words.short), handOf(page.game, guess), chances)];
  } catch (error) {
    if (error instanceof Refusal) return ""; // the game is over
    throw error;
  }
}

/** The function that makes the content of each panel. */
export const VIEWS = {
  Why: whyView,
  Advice: adviceView,
  Rivals: rivalsView,
  Story: storyView,
  Repair: repairView,
  "Set-up": (page) => new SetUp(page, { record: page.game.record, colours: page.game.colours }).element,
  Help: helpView,
};
