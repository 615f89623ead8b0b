// The log, the newest entry first: what can be done to each, undo and redo.

import { ask, button, fill, h, keepFocus, unbroken } from "./dom.js";
import { t } from "./language.js";

/** The log of the game. */
export class Log {
  #page;
  #open = null; // the entry whose tools are shown
  #version = null;

  constructor(page) {
    this.#page = page;
    this.list = h("ol", { class: "log", reversed: true });
    this.tools = h("div", { class: "row" });
    this.element = h("div", { tabindex: -1 }, this.tools, this.list);
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
      button(t("log.undo"), () => this.#page.undo(), { disabled: still && !game.supposing }),
      button(t("log.redo"), () => this.#page.redo(), { disabled: still }),
      button(
        game.supposing ? t("log.drop") : t("log.what_if"),
        () => this.#page.suppose(!game.supposing),
        { "aria-pressed": game.supposing },
      ),
      button(t("log.check"), () => this.#page.show("Repair")),
    );
    const entries = game.entries.map((entry) => this.#entry(entry, clashing.has(entry.number)));
    fill(
      this.list,
      entries.length ? entries.reverse() : h("li", { class: "none" }, t("log.none")),
    );
  }

  /** Bring an entry into sight, with its tools. */
  show(number) {
    const entry = document.getElementById(`entry-${number}`);
    const [tools] = entry.querySelectorAll("details");
    if (tools) tools.open = true;
    entry.focus({ preventScroll: true });
    entry.scrollIntoView({ block: "center" });
  }

  #entry({ number, told }, clashes) {
    const { game } = this.#page;
    const supposed = number > game.kept;
    const notes = [clashes ? t("log.clashes") : null, supposed ? t("log.supposed") : null].filter(Boolean);
    const said = [unbroken(told), notes.map((note) => h("small", { class: "note" }, note))];
    return h(
      "li",
      { id: `entry-${number}`, value: number, tabindex: -1, class: clashes ? "clashing" : "" },
      game.elsewhere ? h("span", {}, said) : this.#tools(number, told, said),
    );
  }

  /** What can be done to an entry, under it. */
  #tools(number, told, said) {
    const tool = (label, spoken, what) =>
      button(label, what, { "aria-label": spoken, "data-key": `${label} ${number}` });
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
        tool(t("log.edit"), t("log.edit_entry", { number }), () => this.#page.edit(number, true)),
        tool(t("log.insert"), t("log.insert_entry", { number }), () => this.#page.edit(number, false)),
        tool(t("log.delete"), t("log.delete_entry", { number }), () => this.#delete(number, told)),
      ),
    );
  }

  #delete(number, told) {
    if (ask(t("log.sure", { number, entry: told }))) this.#page.remove(number);
  }
}

/** Ways to entries in the log. */
export function entryLinks(page, numbers) {
  const link = (number) => {
    const words = [`${number}. `, unbroken(page.game.entries[number - 1].told)];
    return button(words, () => page.goTo(number), { class: "link", "data-key": `entry link ${number}` });
  };
  return h("ul", { class: "links" }, numbers.map((number) => h("li", {}, link(number))));
}
