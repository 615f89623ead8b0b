// The file of the games in the browser's database, which outlives the page.

const DATABASE = "cluetree";
const STORE = "files";
const FILE = "games.sqlite3";
const KEEPER = "keeper"; // how often somebody has begun to keep it

const done = (request) =>
  new Promise((good, bad) => {
    request.onsuccess = () => good(request.result);
    request.onerror = () => bad(request.error);
  });

/** Another tab keeps the file now. */
export class TakenOver extends Error {}

/** The file as it was kept last, by the one who keeps it now. */
export class Kept {
  #database;
  #keeper;

  /** The file's bytes; `null` as long as nothing was kept. */
  bytes = null;

  /** Take the file over, from whoever kept it before. */
  static async open() {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    const kept = new Kept();
    kept.#database = await done(opening);
    const files = kept.#database.transaction(STORE, "readwrite").objectStore(STORE);
    kept.#keeper = ((await done(files.get(KEEPER))) ?? 0) + 1;
    await done(files.put(kept.#keeper, KEEPER));
    kept.bytes = (await done(files.get(FILE))) ?? null;
    return kept;
  }

  /** Keep other bytes: once this is over, they are on the disk. */
  put(bytes) {
    return new Promise((good, bad) => {
      const change = this.#database.transaction(STORE, "readwrite", { durability: "strict" });
      const files = change.objectStore(STORE);
      let why = null;
      files.get(KEEPER).onsuccess = ({ target }) => {
        if (target.result === this.#keeper) files.put(bytes, FILE);
        else {
          why = new TakenOver("another tab has taken the games over");
          change.abort();
        }
      };
      change.oncomplete = () => {
        this.bytes = bytes;
        good();
      };
      change.onabort = () => bad(why ?? change.error);
    });
  }
}
