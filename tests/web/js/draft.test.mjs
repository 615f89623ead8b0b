import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./modules.mjs";

const { blank, draftOf, eventOf, missing, showable, shownBy, toggleShow, withCard, withFact, withShown } = await load("draft.js");

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

test("a card replaces the one of a fact, and joins those of which one is held", () => {
  const twice = (kind) => withFact(withFact(blank("Bob", kind), "Rope"), "Plum").among;
  assert.deepEqual(twice("holds"), ["Plum"]);
  assert.deepEqual(twice("holds_one_of"), ["Rope", "Plum"]);
});

test("the player whose card I saw is the one who showed", () => {
  const draft = withShown({ ...asked("Ann"), nobody: true }, "Bob", "Plum");
  assert.deepEqual(eventOf(draft, record).shows, [{ by: "Bob", card: "Plum" }]);
  const other = withShown(draft, "Eve", "Plum");
  assert.deepEqual(eventOf(other, record).shows, [{ by: "Eve", card: "Plum" }]);
});

test("an event that is tapped together again is the same", () => {
  const guess = { by: "Ann", cards: ["Plum", "Rope", "Hall"] };
  for (const event of [
    { kind: "suggestion", ...guess, shows: [{ by: "Bob", card: "Plum" }] },
    { kind: "suggestion", ...guess, shows: [], passed: ["Bob"] },
    { kind: "suggestion", ...guess, by: "Bob", shows: [{ by: "Eve", card: null }] },
    { kind: "accusation", ...guess, correct: true },
    { kind: "lacks", player: "envelope", card: "Rope" },
    { kind: "holds_one_of", player: "Bob", cards: ["Rope", "Hall"] },
  ]) {
    const draft = draftOf(event, record);
    assert.equal(missing(draft, record), "");
    assert.deepEqual(eventOf(draft, record), event);
  }
  assert.equal(draftOf({ kind: "holds_some", player: "Bob", cards: ["Rope"], least: 0, most: 1 }, record), null);
  const mirror = { kind: "suggestion", ...guess, by: "Bob", shows: [{ by: "Eve", card: "Rope" }] };
  assert.equal(draftOf(mirror, record), null); // a card that I should not have seen
});
