import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./modules.mjs";

const words = await load("words.js");
const table = await load("table.js");
const { listed, t } = await load("language.js");
const { shortName } = await load("names.js");
const { example } = await load("entry.js");
const { titled } = await load("seats.js");
const { fileName } = await load("links.js");
const { Client, Refusal } = await load("client.js");

test("a chance is 0 or 100 only if it is sure", () => {
  const chances = [0, 0.001, 0.125, 0.995, 1];
  assert.deepEqual(chances.map(words.percent), ["0\u00a0%", "<1\u00a0%", "13\u00a0%", ">99\u00a0%", "100\u00a0%"]);
});

test("every mark has a sign and a word, and no two kinds the same", () => {
  const record = { face_up: ["Knife"] };
  const probabilities = { Rope: { Ann: 1, Bob: 0 }, Hall: { Ann: 0.5, Bob: 0.5 }, Knife: {} };
  const solution = { consistent: true, counted: true, probabilities };
  const marks = [
    words.markOf(solution, record, "Rope", "Ann"),
    words.markOf(solution, record, "Rope", "Bob"),
    words.markOf(solution, record, "Hall", "Bob"),
    words.markOf(solution, record, "Knife", "Bob"),
    words.markOf({ consistent: false }, record, "Rope", "Ann"),
  ];
  assert.deepEqual(
    marks.map(({ word }) => word),
    ["holds", "no", "50\u00a0%", "open", "clash"],
  );
  for (const part of ["sign", "kind"]) {
    assert.equal(new Set(marks.map((mark) => mark[part])).size, marks.length);
  }
  const uncounted = { consistent: true, counted: false, probabilities: { Rope: { Ann: 1, Bob: 0 } } };
  const signs = ["Ann", "Bob", "Eve"].map((place) => words.markOf(uncounted, record, "Rope", place).sign);
  assert.deepEqual(signs, ["✓", "✗", "?"]);
  assert.equal(words.spokenMark("Hall", "Bob", marks[2]), "Hall: Bob holds it with a chance of 50\u00a0%");
});

test("a game without a name is called after the day, the others, and how many there were", () => {
  const setUp = { players: ["Ann", "Bob", "Eve"].map((name) => ({ name })), me: 0 };
  const day = new Date(2026, 0, 2, 21, 5);
  const first = titled(setUp, [], day);
  assert.equal(first, "2 January with Bob and Eve");
  const second = titled(setUp, [{ record: { title: first } }], day);
  assert.equal(second, "2 January with Bob and Eve, game 2");
  const third = titled(setUp, [first, second].map((title) => ({ record: { title } })), day);
  assert.equal(third, "2 January with Bob and Eve, game 3");
});

test("the example of a line is of this table", () => {
  const deck = { suspects: ["Mrs. White"], weapons: ["Rope"], rooms: ["Hall"], aliases: {}, titles: ["mrs"] };
  const players = ["Ann", "Bob", "Eve"].map((name) => ({ name }));
  assert.equal(example({ deck, record: { players } }), "Bob: white, rope, hall -> Eve shows");
  const two = players.slice(0, 2);
  assert.equal(example({ deck, record: { players: two } }), "Bob: white, rope, hall -> Ann shows");
});

test("numbers and lists are said as people say them", () => {
  assert.equal(t("count.entries", { count: 1 }), "1 entry");
  assert.equal(t("envelope.possible", { count: 1200 }), "1,200 answers are possible");
  assert.equal(listed(["a"]), "a");
  assert.equal(listed(["a", "b", "c"]), "a, b and c");
});

const deck = {
  suspects: ["Colonel Mustard", "Mrs. White", "Black Knife"],
  weapons: ["Knife", "Lead Pipe"],
  rooms: ["Hall"],
  aliases: {},
  titles: ["colonel", "mrs"],
};
const record = { players: [{ name: "Ann" }, { name: "Bob" }, { name: "Eve" }] };

test("a name loses its title only where it is still the only one", () => {
  assert.deepEqual(
    table.cardsOf(deck).map((card) => shortName(card, deck)),
    ["Mustard", "White", "Black Knife", "Knife", "Lead Pipe", "Hall"],
  );
});

test("the seats go round", () => {
  assert.deepEqual(table.askedBy(record, "Bob"), ["Eve", "Ann"]);
  assert.deepEqual(table.askedBy({ ...record, answers: "anticlockwise" }, "Bob"), ["Ann", "Eve"]);
  assert.deepEqual(table.askedBy(record, null), ["Ann", "Bob", "Eve"]);
  assert.deepEqual(table.dealtOut(18, 4), [5, 5, 4, 4]);
});

test("a file is called after its game, whatever that is called", () => {
  assert.equal(fileName("Friday, second game", "clue"), "Friday second game.clue");
  assert.equal(fileName("../..", "json"), "game.json");
});

test("a batch is sorted by what was asked, and its first refusal is thrown", async () => {
  const answering = (answers) => new Client(async () => JSON.stringify(answers));
  const two = [["a", {}], ["b", {}]];
  assert.deepEqual(await answering([{ id: 1, result: "b" }, { id: 0, result: "a" }]).batch(two), ["a", "b"]);
  const refused = [{ id: 0, result: 1 }, { id: 1, error: { code: 12, message: "no", data: { kind: "x" } } }];
  await assert.rejects(answering(refused).batch(two), (error) => error instanceof Refusal && error.code === 12);
});
