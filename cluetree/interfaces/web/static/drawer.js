// What this browser keeps of a game until it is entered: the draft, and what is on its way.

const NAME = "cluetree game ";

/** A store of the browser's: "localStorage" for all pages, "sessionStorage" for this one. */
function storeOf(name) {
  try {
    return globalThis[name];
  } catch {
    return undefined; // it is blocked, and then nothing outlives a page
  }
}

/** The drawer of one game, in a store of the browser's. */
export class Drawer {
  #store;
  #name;
  #kept;

  constructor(game, store) {
    this.#store = storeOf(store);
    this.#name = `${NAME}${game}`;
    this.#kept = this.#read();
  }

  #read() {
    try {
      return JSON.parse(this.#store.getItem(this.#name)) ?? {};
    } catch {
      return {};
    }
  }

  /** What was put under a name, or undefined. */
  get(what) {
    return this.#kept[what];
  }

  /** Put something under a name; `null` takes it out. */
  put(what, value) {
    if (value === null) delete this.#kept[what];
    else this.#kept[what] = value;
    try {
      if (Object.keys(this.#kept).length) {
        this.#store.setItem(this.#name, JSON.stringify(this.#kept));
      } else this.#store.removeItem(this.#name);
    } catch {
      // Then it lasts as long as this page.
    }
  }
}
