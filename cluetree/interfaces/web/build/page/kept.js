// The files of the games in the browser's database.

const COUNTERS = "files";
const GAMES = "games";
const OWNER = "keeper"; // the number of tabs that have taken over the files so far

const done = (request) =>
  new Promise((good, bad) => {
    request.onsuccess = () => good(request.result);
    request.onerror = () => bad(request.error);
  });

export class TakenOver extends Error {}

/** The saved files, owned by this tab until another one takes them over. */
export class Kept {
  #database;
  #owner;

  files = new Map();

  /** Take over the files from their previous owner. */
  static async open() {
    if (!self.isSecureContext) throw new Error("the address of this page does not begin with https");
    const opening = indexedDB.open("cluetree");
    opening.onupgradeneeded = () => [COUNTERS, GAMES].map((name) => opening.result.createObjectStore(name));
    const kept = new Kept();
    kept.#database = await done(opening);
    kept.#database.onversionchange = () => kept.#database.close(); // a newer page opens it
    const change = kept.#database.transaction([COUNTERS, GAMES], "readwrite");
    const [counters, games] = [change.objectStore(COUNTERS), change.objectStore(GAMES)];
    kept.#owner = ((await done(counters.get(OWNER))) ?? 0) + 1;
    await done(counters.put(kept.#owner, OWNER));
    const names = await done(games.getAllKeys());
    const contents = await done(games.getAll());
    kept.files = new Map(names.map((name, at) => [name, contents[at]]));
    return kept;
  }

  /** Save files, or delete those without bytes: all of them, or none on an error. */
  async put(files) {
    const change = this.#database.transaction([COUNTERS, GAMES], "readwrite", { durability: "strict" });
    const ended = new Promise((good, bad) => {
      change.oncomplete = good;
      change.onabort = () => bad(change.error);
    });
    const games = change.objectStore(GAMES);
    if ((await done(change.objectStore(COUNTERS).get(OWNER))) !== this.#owner) {
      throw new TakenOver("another tab has taken the games over");
    }
    for (const [name, bytes] of files) {
      if (bytes) games.put(bytes, name);
      else games.delete(name);
    }
    await ended;
    for (const [name, bytes] of files) {
      if (bytes) this.files.set(name, bytes);
      else this.files.delete(name);
    }
  }
}
