// A draft as a line of the .clue language, and what an unfinished line says as a draft.

import { blank, draftOf, eventOf, isFact, missing, sees, shownBy } from "./draft.js";
import { cardNamed, folded, shortName } from "./names.js";
import { ENVELOPE, categories, leftOf, namesOf } from "./table.js";

const SOMEBODY = "somebody"; // it is not known who

/** Write what a draft says so far, names as they are spoken. */
export function lineOf(draft, { record, deck }) {
  const short = (card) => shortName(card, deck);
  const by = quoted(draft.by ?? "");
  if (draft.kind === "holds_one_of") return `${by} holds one of ${draft.among.map(short).join(", ")}`;
  if (isFact(draft)) return `${by} ${draft.kind} ${draft.card ? short(draft.card) : ""}`.trimEnd();
  const cards = draft.cards.filter((card) => card !== null).map(short);
  if (draft.kind === "accusation") {
    const verdict = { true: ": right", false: ": wrong" }[draft.correct] ?? "";
    return `${by} accuses ${cards.join(", ")}${verdict}`;
  }
  const answers = answersOf(draft, record, short);
  return `${by}: ${cards.join(", ")}${answers.length ? ` -> ${answers.join(", ")}` : ""}`;
}

function answersOf(draft, record, short) {
  const answers = (draft.passed ?? []).map((name) => `${quoted(name)} passes`);
  if (draft.passed?.length === 0) answers.push("nobody passes");
  for (const name of draft.shows) {
    const card = sees(record, draft, name) ? shownBy(draft, record, name) : null;
    answers.push(`${name === null ? SOMEBODY : quoted(name)} shows${card ? ` ${short(card)}` : ""}`);
  }
  if (draft.nobody && draft.passed === null) answers.push("nobody");
  return answers;
}

const PLAIN = /^[\p{L}\p{N}'._-]*( [\p{L}\p{N}'._-]+)*$/u;
const SPECIAL = /^one of|\b(?:accuses|holds|lacks|passes|shows|nobody|somebody)\b/iu;

/** A name as it must stand in a line. */
function quoted(name) {
  return PLAIN.test(name) && !SPECIAL.test(name) ? name : JSON.stringify(name);
}

/** The one of some names that a word means: all of it, or a beginning that no other has. */
function nameOf(word, names) {
  const low = folded(word);
  const exact = names.find((name) => folded(name) === low);
  if (exact) return exact;
  const found = names.filter((name) => low && folded(name).startsWith(low));
  return found.length === 1 ? found[0] : null;
}

/** The player (or the envelope) whom a finished piece of a line names, quoted or not. */
function holderOf(piece, record) {
  const word = piece.trim();
  if (word.toLowerCase() === ENVELOPE) return ENVELOPE; // never by its beginning
  try {
    return nameOf(word.startsWith('"') ? JSON.parse(word) : word, namesOf(record));
  } catch {
    return null; // a quote that is not closed yet
  }
}

const LINE = /^\s*("[^"]*"|[^":]+?)\s*(:(?=\s|$)|\b(?:accuses|holds\s+one\s+of|holds|lacks)\b)(.*)$/isu;
const KINDS = { ":": "suggestion", accuses: "accusation", holds: "holds", lacks: "lacks" };

/**
 * Read as much of a line as makes sense.
 *
 * @returns {{draft: object, whole: boolean}} what it says; and whether that is all that it says,
 *   so that the draft may be entered in its place.
 */
export function read(text, game, turn) {
  const { record } = game;
  const [, name, verb, rest] = text.match(LINE) ?? [];
  const by = name === undefined ? null : holderOf(name, record);
  if (by === null) return { draft: blank(turn), whole: false };
  const word = verb.toLowerCase().replace(/\s+/g, " ");
  const draft = blank(by, KINDS[word] ?? "holds_one_of");
  const parts = { suggestion, accusation, holds: fact, lacks: fact, holds_one_of: oneOf };
  const [said, exact] = parts[draft.kind](draft, rest, game);
  return { draft: said, whole: exact && missing(said, record) === "" };
}

function pieces(text) {
  return text.trim() === "" ? [] : text.split(",").map((one) => one.trim());
}

/** Put the cards that are named into their places; says whether each is one, and of a kind. */
function guess(draft, text, { deck }) {
  const named = pieces(text).map((one) => cardNamed(one, deck));
  const cards = categories(deck).map(([, all]) => named.find((card) => all.includes(card)) ?? null);
  return [{ ...draft, cards }, named.length === cards.length && !cards.includes(null)];
}

function accusation(draft, text, game) {
  const [cards, verdict] = text.split(/:(?=\s|$)/u);
  const [said, exact] = guess(draft, cards, game);
  const correct = { right: true, correct: true, wrong: false, incorrect: false }[
    verdict?.trim().toLowerCase()
  ];
  return [{ ...said, correct: correct ?? null }, exact && correct !== undefined];
}

function fact(draft, text, { deck }) {
  const card = cardNamed(text, deck);
  return [{ ...draft, card }, card !== null];
}

function oneOf(draft, text, { deck }) {
  const named = pieces(text).map((one) => cardNamed(one, deck));
  return [{ ...draft, among: [...new Set(named.filter(Boolean))] }, !named.includes(null)];
}

function suggestion(draft, text, game) {
  const { record, deck } = game;
  const [cards, answers] = text.split(/->|→/u);
  const [said, exact] = guess(draft, cards, game);
  const told = pieces(answers ?? "").map((one) => answerOf(one, record, deck));
  if (told.includes(null)) return [said, false];
  const shows = told.filter((one) => one.shows);
  const passed = told.filter((one) => one.passes).map((one) => one.by);
  const answered = {
    ...said,
    nobody: told.length > 0 && shows.length === 0,
    shows: shows.map((one) => one.by),
    shown: Object.fromEntries(shows.filter((one) => one.card).map((one) => [one.by, one.card])),
    passed: passed.length && !asSeated(passed, shows, draft.by, record) ? passed : null,
  };
  // What was said to the letter is left to the core where the keys would say less.
  const kept = answered.passed === null && draftOf(eventOf(answered, record), record) !== null;
  const seen = shows.every((one) => !one.card || sees(record, answered, one.by));
  return [answered, exact && kept && seen];
}

/** Whether those who passed are just those who sit before the one who showed. */
function asSeated(passed, shows, by, record) {
  if (shows.some((show) => show.by === null)) return false;
  const others = leftOf(record, by);
  const before = shows.length ? others.slice(0, others.indexOf(shows[0].by)) : others;
  return record.answering !== "all" && before.join("\n") === passed.join("\n");
}

function answerOf(piece, record, deck) {
  if (/^nobody$/iu.test(piece)) return {};
  if (/^somebody\s+shows$/iu.test(piece)) return { by: null, shows: true, card: null };
  const [, name, verb, card] = piece.match(/^("[^"]*"|.+?)\s+(shows|passes)\b(.*)$/isu) ?? [];
  const by = name === undefined ? null : holderOf(name, record);
  if (by === null || by === ENVELOPE) return null;
  if (verb.toLowerCase() === "passes") return { by, passes: true };
  const shown = card.trim() === "" ? null : cardNamed(card, deck);
  return card.trim() !== "" && shown === null ? null : { by, shows: true, card: shown };
}
