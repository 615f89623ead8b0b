// A whole game on the page itself, against a real server, as a player would enter it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { find, install, pick, tap, until } from "./dom.mjs";
import { load } from "./modules.mjs";

const ADDRESS = process.env.SHEET_ADDRESS;
install(ADDRESS);
const { Page } = await load("page.js");
const { games, save } = await load("kept.js");
const { stateView } = await load("panels.js");
const { send } = await load("server.js");
const { fill } = await load("dom.js");
const HAND = ["Mustard", "Knife", "Rope", "Hall", "Study"];

let page;
let main;
const news = () => document.getElementById("news").textContent;
const by = (name) => [...main.all()].find((node) => node.getAttribute("class") === name);

beforeEach(async () => {
  install(ADDRESS);
  for (const game of await games()) await save(game, null);
  page = new Page(send);
  await page.start();
  main = document.getElementById("main");
});

async function begin() {
  await page.shelf("New");
  for (const card of HAND) await tap(main, card);
  await by("setup").fire("submit");
}

async function suggest(who, cards, shower, card = null) {
  await pick(main, "Who", who);
  for (const [at, kind] of ["suspect", "weapon", "room"].entries()) await pick(main, kind, cards[at]);
  const mine = who === "Ann" && card; // one tap says who showed which card
  if (!mine) await pick(main, "Who showed a card", shower === "nobody" ? shower : `${shower} shows`);
  if (card) await pick(main, `Card shown by ${shower}`, card);
  await until(() => news().startsWith("Entered"));
  document.getElementById("news").textContent = "";
}

async function type(line) {
  page.entry.line.value = line;
  await page.entry.line.fire("input");
  await by("entry").fire("submit");
  await until(() => /Entered|Entry|as only/.test(news()) || page.entry.trouble.textContent);
  document.getElementById("news").textContent = "";
}

async function panel(tab, words) {
  page.show(tab);
  await until(() => page.panels[tab].textContent.includes(words));
  return page.panels[tab];
}

const GAME = [
  ["Ann", ["Plum", "Wrench", "Library"], "Bob", "Wrench"],
  ["Bob", ["Green", "Rope", "Kitchen"], "Cid"],
  ["Cid", ["White", "Knife", "Kitchen"], "Ann"], // who has only the knife of these
  ["Dora", ["Scarlet", "Lead Pipe", "Lounge"], "Bob"],
  ["Ann", ["Peacock", "Revolver", "Ballroom"], "nobody"],
];
const LINES = [
  "Ann: Professor Plum, Wrench, Library -> Bob shows Wrench",
  "Bob: Mr. Green, Rope, Kitchen -> Cid shows",
  "Cid: Mrs. White, Knife, Kitchen -> Ann shows Knife",
  "Dora: Miss Scarlet, Lead Pipe, Lounge -> Bob shows",
  "Ann: Mrs. Peacock, Revolver, Ballroom -> nobody",
];
const lines = (game = page.game) => game.entries.map((entry) => entry.line);

test("a game is entered by taps, and solved", async () => {
  await begin();
  assert.equal(page.game.record.players.map((one) => one.hand_size).join(), "5,5,4,4");
  for (const turn of GAME) await suggest(...turn);
  assert.deepEqual(lines(), LINES);
  assert.match(page.envelope.textContent, /Peacock, Revolver and Ballroom/);
  const [turned] = [...document.body.all()].filter((node) => node.tagName === "DIALOG");
  assert.match(turned.textContent, /Accuse: Peacock, Revolver and Ballroom/);
  assert.match((await panel("Advice", "Accuse")).textContent, /^Advice.*Ballroom/);
  const cell = find(main, "button", "Rope: Ann holds it");
  await cell.fire("click");
  const why = await panel("Why", "Ann has Rope.");
  assert.match(why.textContent, /The set-up says that Ann has Rope/);
});

test("the envelope says that the deals were not counted", async () => {
  await begin();
  assert.match(page.envelope.textContent, /The likeliest answers/);
  page.game.solution = { ...page.game.solution, counted: false };
  fill(page.envelope, ...stateView(page).slice(1).filter(Boolean));
  assert.match(page.envelope.textContent, /Not counted in time.*only what the rules find/);
  assert.doesNotMatch(page.envelope.textContent, /likeliest/);
});

test("a slip is found and repaired by one tap", async () => {
  await begin();
  for (const line of LINES.slice(0, 4)) await type(line);
  await type("Bob lacks Wrench");
  assert.match(page.envelope.textContent, /Find the mistake.*entr.* contradict/);
  find(main, "button", "Knife: Ann holds it (seen by Cid)"); // the last sheet that could be true
  assert.match(page.grid.note.textContent, /State after 4 entries/);
  await type("Bob holds Mustard");
  await panel("Repair", "No single change is enough");
  await page.undo();
  const repair = await panel("Repair", "One change fixes it");
  assert.ok(repair.textContent.includes("5. Bob lacks Wrench"));
  await tap(repair, "Entry 5: it should read “Bob holds Wrench”");
  assert.equal(lines().at(-1), "Bob holds Wrench");
  assert.doesNotMatch(page.envelope.textContent, /Find the mistake/);
  await page.undo();
  assert.equal(lines().at(-1), "Bob lacks Wrench");
  await page.redo();
  await page.remove(5);
  assert.deepEqual(lines(), LINES.slice(0, 4));
});

test("an entry is edited, and one is put before another", async () => {
  await begin();
  await type(LINES[0]);
  await type("Bob holds 1 to 2 of plum, lounge, hall"); // only the line can express it
  await tap(page.log.element, "Edit entry 2");
  assert.match(page.entry.mode.textContent, /Editing entry 2: Bob holds 1 to 2 of Plum, Lounge, Hall/);
  assert.equal(page.entry.line.value, "Bob holds 1 to 2 of Professor Plum, Lounge, Hall");
  await type("Bob holds Lounge");
  await tap(page.log.element, "Insert before entry 1");
  await type("Cid lacks Kitchen");
  assert.deepEqual(lines(), ["Cid lacks Kitchen", LINES[0], "Bob holds Lounge"]);
});

test("several lines are entered after their meaning was shown", async () => {
  await begin();
  const { line, meaning, trouble } = page.entry;
  const enter = async (text, shown) => {
    line.value = text;
    await line.fire("input");
    await by("entry").fire("submit");
    await until(() => shown.textContent);
  };
  await enter(`1. ${LINES[0]}\n2. Bob has plmu`, trouble);
  assert.match(meaning.textContent, /1\. Ann: Plum, Wrench, Library → Bob shows Wrench/);
  assert.match(trouble.textContent, /line 2, column 12: unknown card 'plmu'/);
  await enter(`1. ${LINES[0]}\n2. Bob has plum`, meaning);
  assert.match(meaning.textContent, /2\. Bob holds Plum.*Choose “Enter” again/);
  assert.deepEqual([trouble.textContent, ...lines()], [""]);
  await by("entry").fire("submit");
  await until(() => lines().length);
  assert.deepEqual([line.value, meaning.textContent, ...lines()], ["", "", LINES[0], "Bob holds Professor Plum"]);
});

test("an entry comes back when there is no connection", async () => {
  await begin();
  const real = globalThis.fetch;
  globalThis.fetch = async () => {
    throw new TypeError("network");
  };
  await type(LINES[0]);
  assert.match(page.entry.trouble.textContent, /No connection/);
  globalThis.fetch = real;
  await type(LINES[0]);
  assert.deepEqual(lines(), LINES.slice(0, 1));
});

test("a new entry waits while an old one is edited, or one that came back is corrected", async () => {
  const chosen = () => {
    const keys = page.entry.element.querySelectorAll("[checked]").map((one) => one.value);
    return keys.filter((value) => page.game.deck.suspects.includes(value) || value === "Lounge");
  };
  await begin();
  await suggest(...GAME[0]);
  await pick(main, "room", "Lounge");
  page.edit(1, true);
  assert.deepEqual(chosen(), ["Professor Plum"]);
  await page.undo(); // so there is no entry 1
  assert.deepEqual(chosen(), ["Lounge"]);
  const real = globalThis.fetch;
  await page.redo();
  await pick(main, "suspect", "White");
  globalThis.fetch = async () => {
    throw new TypeError("network");
  };
  const entered = page.enter({ kind: "lacks", player: "Bob", card: "Rope" }, { text: "Bob lacks Rope" });
  page.edit(1, true);
  await entered;
  globalThis.fetch = real;
  assert.match(page.entry.trouble.textContent, /No connection/);
  assert.deepEqual([page.entry.line.value, ...chosen()], ["", "Professor Plum"]);
  page.close();
  assert.deepEqual([page.entry.line.value, ...chosen()], ["Bob lacks Rope"]);
  await until(() => !location.hash.includes("edit"));
  page = new Page(send); // loaded again
  await page.start();
  assert.equal(page.entry.line.value, "Bob lacks Rope");
  await type("Bob lacks Rope");
  assert.deepEqual([page.entry.line.value, ...chosen()], ["", "Mrs. White", "Lounge"]);
  assert.deepEqual(lines(), [LINES[0], "Bob lacks Rope"]);
});

test("entries on their way go in one after the other, and the next is tapped meanwhile", async () => {
  await begin();
  const both = LINES.slice(0, 2).map((line) => page.enter(line));
  await pick(main, "room", "Lounge");
  assert.deepEqual(await Promise.all(both), [true, true]);
  assert.deepEqual(lines(), LINES.slice(0, 2));
  const group = [...main.all()].find((node) => node.children[0]?.textContent === "room");
  assert.ok(find(group, "label", "Lounge").children[0].attributes.has("checked"));
});

test("what is only supposed, and what was, leave the game alone", async () => {
  await begin();
  for (const line of LINES.slice(0, 3)) await type(line);
  await page.suppose(true);
  await type("envelope holds Rope");
  assert.match(page.envelope.textContent, /Find the mistake.*entr.* contradict/); // I hold it
  await page.undo();
  await type("envelope holds Lead Pipe");
  find(main, "button", "Lead Pipe: the envelope holds it");
  assert.match(page.log.element.textContent, /envelope holds Pipetrial/);
  assert.equal(page.game.certain.events.length, 3);
  await page.undo();
  await page.undo();
  assert.match(news(), /nothing more/); // the real entries stay
  await page.redo();
  await page.suppose(false);
  assert.deepEqual(lines(), LINES.slice(0, 3));
  await page.undo();
  assert.deepEqual(lines(), LINES.slice(0, 2));
});

test("at most 100 changes can be undone", async () => {
  await begin();
  const [game] = await games();
  await save(game, { ...game, undo: Array(100).fill(game.record) });
  await page.heard(game.id);
  await type(LINES[0]);
  assert.equal((await games())[0].undo.length, 100);
});

test("advice, the card to show and the rivals are told", async () => {
  await begin();
  for (const line of LINES.slice(0, 2)) await type(line);
  const advice = await panel("Advice", "Best");
  const first = [...advice.all()].find((node) => node.tagName === "OL").querySelectorAll("button")[0];
  await first.fire("click");
  assert.match(page.entry.element.textContent, /Who showed a card/);
  await pick(main, "Who", "Cid");
  for (const [at, kind] of ["suspect", "weapon", "room"].entries()) {
    await pick(main, kind, ["White", "Knife", "Hall"][at]);
  }
  await pick(main, "Who showed a card", "Ann shows");
  await tap(main, "Which should I show?");
  assert.match(page.entry.element.textContent, /Knife.*: .*Hall.*: |Hall.*: .*Knife.*: /);
  const rivals = await panel("Rivals", "choosing between");
  assert.match(rivals.textContent, /Dora/);
  await until(() => /I would be right/.test(rivals.textContent));
});

test("a card has the picture of its English alias, accents aside", async () => {
  const { labelOf } = await load("names.js");
  const aliases = { Pistola: ["Revólver"], Cuerda: ["Soga", "Rope"], Bate: [] };
  const deck = { suspects: [], weapons: Object.keys(aliases), rooms: [], titles: [], aliases, lang: "es" };
  const hrefs = deck.weapons.map((card) => labelOf(card, deck)[0].children[0].getAttribute("href"));
  assert.deepEqual(hrefs, ["revolver", "rope", "weapon"].map((name) => `static/icons.svg#${name}`));
});

test("the sheet goes by arrow keys, with one stop for Tab", async () => {
  await begin();
  const cells = page.grid.element.querySelectorAll("button");
  const stops = () => cells.filter((cell) => cell.getAttribute("tabindex") === "0");
  assert.deepEqual(stops(), [cells[0]]);
  await cells[0].fire("keydown", { key: "ArrowRight" });
  assert.deepEqual([stops(), document.activeElement], [[cells[1]], cells[1]]);
  await cells[1].fire("keydown", { key: "ArrowUp" });
  assert.equal(document.activeElement.getAttribute("aria-label").split(":")[0], "Study");
  await type(LINES[0]); // drawn over, not anew
  assert.deepEqual(page.grid.element.querySelectorAll("button"), cells);
});

test("a file that is no record is refused, with its name", async () => {
  await begin();
  const [{ record }] = await page.game.ask(["save", { spelling: "clue" }]);
  for (const [name, text] of [
    ["bad.clue", "edition clue-us\nplayers Ann 3"],
    ["games.json", "["],
    ["games.json", JSON.stringify([page.shipped, record])],
  ]) {
    await page.shelf();
    const file = [...main.all()].find((node) => node.getAttribute("type") === "file");
    file.files = [{ name, text: async () => text }];
    await file.fire("change");
    assert.ok(main.textContent.includes(`${name}: `));
    assert.equal((await games()).length, 1); // all of them, or none
  }
});

test("a set-up that cannot be is refused in place", async () => {
  await page.shelf("New");
  const fields = main.querySelectorAll("[data-key]");
  const name = fields.find((field) => field.getAttribute("data-key") === "name 0");
  name.value = "Bob";
  await name.fire("input");
  for (const card of HAND) await tap(main, card);
  await by("setup").fire("submit");
  assert.equal(page.game, null);
  const troubles = [...main.all()].filter((node) => node.getAttribute("class") === "trouble");
  assert.equal(troubles.map((node) => node.textContent).join(""), "Two players are called Bob.");
});

test("the focus stays where it was when a part is drawn anew", async () => {
  await begin();
  const group = () => page.entry.element.querySelectorAll("input").find((one) => one.value === "Bob");
  group().focus();
  await pick(main, "Who", "Bob");
  assert.equal(document.activeElement, group());
  await type(LINES[0]);
  const last = find(page.log.element, "button", "Delete entry 1");
  last.focus();
  await last.fire("click");
  await until(() => lines().length === 0);
  assert.equal(document.activeElement, page.log.element);
});

test("a card of mine that is tapped says so, and the set-up counts", async () => {
  await page.shelf("New");
  await tap(main, "Plum");
  const [card] = main.querySelectorAll("button").filter((one) => one.textContent === "Plum");
  assert.equal(card.getAttribute("aria-pressed"), "true");
  const twin = main.querySelectorAll("button").filter((one) => one.textContent === "White")[0];
  assert.equal(twin.getAttribute("aria-pressed"), "false");
  assert.match(main.textContent, /My cards: 1 of 5/);
  await tap(main, "Plum");
  assert.match(main.textContent, /My cards: 0 of 5/);
  await tap(main, "Remove player 4");
  assert.match(main.textContent, /My cards: 0 of 6/);
  await tap(main, "Remove player 2");
  const fields = main.querySelectorAll("[data-key]").filter((one) => one.getAttribute("data-key").startsWith("name "));
  assert.deepEqual(fields.map((one) => one.value), ["Ann", "Cid"]);
});
