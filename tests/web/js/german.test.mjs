import assert from "node:assert/strict";
import { test } from "node:test";

import { load } from "./modules.mjs";

globalThis.localStorage = { getItem: () => "de" }; // what was chosen goes before what the browser says
const { language, listed, number, parts, t } = await load("language.js");
const { bits, groundOf, percent, spokenMark, told } = await load("words.js");
const { changeOf } = await load("panels.js");
const { reasonOf } = await load("client.js");
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

test("what is said of a card and a step is whole", () => {
  assert.equal(spokenMark("Seil", "envelope", { kind: "lacks" }), "Seil: nein, nicht im Umschlag");
  assert.equal(groundOf({ rule: "one_of", events: [2], uses: [1] }), "eine von: Eintrag 2 und Schritt 1");
});

test("an entry is told in the language of the page, whatever a record calls it", () => {
  const cards = ["Frau Weiß", "Seil", "Salon"];
  const asked = (shows, passed) => told({ kind: "suggestion", by: "Ann", cards, shows, passed });
  assert.equal(asked([{ by: "Bob", card: null }]), "Ann: Frau Weiß, Seil, Salon -> Bob zeigt");
  assert.equal(asked([{ by: "Bob", card: "Seil" }], ["Eve"]), "Ann: Frau Weiß, Seil, Salon -> Eve passt, Bob zeigt Seil");
  assert.equal(asked([{ by: null, card: null }]), "Ann: Frau Weiß, Seil, Salon -> jemand zeigt");
  assert.equal(asked([]), "Ann: Frau Weiß, Seil, Salon -> niemand");
  assert.equal(asked([], ["Eve"]), "Ann: Frau Weiß, Seil, Salon -> Eve passt");
  assert.equal(asked([], []), "Ann: Frau Weiß, Seil, Salon -> niemand passt");
  const accused = (correct) => told({ kind: "accusation", by: "Ann", cards, correct });
  assert.deepEqual([true, false].map(accused), [
    "Ann erhebt Anklage: Frau Weiß, Seil, Salon (richtig)",
    "Ann erhebt Anklage: Frau Weiß, Seil, Salon (falsch)",
  ]);
  assert.equal(told({ kind: "holds", player: "envelope", card: "Seil" }), "der Umschlag enthält Seil");
  assert.equal(told({ kind: "lacks", player: "Bob", card: "Seil" }), "Bob hat Seil nicht");
  assert.equal(told({ kind: "holds_one_of", player: "Bob", cards: ["Seil", "Salon"] }), "Bob hat eine dieser Karten: Seil, Salon");
});

test("a repair is told by what should stand there", () => {
  const replacement = { kind: "lacks", player: "Bob", card: "Seil" };
  assert.equal(changeOf({ replacement }), "richtig wäre „Bob hat Seil nicht“");
  assert.equal(changeOf({ replacement, candidates: [{}, {}] }), "eine von 2 anderen Karten war gemeint, am ehesten „Bob hat Seil nicht“");
  assert.equal(changeOf({ replacement: null }), "er gehört gelöscht");
  assert.equal(changeOf({ replacement: null, sizes: { Bob: 1, Eve: 5 } }), "Bob hat 1 Karte und Eve hat 5 Karten");
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
