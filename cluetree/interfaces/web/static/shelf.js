// The saved games: open or delete one, open the example, or import a file.

import { reasonOf, refusalOf } from "./client.js";
import { button, choice, fill, folded, h, hint, labelled, list, say } from "./dom.js";
import { begin, spelled, withoutSupposed } from "./game.js";
import { games, isBlocked, save } from "./kept.js";
import { LANGUAGES, language, parts, speak, t } from "./language.js";
import { linkOf } from "./links.js";
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
  const row = (game) => {
    const record = withoutSupposed(game);
    const entries = t("count.entries", { count: record.events.length });
    const name = t("shelf.row", { title: record.title || t("shelf.game"), entries });
    const drop = async () => {
      if (!globalThis.confirm(t("shelf.sure", { title: record.title || t("shelf.this") }))) return;
      const refusal = await refusalOf(save(game, null));
      await page.shelf();
      if (refusal) say(reasonOf(refusal));
    };
    return [button(name, () => page.open(game.id)), button("✕", drop, { "aria-label": t("shelf.throw", { name }) })];
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

/** The records in a file: a list of them, or a single one, which the core reads. */
const recordsIn = (text) => (text.trimStart().startsWith("[") ? JSON.parse(text) : [text]);

/** Where the games are, and what may delete them. */
async function whereKept() {
  if (await isBlocked) return "";
  const isSafe = await navigator.storage?.persisted?.(); // undefined without https
  return isSafe ? t("shelf.where") : `${t("shelf.where")} ${t("shelf.may_go")}`;
}

/** Further choices: an example, a game from a file, help, the language; and `any` games to save. */
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
  const look = (entries) =>
    attempt(t("shelf.the_example"), async () => {
      const text = await (await fetch(`static/${t("language.example")}`)).text();
      const record = await spelled(page.client, text);
      await page.openCopy({ ...record, events: record.events.slice(0, entries) });
    });
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
      button(t("shelf.example"), () => look()),
      button(t("shelf.example_half"), () => look(HALF)),
      any ? button(t("shelf.save_all"), () => page.act(saveAll)) : null,
    ),
    where,
    labelled(t("shelf.open"), h("input", { type: "file", accept: ".clue,.json", onchange: bring })),
    folded(t("shelf.how"), helpView()),
    labelled(t("language.choose"), choice(Object.entries(LANGUAGES), language, speak)),
  );
}

export function exportView(page) {
  const save = async (spelling) => {
    const record = await spelled(page.client, page.game.certain, spelling);
    const text = spelling === "clue" ? record : JSON.stringify(record, null, 1);
    download(fileName(page.game.certain.title ?? "", spelling), text);
  };
  const share = async () => {
    const link = await linkOf(await spelled(page.client, page.game.certain, "clue"));
    if (link === null) return save("clue").then(() => say(t("links.too_long")));
    const isCopied = await navigator.clipboard?.writeText(link).then(() => true, () => false); // undefined without https
    return say(parts(isCopied ? "links.copied" : "links.copy", { link: h("a", { href: link }, t("links.link")) }));
  };
  return [
    ...["clue", "json"].map((spelling) => button(t(`shelf.save_${spelling}`), () => page.act(() => save(spelling)))),
    button(t("links.make"), () => page.act(share)),
  ];
}
