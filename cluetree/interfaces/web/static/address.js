// The open view, stored in the address: a reload keeps it, and Back closes the last one opened.

const PATIENCE = 500; // milliseconds that the browser has to go back

/** The depth of a view: 0 the saved games, 1 a game, 2 a part of it, 3 a view within a part. */
function depthOf({ game = undefined, tab = undefined, edit = undefined }) {
  if (edit || ["Why", "Repair", "Help", "Set-up"].includes(tab)) return 3;
  return Number(Boolean(game)) + Number(Boolean(tab));
}

const written = (view) => new URLSearchParams(Object.entries(view).filter(([, value]) => value)).toString();

export class Address {
  #moves = Promise.resolve();
  #arrived = null; // called after a step back of the page itself

  /** `follow` is called with the view when the user goes back or forward, or types an address. */
  constructor(follow) {
    globalThis.addEventListener?.("popstate", () => (this.#arrived ? this.#arrived() : follow(this.view)));
  }

  /** @returns {{ game?: string, tab?: string, edit?: string, record?: string }} */
  get view() {
    return Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  }

  /** The views that Back closes, the last one at the end. */
  get trail() {
    return history.state?.trail ?? [];
  }

  /** Go to a view: open a deeper one, or go back to one on the trail. */
  go(view) {
    this.#moves = this.#moves.then(() => this.#move(view));
    return this.#moves;
  }

  async #move(view) {
    const [here, there, { trail }] = [written(this.view), written(view), this];
    if (here === there) return;
    const address = there ? `#${there}` : location.pathname;
    const passed = trail.lastIndexOf(there);
    if (passed >= 0) await this.#back(passed - trail.length);
    else if (depthOf(view) > depthOf(this.view)) history.pushState({ trail: [...trail, here] }, "", address);
    else history.replaceState({ trail }, "", address);
  }

  async #back(steps) {
    history.go(steps);
    await new Promise((done) => {
      this.#arrived = done;
      setTimeout(done, PATIENCE);
    });
    this.#arrived = null;
  }
}
