// The first page: its doors, the saved games, and what else can be begun.

import { reasonOf } from "./client.js";
import { button, fill, folded, h, hint, list, say } from "./dom.js";
import { COLOURS, begin, spelled, withoutSupposed } from "./game.js";
import { games, isBlocked, read, save } from "./kept.js";
import { day, language, listed, number, parts, speak, t } from "./language.js";
import { download, saveAs, shareLink } from "./links.js";
import { labelOf, pawn, picture } from "./names.js";
import { helpView } from "./panels.js";
import { categories, deckOf } from "./table.js";

const HALF = 13; // entries of the example that leave much open
const NIGHT = 6 * 3600_000; // milliseconds of a day that belong to the evening before

const [face, doors] = ["face", "doors"].map((id) => document.getElementById(id));
const languages = /** @type {HTMLSelectElement} */ (document.getElementById("languages"));
const how = /** @type {HTMLDetailsElement} */ (document.getElementById("how"));

const eveningOf = (begun) => day(new Date(begun - NIGHT), { weekday: "long", year: "numeric" });

/** What the first page says of a saved game; in the paper mode the answer stays hidden until the end. */
function lookOf(game) {
  const { title, players, events } = withoutSupposed(game);
  const right = events.find((event) => event.kind === "accusation" && event.correct);
  const [answer, left] = game.paper ? [] : [game.answer, game.left];
  const entries = t("count.entries", { count: events.length });
  const evening = eveningOf(game.begun);
  return { game, evening, title: title || t("shelf.game"), players, entries, left, answer: right?.cards ?? answer, winner: right?.by };
}

/** The top of the first page, which index.html has already, with doors that open. */
export function faceView(page, games) {
  const last = games.length ? lookOf(games.at(-1)) : null;
  const isOpen = last && !last.answer;
  const door = (name, words, act, kind = "") => button([picture(name), h("span", {}, words)], act, { "data-key": name, class: kind });
  fill(
    doors,
    isOpen ? door("Sheet", t(last.left ? "face.continue" : "face.go_on", last), () => page.open(last.game.id), "main") : null,
    door("Enter", t("face.new"), () => page.shelf("New"), isOpen ? "" : "main"),
    last && !isOpen ? door("Log", t("face.games"), () => document.getElementById("shelf").scrollIntoView()) : null,
    door("Story", t("face.watch"), () => page.act(() => example(page, "Sheet"))),
  );
  languages.value = language;
  languages.onchange = () => speak(languages.value);
  how.open = !last;
  return face;
}

async function example(page, tab, entries = undefined) {
  const text = await (await fetch(`static/${t("language.example")}`)).text();
  const record = await spelled(page.client, text);
  await page.openCopy({ ...record, events: record.events.slice(0, entries) }, tab);
}

/** The saved games as small sheets, the newest first, by evenings, each with a tally of who won. */
export function shelfView(page, games) {
  const looks = [...games].reverse().map(lookOf);
  const part = (evening) => {
    const all = looks.filter((look) => look.evening === evening);
    const winners = all.flatMap(({ winner }) => winner ?? []);
    const won = listed([...new Set(winners)].map((name) => `${name} ${number(winners.filter((one) => one === name).length)}`));
    const head = h("h2", {}, evening === eveningOf(Date.now()) ? t("shelf.tonight") : evening);
    return [head, won ? h("p", { class: "tally" }, t("shelf.won", { won })) : null, list("ul", "shelf", all.map((look) => sheetOf(page, look)))];
  };
  return h("section", { id: "shelf", class: "games", "aria-label": t("shelf.saved") }, [...new Set(looks.map((look) => look.evening))].map(part));
}

/** A saved game as a small sheet, and the key that throws it away. */
function sheetOf(page, { game, title, players, entries, answer }) {
  const inside = [
    h("small", {}, day(new Date(game.begun), { month: "short", hour: "numeric", minute: "2-digit" })),
    h("b", {}, title),
    h("span", {}, players.map(({ name }, seat) => h("span", { class: "one" }, pawn(game.colours?.[name] ?? seat % COLOURS), name, " "))),
    answer ? h("strong", {}, listed(answer)) : h("em", {}, t("shelf.in_play", { entries })),
  ];
  const drop = async () => {
    const [, draft] = await read(game.id);
    await save(game, null);
    await page.shelf();
    const bring = () => page.act(() => save({ id: game.id }, game, draft)).then(() => page.shelf());
    say(t("shelf.thrown", { name: title }), " ", button(t("page.undo"), bring));
  };
  const throwAway = button("✕", () => page.act(drop), { "aria-label": t("shelf.throw", { name: title }), class: "drop" });
  return [button(inside, () => page.open(game.id), { "data-key": game.id }), throwAway];
}

/** An empty pad, which only a printer shows: the cards of a deck, and columns for the names of players. */
function padOf(deck) {
  const columns = (tag) => Array.from({ length: 6 }, () => h(tag)); // players
  const row = (card) => h("tr", {}, h("th", { scope: "row" }, labelOf(card, deck)), columns("td"));
  const part = ([category, cards]) => h("tbody", { "aria-label": t(`all.${category}`) }, cards.map(row));
  return h("table", { class: "grid" }, h("thead", {}, h("tr", {}, h("th", {}, t("grid.card")), columns("th"))), categories(deck).map(part));
}

/** Where the games are, and what may delete them. */
async function whereKept() {
  if (await isBlocked) return "";
  const isSafe = await navigator.storage?.persisted?.(); // undefined without https
  return isSafe ? t("shelf.where") : `${t("shelf.where")} ${t("shelf.may_go")}`;
}

/** Further choices: an example, an empty pad, a game from a file, all games as a file, help. */
export function moreView(page, all) {
  const trouble = h("p", { class: "trouble", role: "alert" });
  const open = async (file) => {
    trouble.textContent = "";
    const text = await file.text();
    const valid = [];
    for (const record of text.trimStart().startsWith("[") ? JSON.parse(text) : [text]) valid.push(await spelled(page.client, record));
    const begun = [];
    for (const record of valid) begun.push(await begin(record));
    await (begun.length === 1 ? page.open(begun[0]) : page.shelf());
  };
  const bring = ({ target: { files: [file] } }) =>
    open(file).catch((error) => fill(trouble, parts("shelf.trouble", { name: file.name, why: reasonOf(error) })));
  const saveAll = async () => download("games.json", JSON.stringify((await games()).map(withoutSupposed), null, 1));
  const pad = h("div", { class: "pad", "aria-hidden": true });
  const print = async () => {
    fill(pad, padOf(deckOf(all.at(-1)?.record ?? { edition: t("language.deck") }, await page.ready)));
    globalThis.print();
  };
  const where = hint();
  whereKept().then((words) => fill(where, words));
  return h(
    "section",
    { class: "games" },
    h("h2", {}, t("shelf.or")),
    trouble,
    h(
      "div",
      { class: "row" },
      button(t("shelf.example_half"), () => page.act(() => example(page, undefined, HALF))),
      button(t("shelf.empty_pad"), print),
      h("label", { class: "key" }, h("input", { type: "file", accept: ".clue,.json", onchange: bring }), h("span", {}, t("shelf.open"))),
      all.length ? button(t("shelf.save_all"), () => page.act(saveAll)) : null,
    ),
    where,
    folded(t("page.help"), helpView()),
    pad,
  );
}

export function exportView(page) {
  return [
    ...["clue", "json"].map((spelling) => button(t(`shelf.save_${spelling}`), () => page.act(() => saveAs(page, spelling)))),
    button(t("links.make"), () => page.act(() => shareLink(page))),
  ];
}
