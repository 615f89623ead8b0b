// The files of the games in the browser's database, which outlives the page.

const DATABASE = "cluetree";
const VERSION = 2;
const COUNTERS = "files"; // in version 1 it had the games, too
const GAMES = "games";
const OLD_GAMES = "games.sqlite3";
const OWNER = "keeper"; // how many tabs have taken the files over so far

const done = (request) =>
  new Promise((good, bad) => {
    request.onsuccess = () => good(request.result);
    request.onerror = () => bad(request.error);
  });

/** Another tab has taken the files over. */
export class TakenOver extends Error {}

/** The files as they were saved last, by the tab that owns them now. */
export class Kept {
  #database;
  #owner;

  /** The bytes of each file, by its name. */
  files = new Map();

  /** Take the files over from the tab that owned them before. */
  static async open() {
    if (!self.isSecureContext) throw new Error("the address of this page does not begin with https");
    const opening = indexedDB.open(DATABASE, VERSION);
    opening.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion < 1) opening.result.createObjectStore(COUNTERS);
      opening.result.createObjectStore(GAMES);
    };
    const kept = new Kept();
    kept.#database = await done(opening);
    kept.#database.onversionchange = () => kept.#database.close(); // a newer page wants to open it
    const change = kept.#database.transaction([COUNTERS, GAMES], "readwrite");
    const [counters, games] = [change.objectStore(COUNTERS), change.objectStore(GAMES)];
    kept.#owner = ((await done(counters.get(OWNER))) ?? 0) + 1;
    await done(counters.put(kept.#owner, OWNER));
    const old = await done(counters.get(OLD_GAMES));
    if (old) { // it cannot be read any more, but saved as a file
      await done(games.put(old, `${OLD_GAMES}.aside-1`));
      await done(counters.delete(OLD_GAMES));
    }
    const names = await done(games.getAllKeys());
    const contents = await done(games.getAll());
    kept.files = new Map(names.map((name, at) => [name, contents[at]]));
    return kept;
  }

  /** Save files, or delete those whose bytes are null: all of them, or none if it fails. */
  put(files) {
    return new Promise((good, bad) => {
      const change = this.#database.transaction([COUNTERS, GAMES], "readwrite", { durability: "strict" });
      let why = null;
      change.objectStore(COUNTERS).get(OWNER).onsuccess = ({ target }) => {
        const games = change.objectStore(GAMES);
        if (target.result !== this.#owner) {
          why = new TakenOver("another tab has taken the games over");
          change.abort();
        } else {
          for (const [name, bytes] of files) {
            if (bytes) games.put(bytes, name);
            else games.delete(name);
          }
        }
      };
      change.oncomplete = () => {
        for (const [name, bytes] of files) {
          if (bytes) this.files.set(name, bytes);
          else this.files.delete(name);
        }
        good();
      };
      change.onabort = () => bad(why ?? change.error);
    });
  }
}
