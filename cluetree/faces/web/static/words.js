// What the page says: marks, numbers and facts in words. Nothing is worked out here.

/** Write a chance as a percentage that is 0 or 100 only if it is sure. */
export function percent(chance) {
  if (chance === 0 || chance === 1) return `${chance * 100}\u00a0%`;
  if (chance < 0.01) return "<1\u00a0%";
  return chance > 0.99 ? ">99\u00a0%" : `${Math.round(chance * 100)}\u00a0%`;
}

/** Write an estimate with its error, if it has one. */
export function estimate({ value, error }, unit = "") {
  return error ? `${value.toFixed(2)} ± ${error.toFixed(2)}${unit}` : `${value.toFixed(2)}${unit}`;
}

/** Write an estimated chance with its error, if it has one. */
export function chance({ value, error }) {
  return error ? `${Math.round(value * 100)}\u00a0±\u00a0${Math.ceil(error * 100)}\u00a0%` : percent(value);
}

/** Count things: 1 entry, 2 entries. */
export function many(number, thing, things = `${thing}s`) {
  return `${number.toLocaleString("en")} ${number === 1 ? thing : things}`;
}

/** List words: a, b or c. */
export function listed(words, joint = "and") {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${joint} ${words.at(-1)}`;
}

/** Say how likely a suggestion solves it, if that is worth saying. */
export function solving({ solves }) {
  return solves >= 0.01 ? `Solves it with a chance of ${percent(solves)}.` : "";
}

/** Say how near somebody is to the answer. */
export function closeness({ knows, bits }) {
  if (knows.value > 0.99) return "knows the answer.";
  if (knows.value > 0.5) return "probably knows the answer.";
  if (knows.value > 0.1) return "may know the answer.";
  return `is choosing between about ${answersOf(bits)} answers.`;
}

/** The same in short, beside a picture. */
export function nearness({ knows, bits }) {
  return knows.value > 0.5 ? `knows, ${chance(knows)}` : `about ${answersOf(bits)} possible`;
}

function answersOf(bits) {
  return Math.max(2, Math.round(2 ** bits.value));
}

/** The kinds of marks: a sign, a word for it, and a class for its colour. */
const MARKS = {
  holds: { sign: "✓", word: "holds" },
  lacks: { sign: "✗", word: "no" },
  face: { sign: "▤", word: "open" },
  clash: { sign: "!", word: "clash" },
};

/** The mark of one card and one place: a sign and a word, never a colour alone. */
export function markOf(solution, record, card, place) {
  if (!solution.consistent) return { kind: "clash", ...MARKS.clash };
  if (record.face_up.includes(card)) return { kind: "face", ...MARKS.face };
  const odds = solution.probabilities[card][place];
  if (odds === 1) return { kind: "holds", ...MARKS.holds };
  if (odds === 0) return { kind: "lacks", ...MARKS.lacks };
  return { kind: "open", sign: "?", word: percent(odds), odds };
}

/** Say a mark aloud. */
export function spokenMark(card, place, mark) {
  const where = place === "envelope" ? "the envelope" : place;
  const words = {
    holds: `${where} holds it`,
    lacks: `no, ${where} lacks it`, // with the word that is seen
    face: "lies open",
    clash: "clash, the log cannot be true",
    open: `${where} holds it with a chance of ${mark.word}`,
  };
  return `${card}: ${words[mark.kind]}`;
}

/** Say a fact. */
export function factOf({ player, card, holds }) {
  return `${player === "envelope" ? "the envelope" : player} ${holds ? "holds" : "lacks"} ${card}`;
}

/** Begin with a capital letter. */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const RULES = {
  set_up: "set-up",
  pass: "passed",
  last_of_category: "last of its category",
  last_for_places: "last for these places",
};

/** Say what a step of a proof rests on. */
export function groundOf({ rule, events, uses }) {
  const grounds = [
    ...events.map((number) => `entry ${number}`),
    ...uses.map((number) => `step ${number}`),
  ];
  const name = RULES[rule] ?? rule.replaceAll("_", " ");
  return grounds.length ? `${name}: ${listed(grounds)}` : name;
}
