import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./modules.mjs";

globalThis.localStorage = { "cluetree language": "de" }; // what was chosen goes before what the browser says
const { language, listed, number, parts, t } = await load("language.js");
const { percent, spokenMark } = await load("words.js");
const { reasonOf } = await load("client.js");
const { titled } = await load("seats.js");

test("numbers, plurals, lists and days are the language's own", () => {
  assert.equal(language, "de");
  assert.equal(t("count.entries", { count: 1 }), "1 Eintrag");
  assert.equal(t("count.entries", { count: 0 }), "0 Einträge");
  assert.equal(t("envelope.possible", { count: 1200 }), "1.200 Lösungen sind möglich");
  assert.equal(number(2.5, 2), "2,50");
  assert.equal(percent(0.43), "43\u00a0%");
  assert.equal(listed(["a", "b", "c"]), "a, b und c");
  const setUp = { players: ["Ann", "Bob", "Eve"].map((name) => ({ name })), me: 0 };
  assert.equal(titled(setUp, [], new Date(2026, 0, 2)), "2. Januar mit Bob und Eve");
});

test("what is said of a mark is whole", () => {
  assert.equal(spokenMark("Seil", "envelope", { kind: "lacks" }), "Seil: nein, nicht im Umschlag");
});

test("an error of the core is told in its own words, with its place in a record", () => {
  globalThis.document = { createElement: () => ({ setAttribute() {}, append(words) { this.words = words; } }) };
  const said = (data) => [reasonOf({ message: "no", data })].flat().map((part) => part.words ?? part).join("");
  assert.equal(said({ kind: "record", words: "nein" }), "nein");
  assert.equal(said({ kind: "record", words: "nein", path: "$.params.record.events[1].by" }), "Eintrag 2: nein");
  assert.equal(said({ kind: "record", words: "nein", path: "$.params.record", line: 3 }), "Zeile 3: nein");
  assert.equal(said({ kind: "parse_error" }), "no");
  assert.equal(reasonOf({ message: "Das Blatt ist ausgefallen." }), "Das Blatt ist ausgefallen."); // the page's own
});

test("a value may be an element, and a text that there is not is a fault", () => {
  const element = {};
  assert.deepEqual(parts("banner.accuse", { cards: element }), ["Erhebe Anklage: ", element, ""]);
  assert.throws(() => t("banner.nothing"), /no text banner\.nothing in de/);
});
