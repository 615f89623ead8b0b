// The saved games: open one, look at the one that is shown, bring one from a file, take one away.

import { ask, button, choice, fill, h, labelled } from "./dom.js";
import { Drawer } from "./drawer.js";
import { freshId } from "./game.js";
import { helpView } from "./help.js";
import { LANGUAGES, language, parts, speak, t } from "./language.js";
import { reasonOf } from "./refusals.js";

/** A name for a file of a game. */
export function fileName(title, suffix) {
  const plain = title
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .trim();
  return `${plain || t("shelf.file")}.${suffix}`;
}

/** Let the browser save a text, or bytes, as a file. */
export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

const HALF = 13; // entries of the example after which much is open
const LATEST = 4; // games that are in sight at once

/** The games that are kept, the last one first. */
export function shelfView(page, games) {
  const shelf = h("section", { class: "games" });
  const draw = (kept) => {
    const rows = [...kept].reverse().map((game) => {
      const name = t("shelf.row", {
        title: game.title || t("shelf.game"),
        entries: t("count.entries", { count: game.events }),
      });
      const drop = async () => {
        if (!ask(t("shelf.sure", { title: game.title || t("shelf.this") }))) return;
        await page.door.call("close", { game: game.game });
        new Drawer(game.game, "localStorage").put("draft", null);
        draw(kept.filter((one) => one !== game));
      };
      return h(
        "li",
        {},
        button(name, () => page.open(game.game)),
        button("✕", drop, { "aria-label": t("shelf.throw", { name }) }),
      );
    });
    const older = rows.splice(LATEST);
    fill(
      shelf,
      rows.length ? h("h2", {}, t("shelf.saved")) : null,
      h("ul", { class: "shelf" }, rows),
      older.length
        ? h("details", {}, h("summary", {}, t("shelf.older", { count: older.length })), h("ul", { class: "shelf" }, older))
        : null,
    );
  };
  draw(games);
  return shelf;
}

/** The records in a file: one in either spelling, or a list of them. */
function recordsIn(text) {
  if (!text.trimStart().startsWith("[")) return [text];
  return JSON.parse(text);
}

/** What else there is: an example, a game from a file, help. */
export function moreView(page, games) {
  const trouble = h("p", { class: "trouble", role: "alert" });
  const begin = async (name, records) => {
    trouble.textContent = "";
    try {
      const begun = [];
      for (const record of await records) {
        begun.push(await page.door.call("new", { game: freshId(), record }));
      }
      await (begun.length === 1 ? page.open(begun[0].game) : page.shelf());
    } catch (error) {
      fill(trouble, parts("shelf.trouble", { name, why: reasonOf(error) }));
    }
  };
  const bring = (event) => {
    const [file] = event.target.files;
    return begin(file.name, file.text().then(recordsIn));
  };
  const saveAll = async () => {
    const { games } = await page.door.call("games");
    const saved = await page.door.batch(games.map(({ game }) => ["save", { game, spelling: "json" }]));
    download("games.json", JSON.stringify(saved.map(({ record }) => record), null, 1));
  };
  const demo = async (entries) => {
    const answer = await fetch(`static/${t("language.example")}`);
    await begin(t("shelf.the_example"), answer.text().then((text) => upTo(text, entries)));
  };
  const upTo = async (text, entries) => {
    const { game } = await page.door.call("new", { game: freshId(), record: text });
    const { record } = await page.door.call("save", { game, spelling: "json" });
    await page.door.call("close", { game });
    return [{ ...record, events: record.events.slice(0, entries) }];
  };
  return h(
    "section",
    { class: "games" },
    h("h2", {}, t("shelf.or")),
    trouble,
    h(
      "div",
      { class: "row" },
      button(t("shelf.example"), () => demo()),
      button(t("shelf.example_half"), () => demo(HALF)),
      games.length ? button(t("shelf.save_all"), () => page.act(saveAll)) : null,
    ),
    h(
      "label",
      { class: "file" },
      h("span", {}, t("shelf.open")),
      h("input", { type: "file", accept: ".clue,.json", onchange: bring }),
    ),
    h("details", {}, h("summary", {}, t("shelf.how")), helpView()),
    labelled(t("language.choose"), choice(Object.entries(LANGUAGES), language, speak)),
  );
}

/** Ways to take the game away as a file. */
export function exportView(page) {
  const save = async (spelling) => {
    const { record } = await page.door.call("save", { game: page.game.id, spelling });
    const text = spelling === "clue" ? record : JSON.stringify(record, null, 1);
    download(fileName(page.game.record.title ?? "", spelling), text);
  };
  return [
    button(t("shelf.save_clue"), () => page.act(() => save("clue"))),
    button(t("shelf.save_json"), () => page.act(() => save("json"))),
  ];
}
