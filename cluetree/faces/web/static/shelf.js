// The saved games: open one, look at the one that is shown, bring one from a file, take one away.

import { ask, button, fill, h } from "./dom.js";
import { Drawer } from "./drawer.js";
import { freshId } from "./game.js";
import { helpView } from "./help.js";
import { many } from "./words.js";

/** A name for a file of a game. */
export function fileName(title, suffix) {
  const plain = title
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .trim();
  return `${plain || "game"}.${suffix}`;
}

/** Let the browser save a text as a file. */
function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

const LATEST = 4; // games that are in sight at once

/** The games that are kept, the last one first. */
export function shelfView(page, games) {
  const shelf = h("section", { class: "games" });
  const draw = (kept) => {
    const rows = [...kept].reverse().map((game) => {
      const name = `${game.title || "A game"}, ${many(game.events, "entry", "entries")}`;
      const drop = async () => {
        if (!ask(`Throw away ${game.title || "this game"} for good?`)) return;
        await page.door.call("close", { game: game.game });
        new Drawer(game.game, globalThis.localStorage).put("draft", null);
        draw(kept.filter((one) => one !== game));
      };
      return h(
        "li",
        {},
        button(name, () => page.open(game.game)),
        button("✕", drop, { "aria-label": `Throw away ${name}` }),
      );
    });
    const older = rows.splice(LATEST);
    fill(
      shelf,
      rows.length ? h("h2", {}, "Saved games") : null,
      h("ul", { class: "shelf" }, rows),
      older.length
        ? h("details", {}, h("summary", {}, many(older.length, "older game")), h("ul", { class: "shelf" }, older))
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
      trouble.textContent = `${name}: ${error.message}`;
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
  const demo = async () => {
    const answer = await fetch("static/friday.clue");
    await begin("The example", answer.text().then(recordsIn));
  };
  return h(
    "section",
    { class: "games" },
    h("h2", {}, "Or"),
    trouble,
    h(
      "div",
      { class: "row" },
      button("Look at an example", demo),
      games.length ? button("Save all games", () => page.act(saveAll)) : null,
    ),
    h(
      "label",
      { class: "file" },
      h("span", {}, "Open a record (.clue or .json)"),
      h("input", { type: "file", accept: ".clue,.json", onchange: bring }),
    ),
    h("details", {}, h("summary", {}, "How it works"), helpView()),
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
    button("Save as .clue", () => page.act(() => save("clue"))),
    button("Save as .json", () => page.act(() => save("json"))),
  ];
}
