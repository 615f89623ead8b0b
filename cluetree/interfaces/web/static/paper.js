// My own marks: the paper mode, in which the sheet shows no others, checks them and hints if asked; and notes.

import { button, byTouch, h, presses, say } from "./dom.js";
import { toggled } from "./draft.js";
import { listed, t } from "./language.js";
import { shortName } from "./names.js";
import { cardsOf, placesOf } from "./table.js";
import { keyOf, noteOf, placeName } from "./words.js";

/** The sign after each: a check, a cross, a question mark, none. */
export const NEXT = { "": "✓", "✓": "✗", "✗": "?", "?": "" };

const SURE = { 0: "✗", 1: "✓" }; // the sign of a certain chance

/** The marks at the beginning: my own cards, and those that lie open. */
export function blankPaper({ record, deck, first }) {
  const odds = ({ place, card }) => (record.face_up.includes(card) ? 0 : first.probabilities?.[card][place]);
  return Object.fromEntries(marksOf({ record, deck }).map((one) => [keyOf(one.place, one.card), SURE[odds(one)] ?? ""]));
}

/** Ask for my note in a cell: the number of an entry, initials, a word. */
export function askNote(page, place, card) {
  const { game } = page;
  const key = noteOf(place, card);
  const old = game.marks[key] ?? "";
  const words = old.split(" ").filter(Boolean);
  const others = Object.keys(game.marks).filter((one) => one.endsWith("/note")).flatMap((one) => game.marks[one].split(" "));
  const offers = [...new Set([...words, `${game.entries.length || ""}`, "?", ...others.reverse()])].filter(Boolean).slice(0, 10);
  const write = (note) => {
    dialog.close();
    if (note.trim() !== old) page.mark(key, () => note.trim());
  };
  const legend = t("note.of", { mark: markName({ place, card }, game.deck) });
  const keys = presses(legend, offers.map((one) => [one, one]), (one) => words.includes(one), (one) => write(toggled(words, one).join(" ")));
  const isTyped = !byTouch() || document.querySelector(":focus-visible") !== null;
  const onfocus = ({ target }) => target.select();
  const field = h("input", { value: old, maxlength: 5, "aria-label": legend, autocomplete: "off", enterkeyhint: "done", autofocus: isTyped, onfocus });
  const form = h("form", { method: "dialog", class: "row", onsubmit: () => write(field.value) }, field, h("button", { class: "main" }, t("entry.enter")));
  const dialog = h("dialog", { class: "noting", "aria-label": legend, onclose: () => dialog.remove() }, keys, form);
  document.body.append(dialog);
  dialog.showModal();
}

/** What was changed between two states of my marks; an empty text if they are equal. */
export function changedMark(before, after) {
  if (!before.paper !== !after.paper) return t("change.paper");
  const isChanged = (key) => (before.marks[key] ?? "") !== (after.marks[key] ?? "");
  const found = marksOf(after).find(({ place, card }) => [keyOf, noteOf].some((key) => isChanged(key(place, card))));
  return found ? t("change.mark", { mark: markName(found, after.deck) }) : "";
}

const marksOf = ({ record, deck }) => cardsOf(deck).flatMap((card) => placesOf(record).map((place) => ({ place, card })));

const markName = ({ place, card }, deck) => t("paper.mark", { card: shortName(card, deck), place: placeName(place) });

/** My marks beside the certain facts: the wrong ones, those that are only guessed, those that are missing. */
export function compared({ paper, record, deck, solution }) {
  const found = { right: [], wrong: [], early: [], missing: [] };
  for (const one of marksOf({ record, deck }).filter(({ card }) => !record.face_up.includes(card))) {
    const [mine, sure] = [paper[keyOf(one.place, one.card)], SURE[solution.probabilities[one.card][one.place]]];
    if (!["✓", "✗"].includes(mine)) found.missing.push(...(sure ? [{ ...one, sure }] : []));
    else found[sure ? (mine === sure ? "right" : "wrong") : "early"].push(one);
  }
  return found;
}

function check({ game }) {
  const found = compared(game);
  const kind = ["wrong", "early"].find((one) => found[one].length) ?? "right";
  const marks = listed(found[kind].slice(0, 3).map((one) => markName(one, game.deck)));
  say(t(`paper.${kind}`, { count: found[kind].length, marks }));
}

/** Hint as the course does: how many facts follow and where, then of which cards, then one of them. */
function hintOf({ game }, asked) {
  const { missing } = compared(game);
  if (!missing.length) return t("step.hint_done");
  const names = (of) => listed([...new Set(missing.map(of))].slice(0, 6));
  if (asked === 1) return t("step.hint", { count: missing.length, places: names(({ place }) => placeName(place)) });
  if (asked === 2) return t("step.hint_cards", { cards: names(({ card }) => shortName(card, game.deck)) });
  const { place, card, sure } = missing.find((one) => one.sure === "✓") ?? missing[0];
  return t(sure === "✓" ? "spoken.holds" : "spoken.lacks", { card, place: placeName(place) });
}

/** What stands in place of the envelope: two keys; a third one finds a contradiction, which both name. */
export function paperState(page) {
  const { consistent, words } = page.game.solution;
  const clash = () => (say(h("b", {}, t("banner.find")), ": ", words.text), document.getElementById("said").classList.add("whole"));
  let asked = 0; // since the last change
  const hint = () => say(hintOf(page, (asked += 1)));
  const find = button(t("banner.find"), () => page.show("Repair"), { class: "clash" });
  const keys = [button(t("paper.check"), consistent ? () => check(page) : clash), button(t("paper.hint"), consistent ? hint : clash)];
  return ["paper", h("div", { class: "row" }, consistent ? null : find, keys)];
}
