import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./modules.mjs";

const { blank, draftOf, eventOf, missing, showable, shownBy, toggleShow, withCard, withShown } = await load("draft.js");

const record = {
  players: [{ name: "Ann" }, { name: "Bob" }, { name: "Eve" }],
  viewpoint: "Ann",
  hand: ["Rope", "Hall"],
  answering: "first",
};
const asked = (by) => ({ ...blank(by), cards: ["Plum", "Rope", "Hall"] });

test("a draft says what is missing, one thing after the other", () => {
  let draft = blank("Bob");
  const wanted = [];
  for (const change of [
    { cards: ["Plum", null, null] },
    { cards: ["Plum", "Rope", null] },
    { cards: ["Plum", "Rope", "Hall"] },
    { shows: ["Ann"] },
    { shown: { Ann: "Rope" } },
  ]) {
    wanted.push(missing(draft, record));
    draft = { ...draft, ...change };
  }
  assert.deepEqual(wanted, [
    "Which suspect?",
    "Which weapon?",
    "Which room?",
    "Who showed?",
    "Which card?",
  ]);
  assert.equal(missing(draft, record), "");
});

test("what I do not see is not told", () => {
  const draft = { ...asked("Bob"), shows: ["Eve"], shown: { Eve: "Rope" } };
  assert.equal(missing(draft, record), "");
  assert.deepEqual(eventOf(draft, record).shows, [{ by: "Eve", card: null }]);
  const asks = { ...blank("Bob", "question"), to: "Eve", among: ["Plum"], response: ["shows", "Plum"] };
  assert.equal(eventOf(asks, record).card, null);
  assert.equal(missing({ ...asks, among: ["Hall"] }, record), "Which answer?"); // not the Plum, which is not asked for
});

test("I can show only what I hold, and others only what I do not hold", () => {
  assert.deepEqual(showable(record, asked("Bob"), "Ann"), ["Rope", "Hall"]);
  assert.deepEqual(showable(record, asked("Ann"), "Bob"), ["Plum"]);
  const one = { ...asked("Bob"), cards: ["Plum", "Rope", "Lounge"], shows: ["Ann"] };
  assert.equal(missing(one, record), ""); // it can only be the Rope
  assert.equal(shownBy(one, record, "Ann"), "Rope");
  assert.equal(shownBy({ ...one, by: "Ann" }, record, "Bob"), undefined);
});

test("a shown card stays while the guess still has it", () => {
  const draft = { ...asked("Ann"), shows: ["Bob"], shown: { Bob: "Plum" } };
  assert.deepEqual(withCard(draft, 2, "Lounge").shown, { Bob: "Plum" });
  assert.deepEqual(withCard(draft, 0, "Green").shown, {});
});

test("by the one rule the first shows, by the other everyone who can", () => {
  const all = { ...record, answering: "all" };
  const first = toggleShow(toggleShow(asked("Ann"), record, "Eve"), record, "Bob");
  assert.deepEqual(first.shows, ["Bob"]);
  const both = toggleShow(toggleShow(asked("Ann"), all, "Eve"), all, "Bob");
  assert.deepEqual(both.shows, ["Bob", "Eve"]);
  assert.deepEqual(toggleShow(both, all, "Eve").shows, ["Bob"]);
});

test("the player whose card I saw is the one who showed", () => {
  const draft = withShown({ ...asked("Ann"), nobody: true }, "Bob", "Plum");
  assert.deepEqual(eventOf(draft, record).shows, [{ by: "Bob", card: "Plum" }]);
  const other = withShown(draft, "Eve", "Plum");
  assert.deepEqual(eventOf(other, record).shows, [{ by: "Eve", card: "Plum" }]);
});

test("an event that is tapped together again is the same", () => {
  const guess = { by: "Ann", cards: ["Plum", "Rope", "Hall"] };
  const some = { kind: "holds_some", player: "Bob", cards: ["Plum", "Rope", "Hall"] };
  for (const event of [
    { kind: "suggestion", ...guess, shows: [{ by: "Bob", card: "Plum" }] },
    { kind: "suggestion", ...guess, shows: [], passed: ["Bob"] },
    { kind: "suggestion", ...guess, by: "Bob", shows: [{ by: "Eve", card: null }] },
    { kind: "accusation", ...guess, correct: true },
    { kind: "accusation", ...guess, correct: false, right: 0 },
    { kind: "lacks", player: "envelope", card: "Rope", only_me: false },
    ...[[1, 3], [2, 2], [3, 3], [0, 1], [0, 0]].map(([least, most]) => ({ ...some, least, most })),
    { kind: "one_holds", players: ["Bob", "envelope"], card: "Rope", only_me: true },
    { kind: "saw", by: "Eve", player: "Ann", card: null },
    { kind: "saw", by: "Ann", player: "Pool", card: "Plum" },
    { kind: "question", by: "Bob", to: "Eve", cards: ["Plum"], answer: null, card: null },
    { kind: "question", by: "Bob", to: "Ann", cards: ["Plum", "Rope"], answer: "shows", card: "Rope", only_me: true },
  ]) {
    const draft = draftOf(event, record);
    assert.equal(missing(draft, record), "");
    assert.deepEqual(eventOf(draft, record), event);
  }
  for (const event of [
    { ...some, least: 1, most: 2 },
    { kind: "correction", by: "Bob", entry: 1 },
    { kind: "suggestion", ...guess, by: "Bob", shows: [{ by: "Eve", card: "Rope" }] }, // which I should not have seen
    { kind: "question", by: "Bob", to: "Eve", cards: ["Plum"], answer: "shows", card: "Plum" },
  ]) assert.equal(draftOf(event, record), null);
});
