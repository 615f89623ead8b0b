// The open view, stored in the address: a reload keeps it, and Back closes the last one opened.

/** The depth of a view: 0 the saved games, 1 a game, 2 a part of it, 3 a view within a part. */
function depthOf({ game, tab, edit }) {
  if (!game) return 0;
  if (edit || ["Why", "Repair", "Help", "Set-up"].includes(tab)) return 3;
  return tab ? 2 : 1;
}

const written = (view) => {
  const known = Object.entries(view).filter(([, value]) => value !== undefined && value !== null);
  return new URLSearchParams(known).toString();
};

const PATIENCE = 500; // milliseconds that the browser has to go back

export class Address {
  #moves = Promise.resolve();
  #left = null; // called after a step back of the page itself

  /** `follow` is called with the view when the user goes back or forward, or types an address. */
  constructor(follow) {
    globalThis.addEventListener?.("popstate", () => {
      if (this.#left) this.#left();
      else follow(this.view);
    });
  }

  get view() {
    return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  }

  /** The address to go back to within this page, if there is one. */
  get back() {
    return this.#trail.at(-1);
  }

  get #trail() {
    return history.state?.trail ?? [];
  }

  /** Go to a view: open a deeper one, or go back to one on the trail. */
  go(view) {
    this.#moves = this.#moves.then(() => this.#move(view));
    return this.#moves;
  }

  async #move(view) {
    const here = written(this.view);
    const there = written(view);
    const trail = this.#trail;
    if (here === there) return;
    const passed = trail.lastIndexOf(there);
    const address = there ? `#${there}` : location.pathname ?? "";
    if (passed >= 0) await this.#back(passed - trail.length);
    else if (depthOf(view) > depthOf(this.view)) {
      history.pushState({ trail: [...trail, here] }, "", address);
    } else history.replaceState({ trail }, "", address);
  }

  #back(steps) {
    return new Promise((done) => {
      const over = setTimeout(() => this.#left?.(), PATIENCE);
      this.#left = () => {
        clearTimeout(over);
        this.#left = null;
        done();
      };
      history.go(steps);
    });
  }
}
