import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./modules.mjs";

const { changeOf } = await load("log.js");
const { lying, newSetUp, recordOf, rematchOf, setUpOf, sizesOf, troublesOf } = await load("seats.js");

test("a change of the log is named by the entry that came, went or changed", () => {
  const log = (...lines) => ({ record: { players: [] }, entries: lines.map((words) => ({ words })) });
  assert.equal(changeOf(log("a", "b"), log("a")), "entry 2 is gone, “b”");
  assert.equal(changeOf(log("a", "c"), log("a", "b", "c")), "entry 2 is back, “b”");
  assert.equal(changeOf(log("a", "b"), log("a", "c")), "entry 2 is again “c”");
  assert.equal(changeOf(log("a"), log("a")), "the set-up is as it was before");
  const renamed = { ...log("b"), record: { players: ["Bea"] } }; // the entries name the player, too
  assert.equal(changeOf(renamed, log("a")), "the set-up is as it was before");
});

const shipped = {
  editions: [
    {
      id: "clue-us",
      suspects: ["a", "b", "c", "d", "e", "f"],
      weapons: ["g", "h", "i", "j", "k", "l"],
      rooms: ["m", "n", "o", "p", "q", "r", "s", "t", "u"],
    },
  ],
  titles: [],
};

test("a set-up says with numbers what cannot be right", () => {
  const setUp = { ...newSetUp(shipped), hand: new Set(["a", "b", "c", "d", "e"]) };
  assert.deepEqual(troublesOf(setUp), []);
  setUp.players[1].size = 7;
  assert.deepEqual(troublesOf(setUp), ["5 + 7 + 4 + 4 = 20, but 18 are dealt."]);
  setUp.players[1].size = Number.NaN; // nobody counted
  assert.deepEqual(troublesOf(setUp), []);
  setUp.players[2].name = "Me";
  assert.deepEqual(troublesOf(setUp), ["No player can be called “Me”: entries use this word."]);
  setUp.players[2].name = "Ann";
  setUp.hand.delete("a");
  assert.deepEqual(troublesOf(setUp), ["Two players are called Ann.", "Ann: 5 cards, but 4 are tapped."]);
});

test("by default a dummy hand is as large as the others, or what is left over lies face down", () => {
  const sizes = (players) => sizesOf({ ...newSetUp(shipped, players), down: [{ name: "Stack", size: null }] });
  assert.deepEqual([2, 3, 4, 5].map(sizes), [[6, 6, 6], [5, 5, 4, 4], [4, 4, 4, 4, 2], [3, 3, 3, 3, 3, 3]]);
});

test("by the rules of some decks the cards that the players leave lie face down", () => {
  const deck = { ...shipped.editions[0], leaves_face_down: true };
  const setUp = { ...newSetUp(shipped), deck, down: lying(deck) };
  for (const [size, left] of [[null, 2], [3, 3], [Number.NaN, null], [6, 0]]) {
    setUp.players[0].size = size; // of 18 cards; the others have four each
    assert.deepEqual(recordOf(setUp).face_down, left === 0 ? [] : [{ name: "Face down", hand_size: left }]);
  }
});

test("a set-up with other names takes the entries along", () => {
  const record = {
    edition: "clue-us",
    players: [
      { name: "Ann", hand_size: 9 },
      { name: "Bob", hand_size: null },
    ],
    viewpoint: "Ann",
    hand: ["a"],
    face_up: [],
    answers: "anticlockwise",
  };
  const setUp = setUpOf(record, shipped);
  setUp.players[0].name = "Bob";
  setUp.players[1].name = "Ann"; // they have swapped their names
  const told = recordOf(setUp, [
    { kind: "suggestion", by: "Ann", cards: ["a", "g", "m"], shows: [{ by: "Bob", card: "a" }], passed: ["Bob"] },
    { kind: "one_holds", players: ["Ann", "envelope"], card: "a" },
    { kind: "question", by: "Ann", to: "Bob", cards: ["a"], answer: "no" },
  ]);
  assert.equal(told.viewpoint, "Bob");
  assert.deepEqual(told.players.map((player) => player.hand_size), [9, null]);
  assert.deepEqual(told.events, [
    { kind: "suggestion", by: "Bob", cards: ["a", "g", "m"], shows: [{ by: "Ann", card: "a" }], passed: ["Ann"] },
    { kind: "one_holds", players: ["Bob", "envelope"], card: "a" },
    { kind: "question", by: "Bob", to: "Ann", cards: ["a"], answer: "no" },
  ]);
  assert.deepEqual([told.answering, told.answers], ["first", "anticlockwise"]);
  const again = rematchOf(record, shipped);
  assert.equal(recordOf(again).answers, "anticlockwise");
  assert.deepEqual([again.players.map((player) => player.name), again.hand.size], [["Ann", "Bob"], 0]);
});

test("a deck of one's own keeps its title and the other names of its cards", () => {
  const edition = {
    title: "The villa",
    suspects: ["a", "b"],
    weapons: ["g", "h"],
    rooms: ["m", "n"],
    aliases: { b: ["Bee"], m: ["Em"] },
  };
  const players = ["Ann", "Bob"].map((name) => ({ name, hand_size: null }));
  const record = { edition, players, viewpoint: null, hand: [], face_up: [], answering: "first" };
  const setUp = setUpOf(record, shipped);
  assert.deepEqual(recordOf(setUp).edition, edition);
  setUp.deck = { ...setUp.deck, suspects: ["a"] }; // as if b's line were deleted
  assert.deepEqual(recordOf(setUp).edition, { ...edition, suspects: ["a"], aliases: { m: ["Em"] } });
});
