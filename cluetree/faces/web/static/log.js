// The timeline: all entries, what can be done to each, undo and redo, and the replay.

import { ask, button, fill, h, keepFocus, unbroken } from "./dom.js";
import { many } from "./words.js";

/** The log of the game. */
export class Log {
  #page;
  #replaying = 0;
  #open = null; // the entry whose tools are shown
  #version = null;

  constructor(page) {
    this.#page = page;
    this.list = h("ol", { class: "log" });
    this.tools = h("div", { class: "row" });
    this.replay = h("div", { class: "replay" });
    this.element = h("div", { tabindex: -1 }, this.tools, this.replay, this.list);
  }

  /** Show the entries; those that clash are named as such. */
  draw(clashing) {
    keepFocus(this.element, () => this.#fill(clashing));
  }

  #fill(clashing) {
    const { game } = this.#page;
    if (game.version !== this.#version) this.#open = null; // another entry may have its number
    this.#version = game.version;
    const still = game.elsewhere; // nothing is edited while something else is shown
    fill(
      this.tools,
      button("Undo", () => this.#page.undo(), { disabled: still && !game.supposing }),
      button("Redo", () => this.#page.redo(), { disabled: still }),
      button(
        game.supposing ? "Drop what is supposed" : "What if …",
        () => this.#page.suppose(!game.supposing),
        { "aria-pressed": game.supposing },
      ),
    );
    this.#drawReplay();
    const shown = game.entries.map((entry) => this.#entry(entry, clashing.has(entry.number)));
    const later = game.all.slice(game.kept).map((entry) =>
      h("li", { class: "later", value: entry.number }, h("span", {}, unbroken(entry.line), h("small", { class: "note" }, "later"))),
    );
    fill(this.list, game.supposed.length ? shown : [shown, later]);
    if (!game.entries.length && !later.length) {
      fill(this.list, h("li", { class: "none" }, "Nothing is told yet."));
    }
  }

  #drawReplay() {
    const { game } = this.#page;
    const at = game.after ?? game.length;
    const word = game.after === null ? "all" : `after ${many(at, "entry", "entries")}`;
    if (!this.slider) {
      this.slider = h("input", {
        type: "range",
        min: 0,
        oninput: (event) => this.#go(Number(event.target.value)),
      });
      this.where = h("output", {});
      const label = h("label", {}, h("span", {}, "Replay"), this.slider);
      fill(this.replay, label, this.where);
    }
    this.slider.setAttribute("max", game.length);
    this.slider.value = at;
    this.slider.setAttribute("aria-valuetext", word);
    fill(this.where, word);
  }

  /** Bring an entry into sight, with its tools. */
  show(number) {
    const entry = this.list.children[number - 1];
    const [tools] = entry.querySelectorAll("details");
    if (tools) tools.open = true;
    entry.focus({ preventScroll: true });
    entry.scrollIntoView({ block: "center" });
  }

  async #go(at) {
    this.#replaying += 1;
    const mine = this.#replaying;
    await new Promise((done) => setTimeout(done, 80)); // let the slider come to rest
    if (mine === this.#replaying) await this.#page.replay(at);
  }

  #entry({ number, line }, clashes) {
    const { game } = this.#page;
    const supposed = number > game.kept;
    const notes = [clashes ? "clashes" : null, supposed ? "what if" : null].filter(Boolean);
    const said = [unbroken(line), notes.map((note) => h("small", { class: "note" }, note))];
    return h(
      "li",
      { id: `entry-${number}`, value: number, tabindex: -1, class: clashes ? "clashing" : "" },
      game.elsewhere ? h("span", {}, said) : this.#tools(number, line, said),
    );
  }

  /** What can be done to an entry, under it. */
  #tools(number, line, said) {
    const tool = (label, spoken, what) =>
      button(label, what, { "aria-label": `${spoken} entry ${number}`, "data-key": `${label} ${number}` });
    return h(
      "details",
      {
        name: "entries", // one at a time
        open: this.#open === number,
        ontoggle: (event) => {
          if (event.target.open) this.#open = number;
          else if (this.#open === number) this.#open = null;
        },
      },
      h("summary", { "data-key": `entry ${number}` }, h("span", {}, said)),
      h(
        "div",
        { class: "tools" },
        tool("Edit", "Edit", () => this.#page.aim(number, true)),
        tool("Insert", "Insert before", () => this.#page.aim(number, false)),
        tool("Delete", "Delete", () => this.#delete(number, line)),
      ),
    );
  }

  #delete(number, line) {
    if (ask(`Delete entry ${number}, ${line}? It can be undone.`)) this.#page.remove(number);
  }
}

/** Ways to entries in the log. */
export function entryLinks(page, numbers) {
  const link = (number) => {
    const words = [`${number}. `, unbroken(page.game.entries[number - 1].line)];
    return button(words, () => page.goTo(number), { class: "link", "data-key": `entry link ${number}` });
  };
  return h("ul", { class: "links" }, numbers.map((number) => h("li", {}, link(number))));
}
