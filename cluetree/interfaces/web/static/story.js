// The course of a game in pictures: the tree and the sheet after any entry.

import { button, dress, fill, h, labelled } from "./dom.js";
import { Grid, STEPS } from "./grid.js";
import { t } from "./language.js";
import { markOf, spokenMark } from "./words.js";

const PACE = 800; // milliseconds for an entry

export async function storyView(page) {
  const { game } = page;
  const numbers = [0, ...game.entries.map((entry) => entry.number)];
  const states = await game.past(numbers, "beliefs", { triples: 0 });
  return new Story(page, states.filter((state) => state.consistent)).element;
}

class Story {
  #page;
  #game;
  #states;
  #reading = null; // until no tree is missing
  #timer = null; // while it plays

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
    this.play = button("▶", () => this.#play(), { "aria-label": t("story.play"), "data-key": "play" });
    this.where = h("div", { class: "where", role: "status" });
    this.tree = h("div", { class: "tree" });
    // A phone shows the tree or the sheet.
    const box = h("input", { type: "checkbox", "data-key": "tree", onchange: () => (this.tree.scrollTop = this.tree.scrollHeight) });
    const turn = h("label", { class: "key" }, box, h("span", {}, t("story.tree")));
    this.grid = new Grid((place, card) => page.why(place, card));
    this.element = h(
      "div",
      { class: "story" },
      h("div", {}, h("div", { class: "row player" }, this.play, labelled(t("story.after"), this.slider), turn), this.where),
      this.tree,
      this.grid.element,
    );
    this.#show(last);
  }

  /** Show one entry after another, from the first if this is the last, until the next tap. */
  #play() {
    const last = this.#states.length - 1;
    let at = Number(this.slider.value) < last ? Number(this.slider.value) : -1;
    const isPlaying = this.#timer !== null;
    clearInterval(this.#timer);
    this.#timer = isPlaying ? null : setInterval(step.bind(this), PACE);
    this.play.textContent = isPlaying ? "▶" : "❚❚";
    function step() {
      at += 1;
      if (at > last || !this.element.isConnected) return this.#play();
      this.slider.value = at;
      return this.#show(at);
    }
  }

  // The sheet and the tree after an entry

  #show(at) {
    const { entries, look } = this.#game;
    const state = this.#states[at];
    const entry = at ? entries[at - 1] : null;
    const words = entry ? `${entry.number}. ${entry.words}` : t("story.before");
    const meaning = at ? state.words.text : t("story.possible", { count: state.possible ?? "?" });
    fill(this.where, h("p", {}, h("b", {}, words)), h("p", {}, meaning));
    this.slider.setAttribute("aria-valuetext", entry ? t("story.at", { number: at }) : t("story.at_first"));
    this.grid.draw({ ...look, seen: (card) => look.seen(card, at), solution: state, good: null });
    this.#reading ??= this.#page.act(() => this.#readTree()).finally(() => (this.#reading = null));
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
