// Puts the page together: what is open, what each tap does, and catching up with other tabs.

import { BEHIND, Door, Lost, Refusal } from "./door.js";
import { bringUp, button, fill, h, keepFocus, say } from "./dom.js";
import { draftOf } from "./draft.js";
import { Game } from "./game.js";
import { Grid } from "./grid.js";
import { Line } from "./line.js";
import { Log } from "./log.js";
import { listen, lost } from "./news.js";
import { envelopeView } from "./panels.js";
import { setUpView } from "./setup.js";
import { exportView, shelfView } from "./shelf.js";
import { Taps } from "./taps.js";
import { VIEWS } from "./views.js";
import { listed, many } from "./words.js";

const TABS = ["Sheet", "Enter", "Log", "Why", "Advice", "Rivals", "Mend"];

/** The whole page. */
export class Page {
  #main = document.getElementById("main");
  #tab = "Enter";
  #target = null; // the entry that the next one goes before, or in place of
  #running = null; // the refreshing that is under way
  #next = null; // and the one after it
  #entering = null; // the entry that is on its way, the one before each waited for

  constructor(door = new Door()) {
    this.door = door;
    this.editions = [];
    this.game = null;
    this.asked = null; // the mark that the Why panel is about, as a place and a card
    this.rooms = []; // those that advice is about; none: all
  }

  /** Begin: open the game, and the part of it, that the address names, or show the shelf. */
  async start() {
    await this.door.call("initialize", { client: "the sheet" });
    this.editions = (await this.door.call("editions")).editions;
    await this.#openAddressed();
  }

  async #openAddressed() {
    const id = addressed("game");
    await (id ? this.open(id) : this.shelf());
  }

  /** Open what the address says, if that is not what is open. */
  async follow() {
    if (addressed("game") !== (this.game?.id ?? null)) await this.#openAddressed();
  }

  /** Do something, and say what went wrong. */
  async act(what) {
    try {
      return await what();
    } catch (error) {
      if (error instanceof Lost) {
        lost(true);
        return undefined;
      }
      if (!(error instanceof Refusal)) throw error;
      if (error.code === BEHIND) {
        await this.refresh();
        say("Somebody else has just changed the game; look again, and enter it again.");
      } else say(error.message);
      return undefined;
    }
  }

  /** Show the saved games and the form of a new one. */
  async shelf() {
    this.game = null;
    location.hash = "";
    name("");
    fill(document.getElementById("bar"));
    const { games } = await this.door.call("games");
    const parts = [shelfView(this, games), setUpView(this)];
    fill(this.#main, games.length ? parts : parts.reverse());
  }

  /** Open a game. */
  async open(id) {
    const game = new Game(this.door, this.editions, id, lost);
    try {
      await game.refresh();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await this.shelf();
      say("This game is not there any more.");
      return;
    }
    this.game = game;
    const wanted = addressed("tab");
    location.hash = new URLSearchParams({ game: id }).toString();
    this.#build();
    this.show(TABS.includes(wanted) ? wanted : "Enter");
    this.#draw();
    say(`${game.record.title || "The game"} is open.`);
    // Where there are no keys, the line would only call up those of the screen.
    const typing = wanted === null && globalThis.matchMedia?.("(pointer: fine)").matches;
    (typing ? this.line.input : this.#main).focus({ preventScroll: true });
    this.toTop();
  }

  // The parts

  #build() {
    this.grid = new Grid((place, card) => this.why(place, card));
    this.taps = new Taps(this);
    this.line = new Line(this);
    this.log = new Log(this);
    this.envelope = h("section", { class: "envelope", "aria-label": "The envelope" });
    this.banner = h("div", { class: "banner", role: "alert" });
    this.target = h("div", { class: "target", role: "status" });
    this.panels = Object.fromEntries(TABS.map((tab) => [tab, this.#panel(tab)]));
    this.tabs = TABS.map((tab, at) =>
      button(tab, () => this.show(tab), {
        role: "tab",
        id: `tab-${tab}`,
        "aria-controls": `panel-${tab}`,
        onkeydown: (event) => this.#turn(event, at),
      }),
    );
    this.tablist = h("div", { class: "tabs", role: "tablist", "aria-label": "Parts of the game" }, this.tabs);
    fill(this.panels.Sheet, this.grid.element);
    fill(this.panels.Enter, this.target, this.line.element, h("h2", {}, "Or by taps"), this.taps.element);
    fill(this.panels.Log, this.log.element, exportView(this));
    fill(
      this.#main,
      this.banner,
      this.envelope,
      this.tablist,
      h("div", { class: "panels" }, Object.values(this.panels)),
    );
    fill(document.getElementById("bar"), button("Games", () => this.act(() => this.shelf())));
  }

  #panel(tab) {
    return h("section", {
      id: `panel-${tab}`,
      class: `panel panel-${tab.toLowerCase()}`,
      role: "tabpanel",
      "aria-labelledby": `tab-${tab}`,
      tabindex: 0,
    });
  }

  #turn(event, at) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const tab = TABS[(at + step + TABS.length) % TABS.length];
    this.show(tab);
    this.tabs[TABS.indexOf(tab)].focus();
  }

  /** Bring one part to the front; beside a wide screen's sheet. */
  show(tab) {
    this.#tab = tab;
    document.body.setAttribute("data-tab", tab);
    TABS.forEach((name, at) => {
      const chosen = name === tab;
      this.tabs[at].setAttribute("aria-selected", chosen);
      this.tabs[at].setAttribute("tabindex", chosen ? 0 : -1);
      this.panels[name].setAttribute("class", `panel panel-${name.toLowerCase()}${chosen ? " chosen" : ""}`);
    });
    bringUp(this.panels[tab], this.tablist);
    this.#drawPanel();
  }

  /** Bring the head of the page into sight. */
  toTop() {
    globalThis.scrollTo?.(0, 0); // where there is a window
  }

  // Drawing

  /** Take over what the game is now, and show it: one at a time, and the next for all who ask. */
  refresh() {
    this.#next ??= this.#refreshAfter(this.#running);
    return this.#next;
  }

  async #refreshAfter(before) {
    await before?.catch(() => {}); // who asked for that one hears of it
    this.#running = this.#next;
    this.#next = null;
    if (this.game === null) return;
    await this.game.refresh();
    this.#draw();
  }

  #draw() {
    const { game } = this;
    const { solution, record } = game;
    name(record.title);
    this.grid.draw(game);
    fill(this.envelope, h("h2", {}, "The envelope"), envelopeView(game));
    this.log.draw(new Set(solution.conflicts.flat()));
    this.taps.draw();
    this.#drawBanner();
    this.#drawTarget();
    this.#drawPanel();
  }

  #drawBanner() {
    const { game } = this;
    const about = [JSON.stringify(game.solution.conflicts), game.supposing, game.supposed.length, game.after];
    if (this.banner.about === about.join()) return; // it would be read out again
    this.banner.about = about.join();
    const parts = [];
    if (!game.solution.consistent) {
      parts.push(
        h("p", { class: "trouble" }, `✗ The log cannot be true: ${clashOf(game.solution.conflicts)}.`),
        button("Find the slip", () => this.show("Mend"), { class: "main" }),
      );
    }
    if (game.supposing) {
      parts.push(
        h("p", {}, `What if: ${many(game.supposed.length, "entry", "entries")} only supposed.`),
        button("Drop them", () => this.suppose(false)),
      );
    }
    if (game.after !== null) {
      parts.push(
        h("p", {}, `As it was after ${many(game.after, "entry", "entries")}.`),
        button("Back to now", () => this.replay(game.length)),
      );
    }
    fill(this.banner, parts);
    this.banner.setAttribute("class", game.solution.consistent ? "banner" : "banner clashing");
    document.body.setAttribute("data-elsewhere", game.elsewhere || game.supposing);
  }

  #drawTarget() {
    if (this.#target === null) {
      fill(this.target, this.game.supposing ? h("p", {}, "What if: this is only supposed.") : null);
      return;
    }
    const { number, replaces } = this.#target;
    fill(
      this.target,
      h("p", {}, replaces ? `In place of entry ${number}:` : `Before entry ${number}:`),
      button("Rather at the end", () => this.#aimed(null)),
    );
  }

  async #drawPanel() {
    if (this.game === null || !(this.#tab in VIEWS)) return;
    const panel = this.panels[this.#tab];
    const [tab, version] = [this.#tab, this.#state()];
    if (panel.drawn === version) return;
    keepFocus(panel, () => fill(panel, h("p", { role: "status" }, "Working it out …")));
    let view;
    try {
      view = await VIEWS[tab](this);
    } catch (error) {
      view = h("p", { class: "trouble" }, error.message);
    }
    if (version !== this.#state()) return; // it is drawn anew for what is shown now
    panel.drawn = version;
    keepFocus(panel, () => fill(panel, h("h2", {}, tab), view));
  }

  /** What the panels are drawn for. */
  #state() {
    const { id, version, after, supposed } = this.game;
    return JSON.stringify([id, version, after, supposed, this.asked, this.rooms]);
  }

  // What taps do

  /** Ask why a mark stands on the sheet. */
  why(place, card) {
    const cell = document.activeElement;
    this.asked = [place, card];
    this.show("Why");
    // Beside a wide screen's sheet the focus stays; on a phone its cell is hidden now.
    if (cell?.offsetParent === null) this.panels.Why.focus();
  }

  /** Ask what to suggest in some rooms, or in all. */
  advise(rooms) {
    this.rooms = rooms;
    this.show("Advice");
  }

  /** Take over three cards as my suggestion. */
  suggest(cards) {
    this.show("Enter");
    this.taps.suggest(cards);
  }

  /** Show an entry in the log. */
  goTo(number) {
    this.show("Log");
    this.log.show(number);
  }

  /** Put an entry where the next one goes, after those on their way; says whether it was taken. */
  enter(event, complain = say) {
    const taken = this.#enter(event, complain, this.#target, this.#entering);
    this.#entering = taken.catch(() => {}); // who entered that one hears of it
    return taken;
  }

  async #enter(event, complain, target, before) {
    await before;
    const { game } = this;
    try {
      if (target === null) await game.tell(event);
      else {
        const { number, replaces } = target;
        await game.change(replaces ? "edit" : "insert", { number, event });
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.code !== BEHIND) {
        complain(error.message);
        return false;
      }
      await this.refresh();
      complain("Somebody else has just changed the game; look again, then enter it.");
      return false;
    }
    if (this.#target === target) this.#target = null;
    await this.refresh();
    const last = game.entries.at(-1);
    say(`${game.solution.consistent ? "" : "The log cannot be true now. "}Entered: ${last?.line ?? ""}`);
    return true;
  }

  /** Let the next entry replace another, or go before it. */
  aim(number, replaces) {
    const { event, line } = this.game.entries[number - 1];
    this.#aimed({ number, replaces });
    this.show("Enter");
    this.taps.begin(replaces ? draftOf(event) : null);
    this.line.begin(replaces ? line : "");
  }

  #aimed(target) {
    this.#target = target;
    this.#drawTarget();
    if (target === null) this.line.begin("");
  }

  async #changed(method, params, done) {
    this.#target = null;
    await this.act(async () => {
      const answer = await this.game.change(method, params);
      await this.refresh();
      say(answer?.changed === false ? "There is nothing more." : done);
    });
  }

  /** Drop an entry. */
  remove(number) {
    return this.#changed("delete", { number }, `Entry ${number} is deleted.`);
  }

  /** Make a change that mends the log. */
  mend(repair) {
    return this.#changed("repair", { number: repair.number }, `Mended: ${repair.change}`);
  }

  /** Take back the last change. */
  undo() {
    return this.game.supposing
      ? this.#look(() => this.game.undo())
      : this.#changed("undo", {}, "Undone.");
  }

  /** Make the change again that was undone last. */
  redo() {
    return this.#changed("redo", {}, "Done again.");
  }

  /** Begin to suppose, or drop what was supposed. */
  suppose(wanted) {
    say(wanted ? "What you enter now is only supposed." : "The game is as it was.");
    return this.#look(() => this.game.suppose(wanted));
  }

  /** Look at the game as it was after some entries. */
  replay(after) {
    say("");
    return this.#look(() => {
      this.game.after = after >= this.game.length ? null : after;
    });
  }

  async #look(change) {
    await change();
    this.#target = null;
    await this.act(() => this.refresh());
  }

  /** Catch up if the game is at another version than the one shown. */
  async heard(versions) {
    lost(false);
    if (this.game === null || versions[this.game.id] === this.game.version) return;
    if (this.game.id in versions) await this.act(() => this.refresh());
    else {
      await this.shelf();
      say("This game was thrown away.");
    }
  }
}

/** What the address says after its #. */
function addressed(what) {
  return new URLSearchParams(location.hash.slice(1)).get(what);
}

/** Say which entries clash; those of the smallest set. */
function clashOf([numbers]) {
  if (!numbers.length) return "the set-up clashes with itself";
  if (numbers.length === 1) return `entry ${numbers[0]} clashes with the set-up`;
  return `entries ${listed(numbers)} clash`;
}

/** Put the name of a game over the page. */
function name(title) {
  document.title = title || "The detective's sheet";
  document.getElementById("title").textContent = document.title;
}

if (globalThis.EventSource) {
  const page = new Page();
  page
    .start()
    .then(() => listen(page))
    .catch((error) => say(`The sheet cannot be opened: ${error.message}. Load the page again.`));
}
