// The saved games: open or delete one, open the example, or import a file.

import { reasonOf, refusalOf } from "./client.js";
import { button, choice, fill, folded, h, hint, labelled, list, say } from "./dom.js";
import { begin, spelled, withoutSupposed } from "./game.js";
import { games, isBlocked, save } from "./kept.js";
import { LANGUAGES, language, parts, speak, t } from "./language.js";
import { download, saveAs, shareLink } from "./links.js";
import { picture } from "./names.js";
import { helpView } from "./panels.js";

const HALF = 13; // entries of the example that leave much open

/** The face of the first page: what this is, a sheet that fills itself in, the first choices, the language. */
export function faceView(page, games, setUp) {
  const last = games.at(-1);
  const pad = h("img", { src: "static/pad.svg", alt: "", width: 116, height: 120 }); // a sheet that fills itself in
  const go = h("span", {}, last ? rowOf(last) : null);
  const start = () => setUp.scrollIntoView();
  const keys = [
    last ? button(go, () => page.open(last.id), { class: "main" }) : null,
    button(t("face.new"), start, { class: last ? "" : "main" }),
    button(t("face.watch"), () => page.act(() => example(page, "Sheet"))),
    labelled(t("language.choose"), choice(Object.entries(LANGUAGES), language, speak)),
  ];
  if (last) leftOf(page, last).then((words) => fill(go, words));
  return h("section", { class: "face" }, picture("lens"), h("p", {}, t("face.about")), pad, h("div", { class: "doors" }, keys));
}

/** What is left of the last game, in words. */
async function leftOf(page, game) {
  const record = withoutSupposed(game);
  const values = valuesOf(game);
  const asked = [["new", { game: "1", record }], ["beliefs", { game: "1", triples: 0 }]];
  const [, { possible }] = await page.client.batch(asked).catch(() => [null, {}]);
  if (possible === 1) return t("face.solved", values);
  return possible > 1 ? t("face.continue", { ...values, left: possible }) : rowOf(game);
}

function valuesOf(game) {
  const { title, events } = withoutSupposed(game);
  return { title: title || t("shelf.game"), entries: t("count.entries", { count: events.length }) };
}

const rowOf = (game) => t("shelf.row", valuesOf(game));

async function example(page, tab, entries = undefined) {
  const text = await (await fetch(`static/${t("language.example")}`)).text();
  const record = await spelled(page.client, text);
  await page.openCopy({ ...record, events: record.events.slice(0, entries) }, tab);
}

export function shelfView(page, games) {
  const row = (game) => {
    const record = withoutSupposed(game);
    const name = rowOf(game);
    const drop = async () => {
      if (!globalThis.confirm(t("shelf.sure", { title: record.title || t("shelf.this") }))) return;
      const refusal = await refusalOf(save(game, null));
      await page.shelf();
      if (refusal) say(reasonOf(refusal));
    };
    return [button(name, () => page.open(game.id)), button("✕", drop, { "aria-label": t("shelf.throw", { name }) })];
  };
  const rows = [...games].reverse().map(row);
  return h(
    "section",
    { class: "games" },
    rows.length ? h("h2", {}, t("shelf.saved")) : null,
    list("ul", "shelf", rows),
  );
}

/** The records in a file: a list of them, or a single one, which the core reads. */
const recordsIn = (text) => (text.trimStart().startsWith("[") ? JSON.parse(text) : [text]);

/** Where the games are, and what may delete them. */
async function whereKept() {
  if (await isBlocked) return "";
  const isSafe = await navigator.storage?.persisted?.(); // undefined without https
  return isSafe ? t("shelf.where") : `${t("shelf.where")} ${t("shelf.may_go")}`;
}

/** Further choices: an example, a game from a file, help; and `any` games to save. */
export function moreView(page, any) {
  const trouble = h("p", { class: "trouble", role: "alert" });
  const attempt = (name, what) => {
    trouble.textContent = "";
    return what().catch((error) => fill(trouble, parts("shelf.trouble", { name, why: reasonOf(error) })));
  };
  const bring = async ({ target }) => {
    const [file] = target.files;
    await attempt(file.name, async () => {
      const valid = [];
      for (const record of recordsIn(await file.text())) valid.push(await spelled(page.client, record));
      const begun = [];
      for (const record of valid) begun.push(await begin(record));
      await (begun.length === 1 ? page.open(begun[0]) : page.shelf());
    });
  };
  const play = () => attempt(t("shelf.the_example"), () => example(page, undefined, HALF));
  const saveAll = async () => download("games.json", JSON.stringify((await games()).map(withoutSupposed), null, 1));
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
      button(t("shelf.example_half"), play),
      any ? button(t("shelf.save_all"), () => page.act(saveAll)) : null,
    ),
    where,
    labelled(t("shelf.open"), h("input", { type: "file", accept: ".clue,.json", onchange: bring })),
    folded(t("shelf.how"), helpView()),
  );
}

export function exportView(page) {
  return [
    ...["clue", "json"].map((spelling) => button(t(`shelf.save_${spelling}`), () => page.act(() => saveAs(page, spelling)))),
    button(t("links.make"), () => page.act(() => shareLink(page))),
  ];
}
