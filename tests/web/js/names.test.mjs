import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { load } from "./modules.mjs";

const { shortName } = await load("names.js");
const { cardsOf, deckOf } = await load("table.js");
const { shipped, meant } = JSON.parse(readFileSync(process.env.SHEET_NAMES, "utf8"));

test("a short name is one that the library understands", () => {
  for (const { id } of shipped.editions) {
    const deck = deckOf({ edition: id }, shipped);
    for (const card of cardsOf(deck)) assert.equal(meant[id][shortName(card, deck)], card);
  }
});

test("suspects go without their titles", () => {
  const deck = deckOf({ edition: "cluedo-de" }, shipped);
  const names = deck.suspects.map((card) => shortName(card, deck));
  assert.deepEqual(names, ["Gloria", "von Gatow", "Weiß", "Grün", "von Porz", "Bloom"]);
});
