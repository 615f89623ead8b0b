// The log, the newest entry first, with the tools of each entry, undo and redo.

import { button, fill, h, keepFocus, list } from "./dom.js";
import { t } from "./language.js";
import { changedMark } from "./paper.js";
import { askedBy } from "./table.js";

/** The players who passed in a suggestion, as recorded or implied by the seats. */
function passersOf({ by, shows = [], passed }, record) {
  const [asked, showers] = [askedBy(record, by), shows.map((show) => show.by)];
  const end = shows.length && record.answering !== "all" ? Math.max(0, asked.indexOf(showers[0])) : asked.length;
  return passed ?? asked.slice(0, end).filter((name) => !showers.includes(name));
}

export class Log {
  #page;

  constructor(page) {
    this.#page = page;
    this.list = h("ol", { class: "log", reversed: true });
    this.tools = h("div", { class: "row" });
    this.element = h("div", { tabindex: -1 }, this.tools, this.list);
  }

  draw(clashing) {
    keepFocus(this.element, () => this.#fill(clashing));
  }

  #fill(clashing) {
    const { game } = this.#page;
    const suppose = () => this.#page.suppose(!game.supposing);
    fill(
      this.tools,
      button(t("log.undo"), () => this.#page.undo(), { disabled: !game.has("undo") }),
      button(t("log.redo"), () => this.#page.redo(), { disabled: !game.has("redo") }),
      button(t(game.supposing ? "log.drop" : "log.what_if"), suppose, { "aria-pressed": game.supposing }),
      button(t("log.check"), () => this.#page.show("Repair")),
    );
    const entries = game.entries.map((entry) => this.#entry(entry, clashing.has(entry.number)));
    fill(this.list, entries.length ? entries.reverse() : h("li", { class: "none" }, t("log.none")));
  }

  show(number) {
    const entry = document.getElementById(`entry-${number}`);
    entry.querySelector("details").open = true;
    entry.focus({ preventScroll: true });
    entry.scrollIntoView({ block: "center" });
  }

  #entry({ number, words, event }, clashes) {
    const page = this.#page;
    const { certain, look, record } = page.game;
    const notes = [clashes && t("log.clashes"), number > certain.events.length && t("log.supposed")].filter(Boolean);
    const said = h("span", {}, words, notes.map((note) => h("small", { class: "note" }, note)));
    const acts = { edit: () => page.edit(number, true), insert: () => page.edit(number, false), delete: () => page.remove(number) };
    const tool = ([what, act]) => {
      const label = t(`log.${what}`);
      return button(label, act, { "aria-label": t(`log.${what}_entry`, { number }), "data-key": `${label} ${number}` });
    };
    const sorry = (by) => button(t("log.sorry", { name: by }), () => page.enter({ kind: "correction", by, entry: number }, null));
    const late = event.kind === "suggestion" ? passersOf(event, record).map(sorry) : null;
    const tools = h("div", { class: "tools" }, Object.entries(acts).map(tool), late);
    const kind = `${clashes ? "clashing" : ""} ${look.classOf(event.by ?? event.player)}`;
    const folded = h("details", { name: "entries" }, h("summary", { "data-key": `entry ${number}` }, said), tools); // at most one is open
    return h("li", { id: `entry-${number}`, value: number, tabindex: -1, class: kind }, folded);
  }
}

/** Describe the change between two states of a game: of my marks, of its set-up, or of an entry. */
export function changeOf(before, after) {
  const [was, is] = [before, after].map(({ record }) => JSON.stringify({ ...record, events: [] }));
  const [old, now] = [before, after].map(({ entries }) => entries.map((entry) => entry.words));
  const at = old.findIndex((entry, number) => entry !== now[number]);
  const number = (at < 0 ? old.length : at) + 1;
  if (was !== is || (at < 0 && now.length === old.length)) return (before.marks !== after.marks && changedMark(before, after)) || t("change.set_up");
  if (now.length < old.length) return t("change.gone", { number, entry: old[number - 1] });
  if (now.length > old.length) return t("change.back", { number, entry: now[number - 1] });
  return t("change.again", { number, entry: now[at] });
}

/** Links to entries, of which the last one that a proof needs decides it. */
export function entryLinks(page, numbers, decisive = null) {
  const link = (number) => {
    const entry = `${number}. ${page.game.entries[number - 1].words}`;
    const kind = number === decisive ? "link decisive" : "link";
    return button(entry, () => page.goTo(number), { class: kind, "data-key": `entry link ${number}` });
  };
  return list("ul", "links", numbers.map(link));
}
