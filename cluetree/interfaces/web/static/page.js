// The whole page: the open view, the effect of each tap, and changes by other pages.

import { Address } from "./address.js";
import { Client, Refusal, reasonOf, refusalOf } from "./client.js";
import { button, byTouch, fill, h, keepFocus, ring, say, told } from "./dom.js";
import { blank } from "./draft.js";
import { Entry } from "./entry.js";
import { Game, begin, spelled } from "./game.js";
import { Grid, isSame } from "./grid.js";
import { GONE, STALE, follow, games, isBlocked } from "./kept.js";
import { day, parts, storage, switchNext, t } from "./language.js";
import { opened } from "./links.js";
import { Log, changeOf } from "./log.js";
import { picture } from "./names.js";
import { VIEWS, stateView } from "./panels.js";
import { NEXT, askNote, blankPaper } from "./paper.js";
import { reveal, wonBy } from "./reveal.js";
import { SetUp } from "./setup.js";
import { exportView, faceView, moreView, shelfView } from "./shelf.js";
import { cardsOf, placesOf } from "./table.js";
import { Tabs } from "./tabs.js";
import { keyOf } from "./words.js";

const COVER = "cluetree cover"; // where the words on the cover are kept

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
    this.covered = null; // while the cover lies on the page: returns to the view below
    this.address = new Address((view) => {
      if (this.covered) this.covered(); // Back does not change the view below
      else this.act(() => this.#follow(view));
    });
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
    const copy = async () => this.openCopy(await spelled(this.client, await opened(view.record)));
    if (this.followed && !this.game) await this.#showGame("file", view);
    else if (this.followed) this.#showPart(view);
    else if (view.record) await this.shelf().then(() => this.act(copy));
    else if (!view.game) await this.#showShelf(view);
    else if (view.game !== this.game?.id) await this.#showGame(view.game, view);
    else this.#showPart(view);
  }

  /** Do something, and report a refusal. */
  act(what) {
    return what().catch((error) => {
      if (!(error instanceof Refusal)) throw error;
      say(reasonOf(error));
    });
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
    this.#name(tab && t("setup.new"));
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

  /** Open a kept game, or a part of it. */
  async open(id, tab = undefined) {
    this.address.go({ game: id, tab });
    await this.#showGame(id, { tab });
  }

  /** Begin a game with a record, or throw why that is invalid. */
  async begin(record, colours) {
    await this.open(await begin(await spelled(this.client, record), colours));
  }

  /** Open a game with this record: one that is kept already, or a new one. */
  async openCopy(record, tab = undefined) {
    const same = (await games()).find((one) => JSON.stringify(one.record) === JSON.stringify(record));
    await this.open(same?.id ?? (await begin(record)), tab);
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
    this.turned = null; // the answer of an opened game is not news
    stayAwake();
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
    const tapped = (place, card) => (this.game.paper ? this.mark(keyOf(place, card), (sign) => NEXT[sign]) : this.why(place, card));
    this.grid = new Grid(tapped, (place, card) => askNote(this, place, card));
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
    this.undoKey = button(undo, () => this.undo(true), { "aria-label": t("page.undo_this"), "data-key": "undo" });
    fill(document.getElementById("news-actions"), this.undoKey);
    const choices = {
      "page.games": () => this.shelf(),
      "menu.paper": () => this.#paper(),
      "menu.theme": () => switchNext("theme", matchMedia("(prefers-color-scheme: dark)").matches ? ["light", "dark"] : ["dark", "light"]),
      "menu.chances": () => switchNext("chances", ["", "bars", "none"]), // at first as numbers
      "menu.sound": () => (say(t(switchNext("sound", ["", "on"]) ? "sound.on" : "sound.off")), ring(660)),
      "menu.print": () => globalThis.print(),
      "page.help": () => this.show("Help"),
    };
    if (this.followed) for (const key of ["page.games", "menu.paper"]) delete choices[key];
    const entries = Object.entries(choices).map(([key, act]) => button(t(key), () => (menu.hidePopover?.(), act())));
    const menu = h("div", { id: "menu", popover: "auto", role: "group", "aria-label": t("menu.name") }, entries);
    const opens = { type: "button", popovertarget: "menu", "aria-label": t("menu.name"), "data-key": "menu" };
    const cover = button(picture("cover"), () => this.cover(), { "aria-label": t("menu.cover"), "data-key": "cover" });
    fill(document.getElementById("bar"), cover, h("button", opens, picture("menu")), menu);
  }

  /** Hide everything behind the back of a card, also after a reload, until it is tapped. */
  cover() {
    if (this.covered) return;
    const turning = /** @type {any} */ (globalThis.DeviceOrientationEvent);
    turning?.requestPermission?.().catch(() => {}); // some browsers ask, after a tap
    const below = { state: history.state, at: location.href };
    this.covered = () => history.pushState(below.state, "", below.at);
    const name = this.game?.record.viewpoint;
    const words = (storage()[COVER] ??= name ? t("cover.mine", { name }) : t("cover.notes"));
    const onclose = () => {
      delete storage()[COVER];
      this.covered = null;
      cover.remove();
      this.#name();
      if (this.game) this.#draw(); // the answer that was found below
    };
    const back = button([picture("lens"), h("b", {}, words), t("cover.tap")], () => cover.close(), { class: "cover" });
    const cover = h("dialog", { closedby: "none", oncancel: (event) => event.preventDefault(), onclose }, back);
    document.body.append(cover);
    cover.showModal();
    this.#name();
  }

  /** Show the name of the open game, which a cover keeps out of the window's title. */
  #name(part = "") {
    const title = part || this.game?.record.title || t("page.title");
    document.title = this.covered ? t("page.title") : title;
    document.getElementById("title").textContent = title;
  }

  /** Enter or leave the paper mode; the marks are kept. */
  #paper() {
    const { game } = this;
    const other = () => ({ paper: !game.paper, marks: { ...blankPaper(game), ...game.marks } });
    return this.#do(() => game.change(other), () => (this.show("Sheet"), say(t(game.paper ? "paper.tap" : "paper.off"))));
  }

  /** Replace a mark of mine by the one that follows it. */
  mark(key, next) {
    return this.#do((game) => game.change(() => ({ marks: { ...game.marks, [key]: next(game.marks[key] ?? "") } })), () => {});
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
    const { solution } = this.game;
    const isBlind = this.game.paper && !wonBy(this.game);
    const thinking = Object.fromEntries(["Advice", "Rivals", "Story"].map((tab) => [tab, !isBlind]));
    return { ...thinking, Why: this.asked.length > 0 && !isBlind, Repair: !solution.consistent };
  }

  // Drawing

  #draw() {
    const { game } = this;
    this.#name();
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

  /** Turn over the cards when the answer is found, and when it was right; not on a cover. */
  #turn(isSolved) {
    if (this.covered) return;
    const turned = Number(isSolved) + Number(isSolved && Boolean(wonBy(this.game)));
    if (turned > this.turned && this.turned !== null) reveal(this);
    this.turned = turned;
  }

  async #drawPanel() {
    const { chosen } = this.tabs;
    if (this.game === null || !(chosen in VIEWS)) return;
    const panel = this.panels[chosen];
    const stateOf = ({ id, version }) => JSON.stringify([id, version, { Why: [this.asked, this.several], Advice: this.rooms }[chosen]]);
    const state = stateOf(this.game);
    if (panel.drawn === state) return;
    keepFocus(panel, () => fill(panel, h("p", { role: "status" }, t("page.working"))));
    const view = await Promise.resolve(this).then(VIEWS[chosen]).catch((error) => h("p", { class: "trouble" }, reasonOf(error)));
    if (this.game === null || state !== stateOf(this.game)) return; // it is drawn again
    panel.drawn = state;
    keepFocus(panel, () => fill(panel, h("h2", {}, t(`tab.${chosen}`)), view));
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
    [this.several, this.asked] = [wanted, wanted ? this.asked : this.asked.slice(-1)];
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
      if (refusal) (say(""), refused(reasonOf(refusal)));
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
    return this.#do((game) => game.change(() => ({ ...state, said }), [method, params]), done, refused);
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
    const { solution, hint, paper } = this.game;
    if (said) ring(...(document.querySelectorAll("dialog").length ? [523, 659, 784, 1047] : [880])); // the answer
    const [last] = said ? this.game.record.events.slice(-1) : [];
    const out = last?.kind === "accusation" && !last.correct ? t("page.out", { name: last.by }) : null;
    const meaning = paper && solution.consistent ? null : solution.consistent ? solution.words?.text : t("page.impossible_now");
    const warning = said && hint ? [h("b", {}, hint), " "] : null;
    say(meaning || out ? told(what) : what, " ", warning, out ?? meaning ?? "");
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

  /** Undo the last change; if wanted, an entry returns to the form. */
  undo(returns = false) {
    return this.#step("undo", "redo", "page.undone", returns);
  }

  redo() {
    return this.#step("redo", "undo", "page.done_again");
  }

  async #step(from, to, words, returns) {
    const { entries, record, paper, marks } = this.game;
    let taken = /** @type {any} */ (null);
    const step = async (game) => (taken = await game.step(from, to));
    const change = () => changeOf({ entries, record, paper, marks }, this.game);
    await this.#do(step, () => say(t(taken ? words : "page.nothing_more", { change: change() })));
    if (returns && taken?.said) this.entry.restore(taken.said, "");
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

/** Keep the screen on; a hidden page loses this, and may be asleep. */
const stayAwake = () => globalThis.navigator?.wakeLock?.request("screen").catch(() => {}); // an empty battery forbids it

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
  document.addEventListener("visibilitychange", () => page.game && (stayAwake(), page.heard(page.game.id)));
  const isOnFace = (...turns) => turns.reduce((up, turn) => up * Math.cos((turn * Math.PI) / 180), 1) < -0.9;
  addEventListener("deviceorientation", ({ beta, gamma }) => page.game && isOnFace(beta, gamma) && page.cover());
  document.addEventListener("keydown", ({ key, ctrlKey, target }) => {
    if (document.querySelector("dialog")) return;
    if (key === "Escape" && page.tabs?.chosen === "Why") page.close();
    if (key === "z" && ctrlKey && !("value" in target && target.value)) page.game && page.undo(true); // a field has its own
  });
  if (storage()[COVER]) page.cover();
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
