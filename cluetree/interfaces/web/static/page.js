// The whole page: the open view, the effect of each tap, and changes by other pages.

import { Address } from "./address.js";
import { Client, Refusal, reasonOf, refusalOf } from "./client.js";
import { button, byTouch, fill, h, hush, keepFocus, say, told } from "./dom.js";
import { Entry } from "./entry.js";
import { Game, begin, games } from "./game.js";
import { Grid } from "./grid.js";
import { parts, t } from "./language.js";
import { follow, ids } from "./kept.js";
import { Log, changeOf } from "./log.js";
import { VIEWS, bannerView, envelopeView } from "./panels.js";
import { SetUp } from "./setup.js";
import { exportView, moreView, shelfView } from "./shelf.js";
import { ENVELOPE, cardsOf, namesOf } from "./table.js";
import { Tabs } from "./tabs.js";

export class Page {
  #main = document.getElementById("main");

  constructor(send) {
    this.client = new Client(send);
    this.shipped = null; // the decks, and the titles that short names omit
    this.game = null;
    this.asked = null; // the place and the card that the Why panel explains
    this.rooms = []; // the rooms for advice; none: all
    this.address = new Address((view) => this.shipped && this.#follow(view)); // else `start` does it
  }

  /** Open the game and the part in the address, or show the saved games. */
  async start() {
    this.shipped = await this.client.call("editions");
    await this.#follow(this.address.view);
  }

  async #follow(view) {
    if (!view.game) this.#showShelf();
    else if (view.game !== this.game?.id) await this.#showGame(view.game, view);
    else this.#showPart(view);
  }

  /** Do something, and report a refusal. */
  async act(what) {
    try {
      return await what();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      say(reasonOf(error));
      return undefined;
    }
  }

  /** Show the saved games and the form of a new one. */
  shelf() {
    this.address.go({});
    this.#showShelf();
  }

  #showShelf() {
    this.game = null;
    name("");
    say("");
    document.body.removeAttribute("data-tab");
    for (const id of ["bar", "envelope", "banner"]) fill(document.getElementById(id));
    const all = games();
    fill(this.#main, shelfView(this, all), new SetUp(this, { table: all.at(-1)?.record, games: all }).element, moreView(this, all));
    globalThis.scrollTo?.(0, 0); // where there is a window
  }

  // A game

  /** Open a game, or begin a new one. */
  async open(id) {
    this.address.go({ game: id });
    await this.#showGame(id, { game: id });
  }

  begin(record) {
    return this.open(begin(record));
  }

  async #showGame(id, view) {
    if (!ids("game").includes(id)) {
      this.shelf();
      say(t("page.gone"));
      return;
    }
    const game = new Game(this.client, this.shipped, id);
    await game.refresh();
    this.game = game;
    this.asked = null;
    this.#build();
    this.#draw();
    this.#showPart(view);
    say(told(t("page.open", { game: game.record.title || t("page.the_game") })));
    // On a touch screen the line would open a keyboard.
    const typing = !view.tab && !byTouch();
    (typing ? this.entry.line : this.#main).focus({ preventScroll: true });
    globalThis.scrollTo?.(0, 0); // where there is a window
  }

  #build() {
    this.grid = new Grid((place, card) => this.why(place, card));
    this.entry = new Entry(this);
    this.log = new Log(this);
    this.banner = document.getElementById("banner");
    this.banner.about = null;
    this.envelope = fill(document.getElementById("envelope"));
    this.tabs = new Tabs((tab) => this.show(tab));
    this.panels = this.tabs.panels;
    fill(this.panels.Sheet, this.grid.note, this.grid.element);
    fill(this.panels.Enter, this.entry.element);
    const table = button(t("page.change_set_up"), () => this.show("Set-up"));
    fill(this.panels.Log, this.log.element, h("div", { class: "row" }, table, exportView(this)));
    const parts = h("div", { class: "panels" }, Object.values(this.panels));
    fill(this.#main, this.tabs.element, parts);
    const menu = [h("span", {}, t("page.games")), h("span", { "aria-hidden": "true" }, "☰")];
    const list = { class: "games-key", "data-key": "games", "aria-label": t("page.games") };
    fill(
      document.getElementById("bar"),
      button(menu, () => this.shelf(), list),
      button("?", () => this.show("Help"), { "aria-label": t("page.help") }),
    );
  }

  /** Show one part; on a wide screen, beside the sheet. */
  show(tab, edit = undefined) {
    const view = { game: this.game.id, tab: tab === "Enter" ? undefined : tab, edit };
    this.address.go(view);
    this.#showPart(view);
  }

  close() {
    this.panels["Set-up"].drawn = null; // a cancelled change is not shown again
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
    document.getElementById("odds")?.hidePopover?.();
    if (shown !== this.tabs.chosen) hush();
    document.body.setAttribute("data-tab", shown);
    this.tabs.choose(shown, this.#offered());
    this.#drawPanel();
  }

  #offered() {
    return { Why: this.asked !== null, Repair: !this.game.solution.consistent };
  }

  // Drawing

  #draw() {
    const { game } = this;
    name(game.record.title);
    const [place, card] = this.asked ?? [];
    if (![...namesOf(game.record), ENVELOPE].includes(place) || !cardsOf(game.deck).includes(card)) this.asked = null; // renamed
    this.grid.draw(game);
    envelopeView(this.envelope, game);
    this.log.draw(new Set(game.solution.conflicts.flat()));
    this.entry.check();
    this.entry.draw();
    this.#drawBanner();
    this.tabs.offer(this.#offered());
    this.#drawPanel();
  }

  #drawBanner() {
    const { game } = this;
    const about = JSON.stringify([game.solution.conflicts, game.solution.envelope, game.supposing, game.entries]);
    if (this.banner.about === about) return; // a screen reader would read it again
    this.banner.about = about;
    fill(this.banner, bannerView(this));
    const { consistent, envelope } = game.solution;
    const isSolved = consistent && !envelope.includes(null);
    const kind = consistent ? (isSolved && !game.supposing ? "solved" : "") : "clashing";
    const moment = isSolved && this.banner.wasSolved === false ? "moment" : "";
    this.banner.wasSolved = isSolved;
    this.banner.setAttribute("class", `banner ${kind} ${moment}`);
    document.body.setAttribute("data-elsewhere", game.supposing);
  }

  async #drawPanel() {
    const { chosen } = this.tabs;
    if (this.game === null || !(chosen in VIEWS)) return;
    const panel = this.panels[chosen];
    const state = this.#stateOf(chosen);
    if (panel.drawn === state) return;
    keepFocus(panel, () => fill(panel, h("p", { role: "status" }, t("page.working"))));
    let view;
    try {
      view = await VIEWS[chosen](this);
    } catch (error) {
      view = h("p", { class: "trouble" }, reasonOf(error));
    }
    if (this.game === null || state !== this.#stateOf(chosen)) return; // it is drawn again
    panel.drawn = state;
    keepFocus(panel, () => fill(panel, h("h2", {}, t(`tab.${chosen}`)), view));
  }

  #stateOf(tab) {
    const { id, version } = this.game;
    return JSON.stringify([id, version, { Why: this.asked, Advice: this.rooms }[tab]]);
  }

  // Taps

  why(place, card) {
    const cell = document.activeElement;
    this.asked = [place, card];
    this.show("Why");
    this.grid.ask(place, card);
    if (cell?.checkVisibility?.() === false) this.panels.Why.focus(); // large text hides the sheet
  }

  /** Ask for suggestions in some rooms; in all, if there are none. */
  advise(rooms) {
    this.rooms = rooms;
    this.#drawPanel();
  }

  /** Begin my suggestion or accusation of three cards. */
  name(cards, kind = "suggestion") {
    this.show("Enter");
    this.entry.name(this.game.record.viewpoint, cards, kind);
  }

  goTo(number) {
    this.show("Log");
    this.log.show(number);
  }

  edit(number, replaces) {
    this.entry.change(number, replaces);
    this.show("Enter", replaces ? `${number}` : `${number} before`);
    this.entry.focus();
  }

  // Changes

  /** Make a change and draw what follows; return the refusal, or null. */
  async #change(method, params) {
    const { game } = this;
    say(told(t("page.checking")));
    const refusal = await refusalOf(game.change(method, params));
    if (refusal) say("");
    else if (this.game === game) this.#draw();
    return refusal;
  }

  /**
   * Add an entry, and show what follows; return whether it was accepted. If not, or if it is undone
   * immediately, the draft `said` returns to the form.
   */
  async enter(event, said = { draft: null, text: event }) {
    const refusal = await this.#change("tell", { event });
    if (refusal) {
      this.entry.restore(said, reasonOf(refusal));
      return false;
    }
    const { number, words } = this.game.entries.at(-1);
    this.tell(t("page.entered", { number, entry: words }), { said, hint: this.game.hint });
    return true;
  }

  /** Replace an old entry, or insert one before it; `complain` is called with the error. */
  async replace(event, { number, replaces }, complain) {
    const refusal = await this.#change(replaces ? "edit" : "insert", { number, event });
    if (refusal) {
      complain(reasonOf(refusal));
      return false;
    }
    this.close();
    this.tell(t(replaces ? "page.changed" : "page.put_in", { number }));
    return true;
  }

  /** Report a change and what it means, with a button that undoes it. */
  tell(what, { said = null, hint = "" } = {}) {
    const { solution, version } = this.game;
    const meaning = solution.consistent ? solution.words?.text : t("page.impossible_now");
    const undo = async () => {
      if (this.game?.version !== version) say(t("page.changed_since"));
      else if ((await this.undo()) && said) this.entry.restore(said, "");
    };
    const warning = hint ? [h("b", {}, hint), " "] : null;
    say([meaning ? told(what) : what, " ", warning, meaning], button(t("page.undo"), undo, { "aria-label": t("page.undo_this") }));
  }

  async remove(number) {
    if (!(await this.#change("delete", { number }))) this.tell(t("page.deleted", { number }));
  }

  /** Make a repair; those of the set-up have no event. */
  async repair({ number, event, replacement, words: change }) {
    const [method, params] = !event
      ? ["repair", { number }]
      : replacement
        ? ["edit", { number: event, event: replacement }]
        : ["delete", { number: event }];
    if (!(await this.#change(method, params))) this.tell(t("page.repaired", { change }));
  }

  /** Replace the set-up and the entries by those of a record. */
  async setUp(record) {
    const refusal = await this.#change("set_up", { record });
    if (refusal) throw refusal;
    this.close();
    this.tell(t("page.set_up_changed"));
  }

  /** Undo the last change; return whether there was one. */
  undo() {
    return this.#step("undo", "page.undone");
  }

  redo() {
    return this.#step("redo", "page.done_again");
  }

  #step(way, words) {
    const { entries, record } = this.game;
    return this.act(async () => {
      const changed = await this.game[way]();
      if (changed) this.#draw();
      say(changed ? t(words, { change: changeOf({ entries, record }, this.game) }) : t("page.nothing_more"));
      return changed;
    });
  }

  async suppose(wanted) {
    await this.act(() => this.game.suppose(wanted));
    this.#draw();
    if (wanted) this.show("Enter");
    say(wanted ? t("page.supposing") : t("page.as_it_was"));
  }

  /** Show what another tab has changed. */
  async heard(id) {
    if (id !== this.game?.id) return;
    if (!ids("game").includes(id)) {
      this.shelf();
      say(t("page.thrown_away"));
      return;
    }
    await this.game.refresh();
    this.#draw();
  }
}

function name(title) {
  document.title = title || t("page.title");
  document.getElementById("title").textContent = document.title;
}

/** Open the sheet with a function that sends to the core. */
export async function open(send) {
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address holds the open game
    document.getElementById("main").focus();
  });
  const strip = document.getElementById("strip");
  strip.addEventListener("click", () => strip.classList.toggle("whole"));
  document.getElementById("main").addEventListener("pointerdown", () => strip.classList.add("left"));
  const page = new Page(send);
  try {
    await page.start();
    follow((id) => page.heard(id));
  } catch (error) {
    const trouble = parts("page.cannot_open", { why: h("span", { lang: "en" }, error.message) });
    const again = button(t("page.reload"), () => location.reload());
    fill(document.getElementById("main"), h("p", { class: "trouble", role: "alert" }, trouble), again);
  }
  return page;
}
