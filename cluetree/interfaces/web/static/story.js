// The course of a game in pictures: the tree and the sheet after any entry, the odds of the
// envelope, and what each player knew.

import { drawn, dress, fill, h, hint, labelled } from "./dom.js";
import { Grid, STEPS } from "./grid.js";
import { listed, t } from "./language.js";
import { shortName } from "./names.js";
import { ENVELOPE, categories, namesOf } from "./table.js";
import { markOf, percent, spokenMark } from "./words.js";

const AT_ONCE = 30; // states per request, so that an entry does not wait long
const MOST = 12; // times at which the knowledge of opponents is estimated
const EFFORT = { samples: 24, limit: { seconds: 0.5 } };

export async function storyView(page) {
  const { game } = page;
  game.rivals().catch(() => {}); // started early; errors are reported where it is shown
  const states = [];
  for (let at = 0; at <= game.entries.length; at = states.length) {
    const numbers = Array.from({ length: Math.min(game.entries.length + 1 - at, AT_ONCE) }, (_, next) => at + next);
    states.push(...(await game.past(numbers, "beliefs", { triples: 0 })));
    if (!states.at(-1).consistent) break; // nothing that follows is possible
  }
  return new Story(page, states.filter((state) => state.consistent)).element;
}

class Story {
  #page;
  #game;
  #states;
  #strips = [];
  #reading = null; // until no tree is missing

  constructor(page, states) {
    this.#page = page;
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
    this.tree = h("div", { class: "tree" });
    this.grid = new Grid((place, card) => page.why(place, card));
    this.rivals = h("div", {});
    this.element = h(
      "div",
      { class: "story" },
      h("div", {}, hint(t("story.back")), labelled(t("story.after"), this.slider), this.where),
      this.tree,
      h("div", {}, this.grid.element, h("h3", {}, t("story.closed")), hint(t("story.closed_hint")), this.#envelope()),
      h("div", {}, h("h3", {}, t("story.knew")), hint(t("story.knew_hint")), this.rivals),
    );
    this.#show(last);
    this.#ask();
  }

  // The sheet and the tree after an entry

  #show(at) {
    const { entries, deck, record } = this.#game;
    const state = this.#states[at];
    const entry = at ? entries[at - 1] : null;
    const words = entry ? `${entry.number}. ${entry.words}` : t("story.before");
    const meaning = at ? state.words.text : t("story.possible", { count: state.possible });
    fill(this.where, h("p", {}, h("b", {}, words)), h("p", {}, meaning));
    this.slider.setAttribute("aria-valuetext", entry ? t("story.at", { number: at }) : t("story.at_first"));
    this.grid.draw({ record, deck, solution: state, good: null });
    this.#reading ??= this.#page.act(() => this.#readTree()).finally(() => (this.#reading = null));
    for (const { line, length } of this.#strips) {
      const x = String(Math.min(length, (at * length) / Math.max(1, this.#states.length)) + 0.5);
      line.setAttribute("x1", x);
      line.setAttribute("x2", x);
    }
  }

  /** Draw the tree; the slider may move while one is read, so read until it stops. */
  async #readTree() {
    for (let at = null; at !== this.slider.value; ) {
      at = this.slider.value;
      const [{ tree }] = await this.#game.past([Number(at)], "tree", { form: "svg" });
      this.#drawTree(elementOf(tree), this.#states[at]);
    }
  }

  /** Show a tree; chips that differ from the one before are marked, and a tap on one asks why. */
  #drawTree(svg, state) {
    const chipsOf = (tree) => [...tree.querySelectorAll("[data-place]")];
    const keyOf = (chip) => ["class", "data-place", "data-card"].map((name) => chip.getAttribute(name)).join();
    const before = new Set(chipsOf(this.tree).map(keyOf));
    const chips = chipsOf(svg);
    chips.forEach((chip, at) => {
      const [place, card] = [chip.getAttribute("data-place"), chip.getAttribute("data-card")];
      const onclick = () => this.#page.why(place, card);
      const onkeydown = (event) => {
        const [down, right] = STEPS[event.key] ?? [0, 0];
        if (down || right) chips.at((at + down + right) % chips.length).focus();
        else if (event.key === "Enter" || event.key === " ") onclick();
        else return;
        event.preventDefault();
      };
      const label = spokenMark(card, place, markOf(state, this.#game.record, card, place));
      dress(chip, { role: "button", tabindex: at ? -1 : 0, "aria-description": label, onclick, onkeydown });
      if (before.size && !before.has(keyOf(chip))) dress(chip, { class: `${chip.getAttribute("class")} fresh` });
    });
    fill(this.tree, svg);
    this.tree.scrollTop = this.tree.scrollHeight;
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
        const now = at === this.#game.entries.length; // the same numbers as in the panel of the rivals
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

/** Make an element of a picture; its style applies by script, because the page permits none in it. */
function elementOf(picture) {
  const [start, style, end] = picture.split(/<\/?style>/u);
  const rules = new CSSStyleSheet();
  rules.replaceSync(style);
  document.adoptedStyleSheets = [rules];
  const svg = new DOMParser().parseFromString(start + end, "image/svg+xml").documentElement;
  return dress(svg, { role: "group" }); // of buttons
}
