// The course of a game in pictures: the sheet after any entry, the odds of the envelope, and what
// each player knew.

import { drawn, fill, h, hint, labelled } from "./dom.js";
import { widthOf } from "./grid.js";
import { listed, t } from "./language.js";
import { labelOf, shortName } from "./names.js";
import { ENVELOPE, cardsOf, categories, namesOf } from "./table.js";
import { kindOf, markOf, percent, placeName, spokenMark } from "./words.js";

const AT_ONCE = 30; // states per request, so that an entry does not wait long
const MOST = 12; // times at which the knowledge of opponents is estimated
const EFFORT = { samples: 24, limit: { seconds: 0.5 } };

export async function storyView(page) {
  const { game } = page;
  if (game.supposing) return h("p", {}, t("story.supposing"));
  game.rivals().catch(() => {}); // started early; errors are reported where it is shown
  const states = [];
  for (let at = 0; at <= game.kept; at = states.length) {
    const numbers = Array.from({ length: Math.min(game.kept + 1 - at, AT_ONCE) }, (_, next) => at + next);
    states.push(...(await game.past(numbers, "beliefs", { triples: 0 })));
    if (!states.at(-1).consistent) break; // nothing that follows is possible
  }
  return new Story(page, states.filter((state) => state.consistent)).element;
}

class Story {
  #game;
  #states;
  #strips = [];

  constructor(page, states) {
    this.#game = page.game;
    this.#states = states;
    const last = states.length - 1;
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: last,
      "data-key": "look back",
      oninput: (event) => this.#show(Number(event.target.value)),
    });
    this.slider.value = last;
    this.where = h("div", { class: "where", role: "status" });
    this.sheet = h("div", { class: "scroll" });
    this.rivals = h("div", {});
    this.element = h(
      "div",
      { class: "story" },
      hint(t("story.back")),
      labelled(t("story.after"), this.slider),
      this.where,
      this.sheet,
      h("h3", {}, t("story.closed")),
      hint(t("story.closed_hint")),
      this.#envelope(),
      h("h3", {}, t("story.knew")),
      hint(t("story.knew_hint")),
      this.rivals,
    );
    this.#show(last);
    this.#ask();
  }

  // The sheet after an entry

  #show(at) {
    const { entries, deck, record } = this.#game;
    const state = this.#states[at];
    const entry = at ? entries[at - 1] : null;
    const words = entry ? `${entry.number}. ${entry.words}` : t("story.before");
    const meaning = at ? state.words.text : t("story.possible", { count: state.possible });
    fill(this.where, h("p", {}, h("b", {}, words)), h("p", {}, meaning));
    this.slider.setAttribute("aria-valuetext", entry ? t("story.at", { number: at }) : t("story.at_first"));
    fill(this.sheet, signsOf(state, record, deck));
    for (const { line, length } of this.#strips) {
      const x = String(Math.min(length, (at * length) / Math.max(1, this.#states.length)) + 0.5);
      line.setAttribute("x1", x);
      line.setAttribute("x2", x);
    }
  }

  // The pictures

  #envelope() {
    const { deck } = this.#game;
    const first = Math.log2(Math.max(2, this.#states[0].possible));
    const closed = this.#states.map((state) => 1 - Math.log2(state.possible) / first);
    const end = this.#states.at(-1).possible;
    const cards = categories(deck).map(([category, all]) => [
      h("h4", {}, t(`all.${category}`)),
      all.map((card) => {
        const odds = this.#states.map((state) => state.probabilities[card][ENVELOPE]);
        return this.#strip(shortName(card, deck), odds, percent(odds.at(-1)));
      }),
    ]);
    const answers = end === 1 ? t("story.solved") : t("envelope.possible", { count: end });
    return h("div", {}, this.#strip(t("story.all"), closed, answers), cards);
  }

  /** A row: a label, bars from 0 to 1 over time, and a note. */
  #strip(label, values, note) {
    const bars = values.map((value, at) => `M${at} 1v${-Math.max(0, value)}h.85v${Math.max(0, value)}z`).join("");
    const line = drawn("line", { y1: 0, y2: 1, class: "now" });
    this.#strips.push({ line, length: values.length });
    const picture = drawn(
      "svg",
      { viewBox: `0 0 ${values.length} 1`, preserveAspectRatio: "none", "aria-hidden": "true" },
      drawn("path", { d: bars }),
      line,
    );
    return h("div", { class: "strip" }, h("span", {}, label), picture, h("span", {}, note));
  }

  // The knowledge of the players

  async #ask() {
    const { record } = this.#game;
    const last = this.#states.length - 1;
    const step = Math.max(1, Math.ceil(last / MOST));
    const times = this.#states.map((_, at) => at).filter((at) => at % step === 0 || at === last);
    const mine = this.#states.map((state) => state.entropy);
    const most = Math.max(1, ...mine);
    const found = [];
    for (const at of times) {
      fill(this.rivals, h("p", { role: "status" }, t("page.working_of", { done: found.length, all: times.length })));
      try {
        const now = at === this.#game.kept; // the same numbers as in the panel of the rivals
        found.push(now ? await this.#game.rivals() : (await this.#game.past([at], "rivals", EFFORT))[0]);
      } catch {
        break; // the game is over or deleted
      }
      if (found.length > 1 && !this.element.isConnected) return;
    }
    const others = namesOf(record).filter((name) => name !== record.viewpoint);
    const rows = others.map((name) => {
      const known = found.map(({ rivals }) => rivals.find((one) => one.name === name));
      const bits = known.map((one) => (one && !one.out ? one.bits.value : most));
      const now = known.at(-1);
      const note = now ? found.at(-1).words.parts[found.at(-1).rivals.indexOf(now)].short : "";
      return this.#strip(name, bits.map((open) => Math.max(0, 1 - open / most)), note);
    });
    const me = record.viewpoint === null ? t("story.onlooker") : t("story.me", { name: record.viewpoint });
    const open = this.#states.at(-1);
    const note = open.envelope.includes(null)
      ? t("envelope.possible", { count: open.possible })
      : t("story.answer", { cards: listed(open.envelope) });
    fill(this.rivals, this.#strip(me, mine.map((bits) => 1 - bits / most), note), rows);
    this.#show(Number(this.slider.value));
  }
}

/** The sheet as signs, without buttons. */
function signsOf(state, record, deck) {
  const places = [...namesOf(record), ENVELOPE];
  const heads = places.map((place) => {
    const name = h("span", place === ENVELOPE ? { class: "name" } : {}, placeName(place));
    return h("th", { scope: "col", title: placeName(place) }, name);
  });
  const rows = cardsOf(deck).map((card) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, labelOf(card, deck)),
      places.map((place) => {
        const mark = markOf(state, record, card, place);
        const sign = mark.kind === "open" ? mark.word : mark.sign;
        return h("td", { class: `seen ${kindOf(mark)}`, "aria-label": spokenMark(card, place, mark) }, sign);
      }),
    ),
  );
  return h(
    "table",
    { class: `grid signs ${widthOf(places)}` },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("grid.card")), heads)),
    h("tbody", {}, rows),
  );
}
