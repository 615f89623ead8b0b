// The whole page: the open view, the effect of each tap, and changes by other pages.

import { Address } from "./address.js";
import { Client, Refusal, reasonOf, refusalOf } from "./client.js";
import { button, byTouch, fill, h, keepFocus, say, told } from "./dom.js";
import { blank } from "./draft.js";
import { Entry } from "./entry.js";
import { Game, begin, spelled } from "./game.js";
import { Grid, isSame } from "./grid.js";
import { GONE, STALE, follow, games, isBlocked } from "./kept.js";
import { day, parts, switchChances, switchTheme, t } from "./language.js";
import { opened } from "./links.js";
import { Log, changeOf } from "./log.js";
import { picture } from "./names.js";
import { VIEWS, stateView } from "./panels.js";
import { blankPaper, marked } from "./paper.js";
import { reveal, wonBy } from "./reveal.js";
import { SetUp } from "./setup.js";
import { exportView, faceView, moreView, shelfView } from "./shelf.js";
import { cardsOf, placesOf } from "./table.js";
import { Tabs } from "./tabs.js";

export class Page {
  #main = document.getElementById("main");
  #opening = document.getElementById("opening"); // shown until the core is there

  /** Show the games of this browser, or the one in the file that the server follows. */
  constructor(send, followed) {
    this.client = new Client(send);
    this.followed = followed;
    const isWide = globalThis.matchMedia?.("(min-width: 60rem)").matches; // there the sheet is beside each part
    this.home = !followed ? "Enter" : isWide ? "Log" : "Sheet"; // the part that opens first
    this.shipped = null; // the decks, and the titles that short names omit
    this.game = null;
    this.asked = []; // the place and the card that the Why panel explains, or several
    this.several = false; // whether it says how likely one of several marks is
    this.rooms = []; // the rooms for advice; none: all
    this.address = new Address((view) => this.act(() => this.#follow(view)));
  }

  /** Open the game and the part in the address, or show the saved games. */
  async start() {
    this.ready = this.client.batch([["editions", {}]]).then(([shipped]) => {
      this.#opening?.remove();
      return (this.shipped = shipped);
    });
    await Promise.all([this.ready, this.#follow(this.address.view)]); // the first page needs no core
  }

  async #follow(view) {
    if (this.followed && !this.game) await this.#showGame("file", view);
    else if (this.followed) this.#showPart(view);
    else if (view.record) await this.#openLink(view.record);
    else if (!view.game) await this.#showShelf(view);
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

  /** Show the first page with the saved games, or its part "New": the form of a new game. */
  shelf(tab = undefined) {
    this.address.go({ tab });
    return this.#showShelf({ tab });
  }

  async #showShelf({ tab }) {
    if (tab) await this.ready;
    const { game } = this;
    this.game = null;
    name(tab ? t("setup.new") : "");
    say("");
    document.body.removeAttribute("data-tab");
    for (const id of ["bar", "envelope", "news-actions", game ? "main" : "bar"]) fill(document.getElementById(id));
    const all = await games();
    if (this.game !== null) return; // one was opened meanwhile
    const { record: table, colours } = game ?? all.at(-1) ?? {};
    if (tab) fill(this.#main, new SetUp(this, { table, colours, games: all }).element);
    else fill(this.#main, faceView(this, all), shelfView(this, all), moreView(this, all));
    globalThis.scrollTo?.(0, 0); // where there is a window
  }

  // A game

  /** Open a game, or begin a new one. */
  async open(id) {
    this.address.go({ game: id });
    await this.#showGame(id, { game: id });
  }

  /** Begin a game with a record, or throw why that is invalid. */
  async begin(record, colours) {
    await this.open(await begin(await spelled(this.client, record), colours));
  }

  /** Open a game with this record: one that is kept already, or a new one. */
  async openCopy(record, tab = undefined) {
    const same = (await games()).find((one) => JSON.stringify(one.record) === JSON.stringify(record));
    const view = { game: same?.id ?? (await begin(record)), tab };
    this.address.go(view);
    await this.#showGame(view.game, view);
  }

  async #openLink(code) {
    await this.shelf();
    await this.act(async () => this.openCopy(await spelled(this.client, await opened(code))));
  }

  async #showGame(id, view) {
    await this.ready;
    const game = new Game(this.client, this.shipped, id, this.followed?.store);
    const refusal = await refusalOf(game.refresh());
    if (refusal) {
      if (!this.followed) await this.shelf();
      say(reasonOf(refusal));
      return;
    }
    this.game = game;
    [this.asked, this.several] = [[], false];
    this.said = null; // the version after the last entry, and what was typed
    this.wasSolved = this.wasWon = null; // not known: the answer of an opened game is not news
    globalThis.navigator?.wakeLock?.request("screen").catch(() => {}); // an empty battery forbids it
    this.#build();
    this.#draw();
    this.#showPart(view);
    say(told(t("page.open", { game: game.record.title || t("page.the_game") })));
    // On a touch screen the line would open a keyboard.
    const typing = !view.tab && !byTouch() && !this.followed;
    (typing ? this.entry.line : this.#main).focus({ preventScroll: true });
    globalThis.scrollTo?.(0, 0); // where there is a window
  }

  #build() {
    this.grid = new Grid((place, card) => (this.game.paper ? this.#mark(place, card) : this.why(place, card)));
    this.entry = new Entry(this);
    this.log = new Log(this);
    this.envelope = fill(document.getElementById("envelope"));
    this.tabs = new Tabs((tab) => this.show(tab));
    this.panels = this.tabs.panels;
    fill(this.panels.Sheet, this.grid.note, this.grid.element);
    fill(this.panels.Enter, this.entry.element);
    const table = button(t("page.change_set_up"), () => this.show("Set-up"));
    fill(this.panels.Log, this.log.element, h("div", { class: "row" }, table, exportView(this)));
    const parts = h("div", { class: "panels" }, Object.values(this.panels));
    fill(this.#main, this.tabs.element, parts);
    const undo = [picture("undo"), h("span", {}, t("page.undo"))];
    this.undoKey = button(undo, () => this.takeBack(), { "aria-label": t("page.undo_this"), "data-key": "undo" });
    fill(document.getElementById("news-actions"), this.undoKey);
    const choices = {
      "page.games": () => this.shelf(),
      "menu.cover": () => this.#cover(),
      "menu.paper": () => this.act(() => this.#paper()),
      "menu.theme": switchTheme,
      "menu.chances": switchChances,
      "menu.print": () => globalThis.print(),
      "page.help": () => this.show("Help"),
    };
    if (this.followed) for (const key of ["page.games", "menu.paper"]) delete choices[key];
    const entries = Object.entries(choices).map(([key, act]) => button(t(key), () => (menu.hidePopover?.(), act())));
    const menu = h("div", { id: "menu", popover: "auto", role: "group", "aria-label": t("menu.name") }, entries);
    const opens = { type: "button", popovertarget: "menu", "aria-label": t("menu.name"), "data-key": "menu" };
    fill(document.getElementById("bar"), h("button", opens, picture("menu")), menu);
  }

  /** Hide everything behind the back of a card until it is tapped. */
  #cover() {
    const name = this.game.record.viewpoint;
    const words = name === null ? t("cover.notes") : t("cover.mine", { name });
    const lift = () => cover.remove();
    const cover = button([picture("lens"), h("b", {}, words), t("cover.tap")], lift, { class: "cover" });
    document.body.append(cover);
    cover.focus();
  }

  /** Enter or leave the paper mode. */
  async #paper() {
    const { game } = this;
    await game.write(game.paper ? null : blankPaper(game));
    this.#draw();
    this.show("Sheet");
    say(t(game.paper ? "paper.tap" : "paper.off"));
  }

  #mark(place, card) {
    this.act(async () => {
      await this.game.write(marked(this.game.paper, place, card));
      this.#draw();
    });
  }

  /** Show one part; on a wide screen, beside the sheet. */
  show(tab, edit = undefined) {
    if (this.followed && tab === "Enter") return say(t("follow.refused", this.followed));
    const view = { game: this.game.id, tab: tab === this.home ? undefined : tab, edit };
    this.address.go(view);
    this.#showPart(view);
  }

  close() {
    this.panels["Set-up"].drawn = null; // a cancelled change is not shown again
    const view = Object.fromEntries(new URLSearchParams(this.address.trail.at(-1)));
    this.show(view.game === this.game.id ? (view.tab ?? this.home) : this.home);
  }

  #showPart({ tab = this.home, edit }) {
    if (!edit || this.followed) this.entry.leave();
    else if (this.entry.target === null) {
      const [number, how] = edit.split(" ");
      if (this.game.entries[number - 1]) this.entry.change(Number(number), how !== "before");
    }
    const shown = edit ? "Enter" : tab;
    document.getElementById("odds")?.hidePopover?.();
    if (shown !== "Why") {
      [this.asked, this.several] = [this.asked.slice(-1), false];
      this.grid.ask([]);
    }
    document.body.setAttribute("data-tab", shown);
    this.tabs.choose(shown, this.#offered());
    this.#drawPanel();
  }

  #offered() {
    const { solution, paper } = this.game;
    const thinking = Object.fromEntries(["Advice", "Rivals", "Story"].map((tab) => [tab, !paper]));
    return { ...thinking, Why: this.asked.length > 0 && !paper, Repair: !solution.consistent };
  }

  // Drawing

  #draw() {
    const { game } = this;
    name(game.record.title);
    document.getElementById("title").setAttribute("data-day", day(new Date(game.begun), { year: "numeric" })); // for the print
    const [places, cards] = [placesOf(game.record), cardsOf(game.deck)];
    this.asked = this.asked.filter(([place, card]) => places.includes(place) && cards.includes(card)); // not renamed
    this.grid.draw(game.look);
    const [state, ...inside] = stateView(this);
    this.envelope.setAttribute("class", state);
    keepFocus(this.envelope, () => fill(this.envelope, inside));
    document.body.setAttribute("data-elsewhere", String(game.supposing));
    this.undoKey.disabled = !game.has("undo");
    this.log.draw(new Set(game.solution.conflicts.flat()));
    this.entry.check();
    this.entry.draw();
    this.tabs.offer(this.#offered());
    this.#drawPanel();
    this.#turn(state === "solved");
  }

  /** Turn over the cards when the answer is found, and when it was right. */
  #turn(isSolved) {
    const isNews = (isSolved && this.wasSolved === false) || (wonBy(this.game) && this.wasWon === false);
    [this.wasSolved, this.wasWon] = [isSolved, Boolean(wonBy(this.game))];
    if (isNews && isSolved) reveal(this);
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
    return JSON.stringify([id, version, { Why: [this.asked, this.several], Advice: this.rooms }[tab]]);
  }

  // Taps

  why(place, card) {
    const cell = document.activeElement;
    const others = this.asked.filter((mark) => !isSame(mark, [place, card]));
    const isNew = others.length === this.asked.length;
    this.asked = this.several ? [...others, ...(isNew ? [[place, card]] : [])] : [[place, card]];
    this.show("Why");
    this.grid.ask(this.asked);
    if (cell?.checkVisibility?.() === false) this.panels.Why.focus(); // large text hides the sheet
  }

  /** Begin to ask about several marks, or return to the last one. */
  askSeveral(wanted) {
    this.several = wanted;
    this.asked = wanted ? this.asked : this.asked.slice(-1);
    this.grid.ask(this.asked);
    this.#drawPanel();
  }

  /** Ask for suggestions in some rooms; in all, if there are none. */
  advise(rooms) {
    this.rooms = rooms;
    this.#drawPanel();
  }

  /** Begin my entry with some parts. */
  propose(parts) {
    this.show("Enter");
    this.entry.propose({ ...blank(this.game.record.viewpoint, parts.kind), ...parts });
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
  #change(method, params, words, { said = null, closes = false, refused = say, state = {} } = {}) {
    say(told(t("page.checking")));
    const done = () => {
      if (closes) this.close();
      this.tell(words(), said);
    };
    const failed = (why) => {
      say("");
      refused(why);
    };
    return this.#do((game) => game.change(method, params, state), done, failed);
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

  /** Report a change and what it means; `said` returns to the form if it is undone. */
  tell(what, said = null) {
    const { solution, version, hint, paper } = this.game;
    this.said = said && { version, said };
    const [last] = said ? this.game.record.events.slice(-1) : [];
    const out = last?.kind === "accusation" && !last.correct ? t("page.out", { name: last.by }) : null;
    const meaning = paper ? null : solution.consistent ? solution.words?.text : t("page.impossible_now");
    const warning = said && hint ? [h("b", {}, hint), " "] : null;
    say(meaning || out ? told(what) : what, " ", warning, out ?? meaning ?? "");
  }

  /** Undo the last change; the last entry returns to the form. */
  async takeBack() {
    const last = this.said?.version === this.game.version ? this.said.said : null;
    if ((await this.undo()) && last) this.entry.restore(last, "");
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
    const reads = () => t("page.now_reads", { number: event, entry: this.game.entries[event - 1].words });
    return this.#change(method, params, replacement ? reads : () => t("page.repaired", { change }), { closes: true });
  }

  /** Replace the set-up and the entries by those of a record; `refused` is called with the reason. */
  setUp(record, refused, colours) {
    const words = () => t("page.set_up_changed");
    return this.#change("set_up", { record }, words, { closes: true, refused, state: { colours } });
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
  async heard(id, done = () => {}) {
    if (id === this.game?.id) await this.#do((game) => game.refresh(), done);
  }

  /** Show what has changed in the followed file. */
  heardFile() {
    if (!this.game) return this.#follow(this.address.view);
    const { length } = this.game.entries;
    const added = () => this.game.entries.slice(length).at(-1);
    const words = () => (added() ? t("page.entered", { ...added(), entry: added().words }) : t("follow.changed", this.followed));
    return this.heard(this.game.id, () => this.tell(words()));
  }
}

function name(title) {
  document.title = title || t("page.title");
  document.getElementById("title").textContent = document.title;
}

/** Open the sheet with a function that sends to the core, perhaps for a file that the server follows. */
export async function open(send, followed = null) {
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address holds the open game
    document.getElementById("main").focus();
  });
  const said = document.getElementById("said");
  said.addEventListener("click", () => said.classList.toggle("whole"));
  const page = new Page(send, followed);
  follow((id) => page.heard(id));
  followed?.watch(() => page.heardFile());
  document.addEventListener("visibilitychange", () => page.heard(page.game?.id)); // a hidden tab may be asleep
  document.addEventListener("keydown", ({ key, ctrlKey, target }) => {
    if (key === "Escape" && page.tabs?.chosen === "Why") page.close();
    if (key === "z" && ctrlKey && !("value" in target && target.value)) page.game && page.takeBack(); // a field has its own
  });
  const note = followed ? t("follow.follows", followed) : (await isBlocked) ? t("kept.blocked") : "";
  fill(document.getElementById("connection"), note);
  try {
    await page.start();
  } catch (error) {
    const trouble = parts("page.cannot_open", { why: h("span", { lang: "en" }, error.message) });
    const again = button(t("page.reload"), () => location.reload());
    fill(document.getElementById("main"), h("p", { class: "trouble", role: "alert" }, trouble), again);
  }
  return page;
}
