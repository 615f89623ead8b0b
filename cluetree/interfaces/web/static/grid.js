// The sheet: a row for each card, a column for each place.

import { byTouch, fill, h } from "./dom.js";
import { listed, t } from "./language.js";
import { labelOf, picture } from "./names.js";
import { ENVELOPE, categories, handsOf, placesOf } from "./table.js";
import { keyOf, markOf, noteOf, placeName, spokenMark, writtenMark } from "./words.js";

/** The rows and columns that an arrow key moves. */
export const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const HOLD = 450; // milliseconds after which a touch is no tap
const FINGER = 40; // pixels; the first tap enlarges a lower row
const MANY = 7; // columns from which a phone shows only signs
const CROWD = 8; // columns from which the sheet scrolls sideways, and a wide screen has narrow columns
const NEAR = 0.08; // a chance this near to that of the first deal is not drawn
const WIDTH = 34; // characters of all names that fit side by side on a phone

/** The classes of a table by the number of its columns and the length of their names. */
function widthOf(places) {
  const longest = Math.max(...places.filter((place) => place !== ENVELOPE).map((name) => name.length));
  const kinds = [
    places.length >= MANY ? "many" : "",
    places.length >= CROWD ? "crowd" : "",
    longest * places.length > WIDTH ? "upright" : "",
  ];
  return kinds.filter(Boolean).join(" ");
}

/** Whether two marks are of the same place and card. */
export const isSame = ([place, card], [other, its]) => place === other && card === its;

const colourClass = (colour) => (colour === undefined ? "" : `p-${colour}`);

/** Names for narrow columns: at most five letters each, all different. */
export function narrow(names) {
  const cut = names.map((name) => [...name].slice(0, 5).join(""));
  return cut.map((short, at) => (cut.indexOf(short) === cut.lastIndexOf(short) ? short : `${[...short].slice(0, 3).join("")}${at + 1}`));
}

/** The sheet; a tap on a cell asks why, a longer touch or a letter for my note. Cells are updated in place, so that the focus stays. */
export class Grid {
  #why;
  #note; // null: my marks are not shown
  #held; // the timer of a touch; null: it was long, so it is no tap
  #cells = [];
  #rows = [];
  #shape = "";
  #at = [0, 0];
  #shown = null;
  #asked = []; // the places and cards that the Why panel is about
  #open = null; // on a phone: the enlarged row

  constructor(why, note = null) {
    this.#why = why;
    this.#note = note;
    this.note = h("p", { class: "hint" });
    this.element = h("div", { class: "scroll" });
  }

  /** Show what is known; in an impossible log, what was known before the contradiction. */
  draw({ record, deck, solution, good, first, colours, seen = () => [], marks = {}, paper: written = null }) {
    const paper = this.#note && written;
    const stale = !paper && !solution.consistent && good !== null;
    this.#shown = { record, solution: stale ? good : solution, first, seen, paper, notes: this.#note ? marks : {} };
    const shape = JSON.stringify([handsOf(record), deck, record.viewpoint, colours, paper !== null]);
    if (shape !== this.#shape) this.#build(record, deck, colours);
    this.#shape = shape;
    this.note.textContent = stale ? t("grid.after", { count: good.entries }) : "";
    this.element.setAttribute("class", stale ? "scroll stale" : "scroll");
    this.#mark();
  }

  #mark() {
    const { record, solution, first, seen, paper, notes } = this.#shown;
    for (const [row, line] of this.#rows.entries()) {
      const [{ card }] = this.#cells[row];
      const hidden = paper ? { "✓": 1, "✗": 0 }[paper[keyOf(ENVELOPE, card)]] : solution.probabilities?.[card]?.[ENVELOPE];
      const fate = { 0: "out", 1: "hit" }[record.face_up.includes(card) ? 0 : hidden] ?? "";
      line.setAttribute("class", `${fate} ${line === this.#open ? "enlarged" : ""}`);
    }
    for (const { card, place, cell } of this.#cells.flat()) {
      const mark = paper ? writtenMark(paper, place, card) : markOf(solution, record, card, place);
      const before = first?.probabilities[card]?.[place];
      const dealt = mark.odds === before || Math.abs(mark.odds - before) < NEAR ? " dealt" : "";
      const asked = this.#asked.some((mark) => isSame(mark, [place, card])) ? " asked" : "";
      const settled = cell.getAttribute("class")?.startsWith("cell open") ? " settled" : "";
      cell.setAttribute("class", `cell ${mark.kind}${dealt}${asked}${settled}`);
      cell.style.setProperty("--share", mark.odds ?? 0);
      const eyes = place === record.viewpoint ? seen(card) : [];
      const note = notes[noteOf(place, card)] ?? "";
      cell.setAttribute("data-note", note);
      const told = [eyes.length && t("seen.by", { names: listed(eyes.map(([name]) => name)) }), note && t("note.mine", { note })];
      cell.setAttribute("aria-label", spokenMark(card, place, mark) + told.filter(Boolean).map((one) => ` (${one})`).join(""));
      const sign = h("span", { class: "sign", "aria-hidden": "true" }, mark.sign);
      const marks = eyes.map(([, colour]) => h("i", { class: `p-${colour}` }));
      fill(cell, sign, h("span", { class: "word" }, mark.word), marks.length ? h("span", { class: "eyes" }, marks) : null);
    }
  }

  ask(marks) {
    this.#asked = marks;
    this.#mark();
    this.element.querySelector?.(".asked")?.scrollIntoView({ block: "nearest" }); // above its proof
  }

  #build(record, deck, colours) {
    const places = placesOf(record);
    this.#cells = [];
    this.#rows = [];
    this.#at = [0, 0];
    const bodies = categories(deck).map(([category, cards]) =>
      h("tbody", { "aria-label": t(`all.${category}`) }, cards.map((card) => this.#row(card, places, deck, colours))),
    );
    const short = narrow(places.map(placeName));
    const hands = handsOf(record);
    const head = () => h("tr", {}, h("th", { scope: "col" }, t("grid.card")), heads());
    const heads = () => places.map((place, at) => {
      const size = hands[at]?.hand_size ?? "?";
      const told = place === record.viewpoint ? t("grid.mine", { size }) : size;
      const name = placeName(place);
      const names = [h("span", { class: "name" }, name), h("span", { class: "short", "aria-hidden": "true" }, short[at])];
      const inside = place === ENVELOPE ? [picture("envelope"), h("span", { class: "told" }, name)] : [names, h("small", {}, told)];
      return h("th", { scope: "col", title: name, class: colourClass(colours[at]) }, inside);
    });
    const attributes = { class: `grid ${widthOf(places)}`, role: "grid", "aria-label": t("grid.name") };
    const again = h("tbody", { class: "again", "aria-hidden": "true" }, head()); // above the second column of a wide, low screen
    fill(this.element, h("table", attributes, h("thead", {}, head()), bodies.slice(0, 2), again, bodies[2]));
    this.#aim(0, 0);
  }

  #row(card, places, deck, colours) {
    const row = this.#cells.length;
    this.#cells.push([]);
    const cells = places.map((place, column) => {
      const onclick = ({ detail }) => {
        if (detail && this.#held === null) return;
        this.#aim(row, column);
        // While a proof is open, or on paper, the first tap counts; otherwise it may only enlarge the row.
        const counts = detail === 0 || this.#asked.length > 0 || this.#shown.paper !== null;
        if (this.#enlarge(row) || counts) this.#why(place, card);
      };
      const note = () => (this.#held = this.#note?.(place, card) ?? null);
      const onpointerdown = () => (this.#held = setTimeout(note, HOLD));
      const release = () => clearTimeout(this.#held);
      const touched = { onpointerdown, onpointerup: release, onpointerleave: release, onpointercancel: release };
      const onkeydown = (event) => this.#step(event, row, column) ?? (/^[^ ]$/u.test(event.key) && !event.ctrlKey && note()); // it takes the letter
      const cell = h("button", { type: "button", tabindex: -1, onclick, onkeydown, ...touched });
      this.#cells[row].push({ card, place, cell });
      return h("td", { role: "gridcell", class: colourClass(colours[column]) }, cell);
    });
    const name = h("th", { scope: "row", title: card, onclick: () => this.#enlarge(row) }, labelOf(card, deck));
    this.#rows.push(h("tr", {}, name, cells));
    return this.#rows.at(-1);
  }

  /** Enlarge a row that is too low for a finger; return whether it was high enough. */
  #enlarge(row) {
    const line = this.#rows[row];
    if (!byTouch() || this.#shown.paper || line === this.#open || line.clientHeight >= FINGER) return true;
    const before = line.clientHeight;
    this.#open?.classList.remove("enlarged");
    this.#open = line;
    line.classList.add("enlarged");
    return line.clientHeight <= before; // a wide screen enlarges no row
  }

  #step(event, row, column) {
    const [down, right] = STEPS[event.key] ?? [0, 0];
    if (!down && !right) return;
    event.preventDefault();
    const rows = this.#cells.length;
    const columns = this.#cells[row].length;
    const to = [(row + down + rows) % rows, (column + right + columns) % columns];
    this.#aim(...to);
    this.#cells[to[0]][to[1]].cell.focus();
  }

  #aim(row, column) {
    const [oldRow, oldColumn] = this.#at;
    this.#cells[oldRow][oldColumn].cell.setAttribute("tabindex", -1);
    this.#cells[row][column].cell.setAttribute("tabindex", 0);
    this.#at = [row, column];
  }
}
