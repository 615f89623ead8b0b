// The timeline: all entries, what can be done to each, undo and redo, and the replay.

import { ask, button, fill, h, keepFocus } from "./dom.js";
import { many } from "./words.js";

/** The log of the game. */
export class Log {
  #page;
  #replaying = 0;

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
      h("li", { class: "later", value: entry.number }, h("span", {}, entry.line), h("small", {}, "later")),
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
    const can = !game.elsewhere;
    return h(
      "li",
      { id: `entry-${number}`, value: number, tabindex: -1, class: clashes ? "clashing" : "" },
      h("span", {}, line),
      notes.map((note) => h("small", { class: "note" }, note)),
      can
        ? h(
            "span",
            { class: "tools" },
            button("Edit", () => this.#page.aim(number, true), {
              "aria-label": `Edit entry ${number}`,
              "data-key": `Edit ${number}`,
            }),
            button("Insert", () => this.#page.aim(number, false), {
              "aria-label": `Insert before entry ${number}`,
              "data-key": `Insert ${number}`,
            }),
            button("Delete", () => this.#delete(number, line), {
              "aria-label": `Delete entry ${number}`,
              "data-key": `Delete ${number}`,
            }),
          )
        : null,
    );
  }

  #delete(number, line) {
    if (ask(`Delete entry ${number}, ${line}? It can be undone.`)) this.#page.remove(number);
  }
}
