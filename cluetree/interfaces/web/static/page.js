// The whole page: the open view, the effect of each tap, and changes by other pages.

import { Address } from "./address.js";
import { Client, Refusal, reasonOf, refusalOf } from "./client.js";
import { button, byTouch, fill, h, keepFocus, say, told } from "./dom.js";
import { Entry } from "./entry.js";
import { Game, begin, spelled } from "./game.js";
import { Grid } from "./grid.js";
import { GONE, STALE, follow, games, isBlocked } from "./kept.js";
import { parts, t } from "./language.js";
import { opened } from "./links.js";
import { Log, changeOf } from "./log.js";
import { VIEWS, bannerView, envelopeView } from "./panels.js";
import { SetUp } from "./setup.js";
import { exportView, moreView, shelfView } from "./shelf.js";
import { cardsOf, placesOf } from "./table.js";
import { Tabs } from "./tabs.js";

export class Page {
  #main = document.getElementById("main");

  constructor(send) {
    this.client = new Client(send);
    this.shipped = null; // the decks, and the titles that short names omit
    this.game = null;
    this.asked = null; // the place and the card that the Why panel explains
    this.rooms = []; // the rooms for advice; none: all
    this.address = new Address((view) => this.shipped && this.act(() => this.#follow(view))); // else `start` does it
  }

  /** Open the game and the part in the address, or show the saved games. */
  async start() {
    [this.shipped] = await this.client.batch([["editions", {}]]);
    await this.#follow(this.address.view);
  }

  async #follow(view) {
    if (view.record) await this.#openLink(view.record);
    else if (!view.game) await this.#showShelf();
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
    return this.#showShelf();
  }

  async #showShelf() {
    this.game = null;
    name("");
    say("");
    document.body.removeAttribute("data-tab");
    for (const id of ["bar", "envelope", "banner", "main"]) fill(document.getElementById(id));
    const all = await games();
    if (this.game !== null) return; // one was opened meanwhile
    fill(this.#main, shelfView(this, all), new SetUp(this, { table: all.at(-1)?.record, games: all }).element, moreView(this, all.length > 0));
    globalThis.scrollTo?.(0, 0); // where there is a window
  }

  // A game

  /** Open a game, or begin a new one. */
  async open(id) {
    this.address.go({ game: id });
    await this.#showGame(id, { game: id });
  }

  /** Begin a game with a record, or throw why that is invalid. */
  async begin(record) {
    await this.open(await begin(await spelled(this.client, record)));
  }

  /** Open a game with this record: one that is kept already, or a new one. */
  async openCopy(record) {
    const same = (await games()).find((one) => JSON.stringify(one.record) === JSON.stringify(record));
    await this.open(same?.id ?? (await begin(record)));
  }

  async #openLink(code) {
    await this.shelf();
    await this.act(async () => this.openCopy(await spelled(this.client, await opened(code))));
  }

  async #showGame(id, view) {
    const game = new Game(this.client, this.shipped, id);
    const refusal = await refusalOf(game.refresh());
    if (refusal) {
      await this.shelf();
      say(reasonOf(refusal));
      return;
    }
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
    const view = Object.fromEntries(new URLSearchParams(this.address.trail.at(-1)));
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
    if (shown !== this.tabs.chosen && !document.getElementById("news-actions").children.length) say("");
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
    if (!placesOf(game.record).includes(place) || !cardsOf(game.deck).includes(card)) this.asked = null; // renamed
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

  /** Do something to the game, draw it, and call `done`, or `refused` with the reason; return whether it was done. */
  async #do(what, done, refused = say) {
    const { game } = this;
    const refusal = await refusalOf(what(game));
    if (refusal?.code === GONE && this.game === game) await this.shelf();
    if (this.game === game) {
      this.#draw(); // also what another tab has changed
      if (refusal) refused(reasonOf(refusal));
      else done();
    }
    if (refusal && (this.game !== game || refusal.code === STALE)) say(reasonOf(refusal));
    return !refusal;
  }

  /** Make a change and report it in `words()`. */
  #change(method, params, words, { said = null, closes = false, refused = say } = {}) {
    say(told(t("page.checking")));
    const done = () => {
      if (closes) this.close();
      this.tell(words(), said);
    };
    const failed = (why) => {
      say("");
      refused(why);
    };
    return this.#do((game) => game.change(method, params), done, failed);
  }

  /** Add an entry. If it is refused, or undone immediately, the draft `said` returns to the form. */
  enter(event, said = { draft: null, text: event }) {
    const words = () => t("page.entered", { number: this.game.entries.length, entry: this.game.entries.at(-1).words });
    return this.#change("tell", { event }, words, { said, refused: (why) => this.entry.restore(said, why) });
  }

  /** Replace an old entry, or insert one before it; `refused` is called with the reason. */
  replace(event, { number, replaces }, refused) {
    const words = () => t(replaces ? "page.changed" : "page.put_in", { number });
    return this.#change(replaces ? "edit" : "insert", { number, event }, words, { closes: true, refused });
  }

  /** Report a change and what it means, with a button that undoes it and returns what was `said` to the form. */
  tell(what, said = null) {
    const { solution, version } = this.game;
    const hint = said && this.game.hint;
    const meaning = solution.consistent ? solution.words?.text : t("page.impossible_now");
    const undo = async () => {
      if (this.game?.version !== version) say(t("page.changed_since"));
      else if ((await this.undo()) && said) this.entry.restore(said, "");
    };
    const warning = hint ? [h("b", {}, hint), " "] : null;
    say([meaning ? told(what) : what, " ", warning, meaning], button(t("page.undo"), undo, { "aria-label": t("page.undo_this") }));
  }

  remove(number) {
    return this.#change("delete", { number }, () => t("page.deleted", { number }));
  }

  /** Make a repair; those of the set-up have no event. */
  repair({ number, event, replacement, words: change }) {
    const [method, params] = !event
      ? ["repair", { number }]
      : replacement
        ? ["edit", { number: event, event: replacement }]
        : ["delete", { number: event }];
    return this.#change(method, params, () => t("page.repaired", { change }));
  }

  /** Replace the set-up and the entries by those of a record; `refused` is called with the reason. */
  setUp(record, refused) {
    return this.#change("set_up", { record }, () => t("page.set_up_changed"), { closes: true, refused });
  }

  /** Undo the last change; return whether there was one. */
  undo() {
    return this.#step("undo", "redo", "page.undone");
  }

  redo() {
    return this.#step("redo", "undo", "page.done_again");
  }

  async #step(from, to, words) {
    const { entries, record } = this.game;
    let changed = false;
    const step = async (game) => (changed = await game.step(from, to));
    const done = () => say(t(changed ? words : "page.nothing_more", { change: changeOf({ entries, record }, this.game) }));
    await this.#do(step, done);
    return changed;
  }

  suppose(wanted) {
    const done = () => {
      if (wanted) this.show("Enter");
      say(t(wanted ? "page.supposing" : "page.as_it_was"));
    };
    return this.#do((game) => game.suppose(wanted), done);
  }

  /** Show what another tab has changed. */
  async heard(id) {
    if (id === this.game?.id) await this.#do((game) => game.refresh(), () => {});
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
  follow((id) => page.heard(id));
  document.addEventListener("visibilitychange", () => page.heard(page.game?.id)); // a hidden tab may be asleep
  if (await isBlocked) fill(document.getElementById("connection"), t("kept.blocked"));
  try {
    await page.start();
  } catch (error) {
    const trouble = parts("page.cannot_open", { why: h("span", { lang: "en" }, error.message) });
    const again = button(t("page.reload"), () => location.reload());
    fill(document.getElementById("main"), h("p", { class: "trouble", role: "alert" }, trouble), again);
  }
  return page;
}
