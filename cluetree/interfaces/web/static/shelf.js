// The saved games: open or delete one, open the example, or import a file.

import { reasonOf } from "./client.js";
import { button, choice, fill, folded, h, labelled, list } from "./dom.js";
import { begin } from "./game.js";
import { keep } from "./kept.js";
import { LANGUAGES, language, parts, speak, t } from "./language.js";
import { helpView } from "./panels.js";

const HALF = 13; // entries of the example that leave much open
const LATEST = 4; // the number of games that are not folded

export function fileName(title, suffix) {
  const plain = title.normalize("NFKD").replace(/[^\p{L}\p{N} _-]/gu, "").trim();
  return `${plain || t("shelf.file")}.${suffix}`;
}

export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

export function shelfView(page, games) {
  const row = ({ id, record }) => {
    const entries = t("count.entries", { count: record.events.length });
    const name = t("shelf.row", { title: record.title || t("shelf.game"), entries });
    const drop = () => {
      if (!globalThis.confirm(t("shelf.sure", { title: record.title || t("shelf.this") }))) return;
      for (const kind of ["game", "draft"]) keep(kind, id, null);
      page.shelf();
    };
    return [button(name, () => page.open(id)), button("✕", drop, { "aria-label": t("shelf.throw", { name }) })];
  };
  const rows = [...games].reverse().map(row);
  const older = rows.splice(LATEST);
  return h(
    "section",
    { class: "games" },
    rows.length ? h("h2", {}, t("shelf.saved")) : null,
    list("ul", "shelf", rows),
    older.length ? folded(t("shelf.older", { count: older.length }), list("ul", "shelf", older)) : null,
  );
}

/** The record that a text or an object means, as the core writes it. */
async function recordOf(page, record, spelling = "json") {
  const game = "1";
  const [, saved] = await page.client.batch([["new", { game, record }], ["save", { game, spelling }]]);
  return saved.record;
}

/** Further choices: an example, a game from a file, help, the language. */
export function moreView(page, games) {
  const trouble = h("p", { class: "trouble", role: "alert" });
  const bringIn = async (name, records) => {
    trouble.textContent = "";
    try {
      const begun = [];
      for (const record of await records) begun.push(begin(await recordOf(page, record)));
      await (begun.length === 1 ? page.open(begun[0]) : page.shelf());
    } catch (error) {
      fill(trouble, parts("shelf.trouble", { name, why: reasonOf(error) }));
    }
  };
  const bring = (event) => {
    const [file] = event.target.files;
    const isList = (text) => text.trimStart().startsWith("["); // of records; otherwise a single record
    return bringIn(file.name, file.text().then((text) => (isList(text) ? JSON.parse(text) : [text])));
  };
  const saveAll = () => download("games.json", JSON.stringify(games.map(({ record }) => record), null, 1));
  const example = async (entries) => {
    const record = await recordOf(page, await (await fetch(`static/${t("language.example")}`)).text());
    return [{ ...record, events: record.events.slice(0, entries) }];
  };
  const look = (entries) => bringIn(t("shelf.the_example"), example(entries));
  return h(
    "section",
    { class: "games" },
    h("h2", {}, t("shelf.or")),
    trouble,
    h(
      "div",
      { class: "row" },
      button(t("shelf.example"), () => look()),
      button(t("shelf.example_half"), () => look(HALF)),
      games.length ? button(t("shelf.save_all"), saveAll) : null,
    ),
    labelled(t("shelf.open"), h("input", { type: "file", accept: ".clue,.json", onchange: bring })),
    folded(t("shelf.how"), helpView()),
    labelled(t("language.choose"), choice(Object.entries(LANGUAGES), language, speak)),
  );
}

export function exportView(page) {
  return ["clue", "json"].map((spelling) => {
    const save = async () => {
      const record = await recordOf(page, page.game.record, spelling);
      const text = spelling === "clue" ? record : JSON.stringify(record, null, 1);
      download(fileName(page.game.record.title ?? "", spelling), text);
    };
    return button(t(`shelf.save_${spelling}`), () => page.act(save));
  });
}
