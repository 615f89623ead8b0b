// The saved games: open or delete one, open the example, or import a file.

import { reasonOf } from "./client.js";
import { button, choice, fill, folded, h, labelled, list } from "./dom.js";
import { freshId } from "./game.js";
import { LANGUAGES, language, parts, speak, t } from "./language.js";
import { Drafts } from "./outbox.js";
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
  const shelf = h("section", { class: "games" });
  const draw = (kept) => {
    const row = (game) => {
      const entries = t("count.entries", { count: game.events });
      const name = t("shelf.row", { title: game.title || t("shelf.game"), entries });
      const drop = async () => {
        if (!globalThis.confirm(t("shelf.sure", { title: game.title || t("shelf.this") }))) return;
        await page.client.call("close", { game: game.game });
        new Drafts(game.game, "localStorage").put("draft", null);
        draw(kept.filter((one) => one !== game));
      };
      return [
        button(name, () => page.open(game.game)),
        button("✕", drop, { "aria-label": t("shelf.throw", { name }) }),
      ];
    };
    const rows = [...kept].reverse().map(row);
    const older = rows.splice(LATEST);
    fill(
      shelf,
      rows.length ? h("h2", {}, t("shelf.saved")) : null,
      list("ul", "shelf", rows),
      older.length ? folded(t("shelf.older", { count: older.length }), list("ul", "shelf", older)) : null,
    );
  };
  draw(games);
  return shelf;
}

/** Further choices: an example, a game from a file, help, the language. */
export function moreView(page, games) {
  const trouble = h("p", { class: "trouble", role: "alert" });
  const opened = (record) => page.client.call("new", { game: freshId(), record });
  const begin = async (name, records) => {
    trouble.textContent = "";
    try {
      const begun = [];
      for (const record of await records) begun.push(await opened(record));
      await (begun.length === 1 ? page.open(begun[0].game) : page.shelf());
    } catch (error) {
      fill(trouble, parts("shelf.trouble", { name, why: reasonOf(error) }));
    }
  };
  const bring = (event) => {
    const [file] = event.target.files;
    const isList = (text) => text.trimStart().startsWith("["); // of records; otherwise a single record
    return begin(file.name, file.text().then((text) => (isList(text) ? JSON.parse(text) : [text])));
  };
  const saveAll = async () => {
    const { games: all } = await page.client.call("games");
    const saved = await page.client.batch(all.map(({ game }) => ["save", { game, spelling: "json" }]));
    download("games.json", JSON.stringify(saved.map(({ record }) => record), null, 1));
  };
  const example = async (entries) => {
    const { game } = await opened(await (await fetch(`static/${t("language.example")}`)).text());
    const { record } = await page.client.call("save", { game, spelling: "json" });
    await page.client.call("close", { game });
    return [{ ...record, events: record.events.slice(0, entries) }];
  };
  const look = (entries) => begin(t("shelf.the_example"), example(entries));
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
      games.length ? button(t("shelf.save_all"), () => page.act(saveAll)) : null,
    ),
    labelled(t("shelf.open"), h("input", { type: "file", accept: ".clue,.json", onchange: bring })),
    folded(t("shelf.how"), helpView()),
    labelled(t("language.choose"), choice(Object.entries(LANGUAGES), language, speak)),
  );
}

export function exportView(page) {
  return ["clue", "json"].map((spelling) => {
    const save = async () => {
      const { record } = await page.client.call("save", { game: page.game.id, spelling });
      const text = spelling === "clue" ? record : JSON.stringify(record, null, 1);
      download(fileName(page.game.record.title ?? "", spelling), text);
    };
    return button(t(`shelf.save_${spelling}`), () => page.act(save));
  });
}
