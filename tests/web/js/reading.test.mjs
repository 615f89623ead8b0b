import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./modules.mjs";

const { blank, draftOf, eventOf } = await load("draft.js");
const { cardNamed } = await load("names.js");
const { lineOf, read } = await load("reading.js");

const deck = {
  suspects: ["Miss Scarlet", "Professor Plum", "Mrs. Peacock"],
  weapons: ["Lead Pipe", "Rope", "Wrench"],
  rooms: ["Hall", "Library", "Lounge"],
  aliases: { "Lead Pipe": ["Pipe"], "Miss Scarlet": ["Red"] },
  titles: ["miss", "professor", "prof", "mrs"],
};
const record = {
  players: ["Ann", "Bob", "Mina", "Max Planck"].map((name) => ({ name })),
  viewpoint: "Ann",
  hand: ["Rope", "Hall"],
  answering: "first",
};
const game = { record, deck };

test("a card is named by what only it can mean", () => {
  const named = ["pl", "prof plum", "red", "pipe", "L", "lo", "ROPE", "", "nope"];
  assert.deepEqual(
    named.map((word) => cardNamed(word, deck)),
    ["Professor Plum", "Professor Plum", "Miss Scarlet", "Lead Pipe", null, "Lounge", "Rope", null, null],
  );
});

test("a player is named by a beginning that no other has", () => {
  const said = (line) => eventOf(read(line, game, "Ann").draft, record);
  assert.equal(said("b: pl, ro, ha -> mi shows").by, "Bob");
  assert.deepEqual(said("b: pl, ro, ha → mi shows").shows, [{ by: "Mina", card: null }]);
  assert.deepEqual(read("m: pl", game, "Ann").draft, blank("Ann")); // Mina or Max
  assert.equal(said("ma holds rope").player, "Max Planck");
  assert.equal(said("envelope lacks rope").player, "envelope");
});

test("the envelope is named by its whole word only", () => {
  assert.equal(read("envelope holds Rope", game, "Ann").draft.by, "envelope");
  assert.equal(read("e holds Rope", game, "Ann").draft.by, blank("Ann").by);
});

test("what a draft says is read back as the same draft", () => {
  const cards = ["Professor Plum", "Rope", "Hall"];
  for (const event of [
    { kind: "suggestion", by: "Bob", cards, shows: [{ by: "Mina", card: null }] },
    { kind: "suggestion", by: "Ann", cards, shows: [{ by: "Mina", card: "Professor Plum" }] },
    { kind: "suggestion", by: "Max Planck", cards, shows: [] },
    { kind: "suggestion", by: "Bob", cards, shows: [{ by: null, card: null }] },
    { kind: "accusation", by: "Bob", cards, correct: false },
    { kind: "lacks", player: "envelope", card: "Rope" },
    { kind: "holds_one_of", player: "Bob", cards: ["Rope", "Hall"] },
  ]) {
    const line = lineOf(draftOf(event, record), game);
    const { draft, whole } = read(line, game, "Ann");
    assert.ok(whole, line);
    assert.deepEqual(eventOf(draft, record), event, line);
  }
});

test("an unfinished line says as much as it says", () => {
  assert.deepEqual(read("", game, "Bob"), { draft: blank("Bob"), whole: false });
  const half = read("bob: rope, pl", game, "Ann");
  assert.deepEqual(half.draft.cards, ["Professor Plum", "Rope", null]);
  assert.ok(!half.whole);
  assert.equal(lineOf(half.draft, game), "Bob: Plum, Rope");
});

test("what the keys cannot say is left to the core, to the letter", () => {
  for (const line of [
    "bob: plum, rope, hall -> mina shows plum", // which I should not have seen
    "bob: plum, rope, hall -> ann passes, mina shows", // who sits elsewhere
    "bob: plum, roope, hall -> nobody",
    "bob: plum, rope, hall -> ann passes, somebody shows", // and of the others nothing is known
  ]) {
    assert.ok(!read(line, game, "Ann").whole, line);
  }
  assert.ok(read("ann: plum, rope, hall -> bob passes, mina shows plum", game, "Ann").whole);
});
