import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./modules.mjs";

globalThis.localStorage = { getItem: () => "de" }; // what was chosen goes before what the browser says
const { language, listed, number, parts, t } = await load("language.js");
const { bits, groundOf, percent, spokenMark } = await load("words.js");
const { reasonOf } = await load("refusals.js");
const { titled } = await load("seats.js");

test("numbers, plurals, lists and days are the language's own", () => {
  assert.equal(language, "de");
  assert.equal(t("count.entries", { count: 1 }), "1 Eintrag");
  assert.equal(t("count.entries", { count: 0 }), "0 Einträge");
  assert.equal(t("envelope.deals", { count: 1200 }), "1.200 Verteilungen passen");
  assert.equal(number(2.5, 2), "2,50");
  assert.equal(bits({ value: 1.5, error: 0.25 }), "1,50 ± 0,25 Bit");
  assert.equal(percent(0.43), "43\u00a0%");
  assert.equal(listed(["a", "b", "c"]), "a, b und c");
  assert.equal(listed(["a", "b"], "disjunction"), "a oder b");
  const setUp = { players: ["Ann", "Bob", "Eve"].map((name) => ({ name })), me: 0 };
  assert.equal(titled(setUp, [], new Date(2026, 0, 2)), "2. Januar mit Bob und Eve");
});

test("what is said of a card, a step and a wrong name is whole", () => {
  assert.equal(spokenMark("Seil", "envelope", { kind: "lacks" }), "Seil: nein, hat der Umschlag nicht");
  assert.equal(groundOf({ rule: "one_of", events: [2], uses: [1] }), "eine von: Eintrag 2 und Schritt 1");
  const data = { kind: "unknown_card", word: "seill", candidates: ["Seil"], ambiguous: false };
  assert.equal(reasonOf({ message: "unknown …", data }), "unbekannte Karte „seill“: meinst du Seil?");
});

test("a value may be an element, and a text that there is not is a fault", () => {
  const element = {};
  assert.deepEqual(parts("banner.accuse", { cards: element }), ["Klage an: ", element, ""]);
  assert.throws(() => t("banner.nothing"), /no text banner\.nothing in de/);
});
