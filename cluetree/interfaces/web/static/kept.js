// What this browser keeps, in its database: the games, and the draft of an entry of each.

import { Refusal } from "./client.js";
import { t } from "./language.js";

export const [GONE, STALE] = [1, 2]; // codes of refusals: another tab has deleted or changed the game

const done = (request) =>
  new Promise((good, bad) => {
    request.onsuccess = () => good(request.result);
    request.onerror = () => bad(request.error);
  });

async function open() {
  const opening = indexedDB.open("cluetree notebook", 1);
  opening.onupgradeneeded = () => ["games", "drafts"].map((name) => opening.result.createObjectStore(name));
  return done(opening);
}

/** Whether this browser keeps nothing; then games last as long as the page. */
export const isBlocked = open().then((database) => database.close(), () => true);

const memory = [new Map(), new Map()];

const asMap = (store) => ({
  get: (id) => done(store.get(id)),
  values: () => done(store.getAll()),
  set: (id, value) => store.put(value, id),
  delete: (id) => store.delete(id),
});

/** Do some work on the games and the drafts in one transaction, which is on the disk when this resolves. */
async function transact(mode, work) {
  if (await isBlocked) return work(...memory);
  let database = null;
  try {
    database = await open(); // each time, because a browser may close it while the page is hidden
    const change = database.transaction(["games", "drafts"], mode, { durability: "strict" });
    const ended = new Promise((good, bad) => {
      change.oncomplete = good;
      change.onabort = () => bad(change.error);
    });
    const worked = work(asMap(change.objectStore("games")), asMap(change.objectStore("drafts")));
    return (await Promise.all([worked, ended]))[0];
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const isFull = error?.name === "QuotaExceededError";
    throw new Refusal({ code: 0, message: isFull ? t("kept.full") : t("kept.failed", { why: String(error) }) });
  } finally {
    database?.close();
  }
}

let channel = null; // to the other tabs

/** Call `heard` with the id of each game that another tab changes or deletes. */
export async function follow(heard) {
  if (await isBlocked) return;
  channel = new BroadcastChannel("cluetree");
  channel.onmessage = ({ data }) => heard(data);
}

const gone = () => new Refusal({ code: GONE, message: t("page.gone") });
/** Every game, the oldest first. */
export async function games() {
  const all = await transact("readonly", (games) => games.values());
  return [...all].sort((one, other) => one.begun - other.begun);
}

/** A game and its draft. */
export function read(id) {
  return transact("readonly", async (games, drafts) => {
    const game = await games.get(id);
    if (!game) throw gone();
    return [game, await drafts.get(id)];
  });
}

/** Replace a state of a game by the next one, or delete it, unless another tab has done so; return the new state. */
export async function save({ id, revision = 0 }, next, draft = null) {
  const game = next && { ...next, id, revision: revision + 1 };
  await transact("readwrite", async (games, drafts) => {
    const now = await games.get(id);
    if (revision && !now) throw gone();
    if (now && now.revision !== revision) throw new Refusal({ code: STALE, message: t("page.changed_elsewhere") });
    if (game) games.set(id, game);
    else games.delete(id);
    if (game) drafts.set(id, draft);
    else drafts.delete(id);
  });
  channel?.postMessage(id);
  return game;
}

export function saveDraft(id, draft) {
  return transact("readwrite", (_, drafts) => drafts.set(id, draft));
}
