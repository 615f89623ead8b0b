// The page put together: what is open, what each tap does, and catching up with other pages.

import { Address } from "./address.js";
import { BEHIND, Broken, Door, Lost, Refusal } from "./door.js";
import { button, byTouch, fill, h, hush, inEnglish, keepFocus, say } from "./dom.js";
import { Drawer } from "./drawer.js";
import { Entry } from "./entry.js";
import { Game } from "./game.js";
import { Grid } from "./grid.js";
import { parts, t } from "./language.js";
import { Log } from "./log.js";
import { changeOf, meaningOf } from "./meaning.js";
import { listen, lost } from "./news.js";
import { Outbox } from "./outbox.js";
import { bannerView, envelopeView } from "./panels.js";
import { reasonOf } from "./refusals.js";
import { SetUp } from "./setup.js";
import { exportView, moreView, shelfView } from "./shelf.js";
import { shortName } from "./names.js";
import { Tabs } from "./tabs.js";
import { VIEWS } from "./views.js";

/** The whole page. */
export class Page {
  #main = document.getElementById("main");
  #running = null; // the refreshing that is under way
  #next = null; // and the one after it

  constructor(send) {
    this.door = new Door(send);
    this.shipped = null; // the decks, and the words that are left out of names
    this.game = null;
    this.asked = null; // the mark that the Why panel is about, as a place and a card
    this.rooms = []; // those that advice is about; none: all
    this.address = new Address((view) => this.#follow(view));
  }

  /** Begin: open the game, and the part of it, that the address names, or show the shelf. */
  async start() {
    await this.door.call("initialize", { client: "the sheet" });
    this.shipped = await this.door.call("editions");
    await this.#follow(this.address.view);
  }

  /** Show what the address says. */
  async #follow(view) {
    if (!view.game) await this.#showShelf();
    else if (view.game !== this.game?.id) await this.#showGame(view.game, view);
    else this.#showPart(view);
  }

  /** Do something, and say what went wrong. */
  async act(what) {
    try {
      return await what();
    } catch (error) {
      if (error instanceof Broken) {
        say(t("page.broken", { why: error.message }));
        return undefined;
      }
      if (error instanceof Lost) {
        lost(true);
        return undefined;
      }
      if (!(error instanceof Refusal)) throw error;
      if (error.code === BEHIND) {
        await this.refresh();
        say(t("page.behind"));
      } else say(reasonOf(error));
      return undefined;
    }
  }

  // The shelf

  /** Show the saved games and the form of a new one. */
  async shelf() {
    this.address.go({});
    await this.#showShelf();
  }

  async #showShelf() {
    this.game = null;
    name("");
    say("");
    document.body.removeAttribute("data-tab");
    fill(document.getElementById("bar"));
    fill(document.getElementById("envelope"));
    const { games } = await this.door.call("games");
    const last = games.at(-1);
    const table = last && (await this.door.call("save", { game: last.game, spelling: "json" })).record;
    fill(this.#main, shelfView(this, games), new SetUp(this, { table, games }).element, moreView(this, games));
    this.toTop();
  }

  // A game

  /** Open a game. */
  async open(id) {
    this.address.go({ game: id });
    await this.#showGame(id, { game: id });
  }

  async #showGame(id, view) {
    const game = new Game(this.door, this.shipped, id, lost);
    this.own = new Drawer(id, "sessionStorage");
    try {
      await game.resume(this.own.get("supposed"));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await this.shelf();
      say(t("page.gone"));
      return;
    }
    this.game = game;
    this.asked = null;
    this.drawer = new Drawer(id, "localStorage");
    this.outbox = new Outbox(this, this.own);
    this.#build();
    this.#draw();
    this.#showPart(view);
    say(t("page.open", { game: game.record.title || t("page.the_game") }));
    // By touch, the line would only call up a keyboard.
    const typing = !view.tab && !byTouch();
    (typing ? this.entry.line.input : this.#main).focus({ preventScroll: true });
    this.toTop();
    this.outbox.resume();
  }

  #build() {
    this.grid = new Grid((place, card) => this.why(place, card));
    this.entry = new Entry(this);
    this.log = new Log(this);
    this.banner = h("div", { class: "banner", role: "alert" });
    this.envelope = document.getElementById("envelope");
    this.tabs = new Tabs((tab) => this.show(tab));
    this.panels = this.tabs.panels;
    fill(this.panels.Sheet, this.grid.note, this.grid.element);
    fill(this.panels.Enter, this.entry.element);
    const table = button(t("page.change_set_up"), () => this.show("Set-up"));
    fill(this.panels.Log, this.log.element, h("div", { class: "row" }, table, exportView(this)));
    const parts = h("div", { class: "panels" }, Object.values(this.panels));
    fill(this.#main, this.banner, this.tabs.element, parts);
    fill(
      document.getElementById("bar"),
      button([h("span", {}, t("page.games")), h("span", { "aria-hidden": "true" }, "☰")], () => this.act(() => this.shelf()), {
        class: "games-key", "data-key": "games", "aria-label": t("page.games"),
      }),
      button("?", () => this.show("Help"), { "aria-label": t("page.help") }),
    );
  }

  /** Bring one part to the front; on a wide screen, beside the sheet. */
  show(tab, edit = undefined) {
    const view = { game: this.game.id, tab: tab === "Enter" ? undefined : tab, edit };
    this.address.go(view);
    this.#showPart(view);
  }

  /** Close what was opened last. */
  close() {
    const back = this.address.back;
    const view = back === undefined ? {} : Object.fromEntries(new URLSearchParams(back));
    this.show(view.game === this.game.id ? (view.tab ?? "Enter") : "Enter");
  }

  #showPart({ tab = "Enter", edit }) {
    if (!edit) this.entry.leave();
    else if (this.entry.target === null) {
      const [number, how] = edit.split(" ");
      if (this.game.entries[number - 1]) this.entry.change(Number(number), how !== "before");
    }
    const shown = edit ? "Enter" : tab;
    if (shown !== this.tabs.chosen) hush();
    document.body.setAttribute("data-tab", shown);
    this.tabs.choose(shown, { Why: this.asked !== null, Repair: !this.game.solution.consistent });
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
    name(game.record.title);
    this.grid.draw(game);
    envelopeView(this.envelope, game);
    this.log.draw(new Set(game.solution.conflicts.flat()));
    this.entry.check();
    this.entry.draw();
    this.#drawBanner();
    this.tabs.offer({ Why: this.asked !== null, Repair: !game.solution.consistent });
    this.#drawPanel();
  }

  #drawBanner() {
    const { game } = this;
    const about = JSON.stringify([game.solution.conflicts, game.solution.envelope, game.supposing, game.entries]);
    if (this.banner.about === about) return; // it would be read out again
    this.banner.about = about;
    fill(this.banner, bannerView(this));
    const { consistent, envelope } = game.solution;
    const isSolved = consistent && !envelope.includes(null);
    const kind = consistent ? (game.supposing ? "" : "solved") : "clashing";
    const moment = isSolved && this.banner.wasSolved === false ? "moment" : "";
    this.banner.wasSolved = isSolved;
    this.banner.setAttribute("class", `banner ${kind} ${moment}`);
    document.body.setAttribute("data-elsewhere", game.elsewhere || game.supposing);
  }

  async #drawPanel() {
    const { chosen } = this.tabs;
    if (this.game === null || !(chosen in VIEWS)) return;
    const panel = this.panels[chosen];
    const state = this.#state();
    if (panel.drawn === state) return;
    keepFocus(panel, () => fill(panel, h("p", { role: "status" }, t("page.working"))));
    let view;
    try {
      view = await VIEWS[chosen](this);
    } catch (error) {
      view = h("p", { class: "trouble" }, reasonOf(error));
    }
    if (this.game === null || state !== this.#state()) return; // it is drawn anew
    panel.drawn = state;
    keepFocus(panel, () => fill(panel, h("h2", {}, t(`tab.${chosen}`)), view));
  }

  /** What the panels are drawn for. */
  #state() {
    const { id, version, supposed } = this.game;
    return JSON.stringify([id, version, supposed, this.asked, this.rooms]);
  }

  // What taps do

  /** Ask why a mark stands on the sheet. */
  why(place, card) {
    const cell = document.activeElement;
    this.asked = [place, card];
    this.grid.ask(place, card);
    this.show("Why");
    // Beside a wide screen's sheet the focus stays; on a phone its cell is hidden now.
    if (cell?.offsetParent === null) this.panels.Why.focus();
  }

  /** Ask what to suggest in some rooms, or in all. */
  advise(rooms) {
    this.rooms = rooms;
    this.#drawPanel();
  }

  /** Take over three cards as my suggestion, or my accusation. */
  name(cards, kind = "suggestion") {
    this.show("Enter");
    this.entry.name(this.game.record.viewpoint, cards, kind);
  }

  /** Show an entry in the log. */
  goTo(number) {
    this.show("Log");
    this.log.show(number);
  }

  /** Change an entry, or put one before it. */
  edit(number, replaces) {
    this.entry.change(number, replaces);
    this.show("Enter", replaces ? `${number}` : `${number} before`);
    this.entry.focus();
  }

  // Changes

  /**
   * Put an entry at the end, after those on their way, and say what it meant; says whether it was
   * taken. What was `said` goes back into the form if it was not, or if it is undone at once.
   */
  enter(event, said = { draft: null, text: typeof event === "string" ? event : null }) {
    return this.game.supposing ? this.#suppose(event, said) : this.outbox.enter(event, said);
  }

  async #suppose(event, said) {
    try {
      await this.game.supposeToo(event);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.entry.restore(said, reasonOf(error));
      return false;
    }
    this.#keepSupposed();
    await this.refresh();
    say(t("page.supposed"));
    return true;
  }

  /** Put an entry in the place of an old one, or before it; what is wrong goes to `complain`. */
  async replace(event, { number, replaces }, complain) {
    say(t("page.checking"));
    const { solution } = this.game;
    try {
      await this.game.change(replaces ? "edit" : "insert", { number, event });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      say("");
      if (error.code === BEHIND) await this.refresh();
      complain(error.code === BEHIND ? t("page.behind_look") : reasonOf(error));
      return false;
    }
    this.close();
    await this.refresh();
    this.tell(t(replaces ? "page.changed" : "page.put_in", { number }), solution);
    return true;
  }

  /** Say what happened and what it meant, with Undo beside it. */
  tell(what, before, { said = null, hint = "" } = {}) {
    const { solution, deck, version } = this.game;
    const meant = meaningOf(before, solution, (card) => shortName(card, deck));
    const clash = solution.consistent ? "" : t("page.impossible_now");
    const undo = async () => {
      if (this.game?.version !== version) {
        say(t("page.changed_since"));
      } else if ((await this.undo()) && said) this.entry.restore(said, "");
    };
    const warning = hint ? [h("b", {}, hint), " "] : null;
    say([h("span", { class: "told" }, what), " ", warning, meant || clash], button(t("page.undo"), undo, { "aria-label": t("page.undo_this") }));
  }

  async #changed(method, params, told) {
    const { solution, entries } = this.game;
    return this.act(async () => {
      const answer = await this.game.change(method, params);
      await this.refresh();
      if (answer?.changed === false) say(t("page.nothing_more"));
      else told(entries, solution);
      return true;
    });
  }

  /** Drop an entry. */
  remove(number) {
    return this.#changed("delete", { number }, (_, before) => this.tell(t("page.deleted", { number }), before));
  }

  /** Make a change that repairs the log. */
  repair(repair, change) {
    return this.#changed("repair", { number: repair.number }, (_, before) =>
      this.tell(t("page.repaired", { change }), before),
    );
  }

  /** Take another set-up, the log as it fits it. */
  async setUp(record) {
    await this.game.change("set_up", { record });
    const { solution } = this.game;
    this.close();
    await this.refresh();
    this.tell(t("page.set_up_changed"), solution);
  }

  /** Take back the last change; says whether there was one. */
  undo() {
    if (this.game.supposing) return this.#look(() => this.game.undo());
    return this.#changed("undo", {}, (before) => say(t("page.undone", { change: changeOf(before, this.game.entries) })));
  }

  /** Make the change again that was undone last. */
  redo() {
    return this.#changed("redo", {}, (before) => say(t("page.done_again", { change: changeOf(before, this.game.entries) })));
  }

  /** Begin to suppose, or drop what was supposed. */
  async suppose(wanted) {
    await this.#look(() => this.game.suppose(wanted));
    if (wanted) this.show("Enter");
    say(wanted ? t("page.supposing") : t("page.as_it_was"));
  }

  async #look(change) {
    await change();
    this.#keepSupposed();
    await this.act(() => this.refresh());
  }

  #keepSupposed() {
    this.own.put("supposed", this.game.supposing ? this.game.supposed : null);
  }

  /** Catch up if the game is at another version than the one shown. */
  async heard(versions) {
    lost(false);
    await this.game?.settled; // for news of a change of our own comes before its answer
    if (this.game === null || versions[this.game.id] === this.game.version) return;
    if (this.game.id in versions) await this.act(() => this.refresh());
    else {
      await this.shelf();
      say(t("page.thrown_away"));
    }
  }
}

/** Put the name of a game over the page. */
function name(title) {
  document.title = title || t("page.title");
  document.getElementById("title").textContent = document.title;
  document.getElementById("news").setAttribute("data-title", title ?? ""); // for when it is silent
}

/** Open the sheet on a way to the core, and on a source of news of it. */
export async function open({ send, versions }) {
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address says which game is open
    document.getElementById("main").focus();
  });
  const page = new Page(send);
  try {
    await page.start();
    listen(page, versions);
  } catch (error) {
    const trouble = parts("page.cannot_open", { why: inEnglish(error.message) });
    const again = button(t("page.reload"), () => location.reload());
    fill(document.getElementById("main"), h("p", { class: "trouble", role: "alert" }, trouble), again);
  }
  return page;
}
