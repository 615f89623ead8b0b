import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { load } from "./modules.mjs";

const { cardNamed, shortName } = await load("names.js");
const { cardsOf, deckOf } = await load("table.js");
const { shipped, meant } = JSON.parse(readFileSync(process.env.SHEET_NAMES, "utf8"));

test("a word means the card here that it means to the library", () => {
  for (const { id } of shipped.editions) {
    const deck = deckOf({ edition: id }, shipped);
    for (const [word, card] of Object.entries(meant[id])) assert.equal(cardNamed(word, deck), card, `${id}: ${word}`);
  }
});

test("a short name is one that is understood", () => {
  for (const { id } of shipped.editions) {
    const deck = deckOf({ edition: id }, shipped);
    for (const card of cardsOf(deck)) assert.equal(cardNamed(shortName(card, deck), deck), card);
  }
});
