// The form for the set-up of a new game or of the open one.

import { reasonOf } from "./client.js";
import { button, choice, fill, folded, h, keepFocus, labelled, presses, radio, radios } from "./dom.js";
import { COLOURS } from "./game.js";
import { listed, t } from "./language.js";
import { labelOf, pawn, picture } from "./names.js";
import { NAMES, RULES, lying, newSetUp, recordOf, rematchOf, setUpOf, sizesOf, titled, troublesOf } from "./seats.js";
import { categories, deckOf, shippedDeck } from "./table.js";

const [FEWEST, MOST] = [2, 12];
const OWN = "own"; // the choice of a custom deck

/** The form of a set-up, which shows what is wrong with it. */
export class SetUp {
  #page;
  #setUp;
  #record; // of the open game; null for a new one
  #games;

  /** Edit the set-up of `record`; or make a new one, like `table` if given, beside other games. */
  constructor(page, { record = null, table = null, colours = {}, games = [] }) {
    this.#page = page;
    this.#record = record;
    this.#games = games;
    if (record) this.#setUp = setUpOf(record, page.shipped);
    else this.#setUp = table ? rematchOf(table, page.shipped) : newSetUp(page.shipped);
    const { players } = this.#setUp;
    for (const player of players) player.colour = colours[player.name];
    for (const [seat, player] of players.entries()) player.colour ??= freeColour(players, seat);
    this.seats = h("div", { class: "seats", tabindex: -1 });
    this.hand = h("div", {});
    this.face = h("div", {});
    this.deck = h("div", {});
    this.unknown = h("p", { class: "hint" });
    this.count = h("h2", {});
    this.editing = h("input", { type: "checkbox", checked: Boolean(record) }); // else the seats are round a table
    this.trouble = h("p", { class: "trouble", role: "status" }); // beside Begin, where it is seen
    this.begin = h("button", { class: "main" });
    const onsubmit = (event) => {
      event.preventDefault();
      return this.#done();
    };
    this.element = h(
      "form",
      { class: "setup", novalidate: true, onsubmit },
      h("h2", {}, t("setup.players")),
      this.seats,
      this.unknown,
      this.count,
      this.hand,
      this.#more(),
      h("div", { class: "last" }, this.trouble, h("div", { class: "row" }, this.begin, button(t("entry.cancel"), () => (record ? page.close() : page.shelf())))),
    );
    this.#draw();
  }

  async #done() {
    if (troublesOf(this.#setUp, this.#record?.events).length) return;
    const title = this.#setUp.title.trim() || titled(this.#setUp, this.#games);
    const record = recordOf({ ...this.#setUp, title }, this.#record?.events);
    const complain = (why) => fill(this.trouble, why);
    const colours = Object.fromEntries(this.#setUp.players.map(({ colour }, seat) => [record.players[seat].name, colour]));
    if (this.#record) await this.#page.setUp(record, complain, colours);
    else await this.#page.begin(record, colours).catch((error) => complain(reasonOf(error)));
  }

  #change(part) {
    Object.assign(this.#setUp, part);
    this.#draw();
  }

  // Drawing

  #draw() {
    this.#drawSeats();
    const { hand, open, me } = this.#setUp;
    const deck = deckOf({ edition: this.#setUp.deck }, this.#page.shipped);
    fill(this.face, pick(deck, open, hand, () => this.#drawSeats()));
    fill(this.hand, me < 0 ? [] : pick(deck, hand, open, () => this.#check()));
  }

  #drawSeats() {
    const { answers } = this.#setUp.rules;
    const turn = h("li", { class: `turn ${answers}` }, picture("turn"), h("span", {}, t(`setup.answers.${answers}`)));
    keepFocus(this.seats, () => fill(this.seats, h("ol", { class: "round" }, this.#rows(), turn), this.#below()));
    this.#check();
  }

  #check() {
    const { me, hand, players, down } = this.#setUp;
    const sizes = sizesOf(this.#setUp);
    const size = sizes[me];
    const pool = down[0]?.size === null && keyed(this.seats, `size ${players.length}`);
    if (pool) pool.value = Number.isNaN(sizes[players.length]) ? "" : sizes[players.length]; // what the players leave
    const uncounted = [...players, ...down].filter((_, at) => Number.isNaN(sizes[at])).map((one) => one.name);
    this.unknown.textContent = uncounted.length ? t("sheet.unknown_size", { names: listed(uncounted) }) : "";
    const mine = t(Number.isNaN(size) ? "setup.mine" : "setup.mine_of", { chosen: hand.size, size });
    this.count.textContent = me < 0 ? t("setup.watch") : mine;
    const troubles = troublesOf(this.#setUp, this.#record?.events);
    // Missing cards are not an error while the user taps them: they are counted.
    const tapping = !this.#record && hand.size < size && troubles.length === 1;
    this.trouble.textContent = tapping ? "" : troubles.join(" ");
    this.begin.textContent = this.#record ? t("entry.change") : tapping ? mine : t("setup.begin");
    if (troubles.length) this.begin.setAttribute("disabled", "");
    else this.begin.removeAttribute("disabled");
  }

  #rows() {
    const { players, down, me } = this.#setUp;
    const sizes = sizesOf(this.#setUp);
    const tool = (seat, sign, what, act, disabled = false) =>
      button(sign, act, { "aria-label": t(`setup.${what}`, { seat: seat + 1 }), "data-key": `${what} ${seat}`, disabled });
    const row = (hand, seat, first, ...last) => {
      const name = labelled(t("setup.name"), this.#name(hand, seat));
      const made = h("li", { class: seat < players.length ? "seat" : "seat down" }, first, name, labelled(t("setup.cards"), this.#size(hand, seat, sizes[seat])), last);
      made.style.setProperty("--at", (seat - Math.max(0, me)) / players.length); // I am at the bottom
      return made;
    };
    const seated = players.map((player, seat) =>
      row(
        player,
        seat,
        this.#pawn(player, seat),
        this.#mine(seat),
        tool(seat, "↑", "up", () => this.#swap(seat), seat === 0),
        tool(seat, "↓", "down", () => this.#swap(seat + 1), seat === players.length - 1),
        tool(seat, "✕", "remove", () => this.#resize(players.toSpliced(seat, 1), seat < me ? me - 1 : me), players.length <= FEWEST),
      ),
    );
    const lying = down.map((hand, at) => {
      const seat = players.length + at;
      const remove = () => this.#change({ down: down.toSpliced(at, 1) });
      return row(hand, seat, picture("back"), h("span", { class: "lying" }, t("setup.face_down")), tool(seat, "✕", "remove_hand", remove));
    });
    return [seated, lying];
  }

  /** The choice of my seat. */
  #mine(seat) {
    return radio(t("setup.me"), {
      name: this.#record ? "me in this game" : "me",
      "aria-label": t("setup.is_me", { seat: seat + 1 }),
      "data-key": `me ${seat}`,
      checked: this.#setUp.me === seat,
      onchange: () => this.#change({ me: seat }),
    });
  }

  /** The pawn of a player; a tap gives it the next colour, a free one if there is one. */
  #pawn(player, seat) {
    const change = () => {
      const { players } = this.#setUp;
      const next = freeColour(players, player.colour + 1);
      for (const other of players) if (other.colour === next) other.colour = player.colour; // they swap
      player.colour = next;
      this.#drawSeats();
    };
    const attributes = { class: "pawn-key", "aria-label": t("setup.colour", { seat: seat + 1 }), "data-key": `colour ${seat}` };
    return button(pawn(player.colour), change, attributes);
  }

  #name(player, seat) {
    return this.#field(`name ${seat}`, t("setup.name_of", { seat: seat + 1 }), player.name, {
      maxlength: 40,
      enterkeyhint: "next",
      oninput: (event) => {
        player.name = event.target.value;
        this.#check();
      },
      onkeydown: (event) => this.#nextName(event, seat),
    });
  }

  #size(player, seat, size) {
    return this.#field(`size ${seat}`, t("setup.cards_of", { seat: seat + 1 }), Number.isNaN(size) ? "" : size, {
      inputmode: "numeric",
      maxlength: 2,
      placeholder: "?",
      oninput: (event) => {
        const { value } = event.target;
        player.size = /^\s*\d+\s*$/.test(value) ? Number(value) : Number.NaN;
        this.#check();
      },
    });
  }

  #field(key, label, value, attributes) {
    const onfocus = (event) => event.target.select(); // typing replaces the example
    return h("input", { "data-key": key, "aria-label": label, value, autocomplete: "off", onfocus, ...attributes });
  }

  /** Go to the next name on Enter, as on a phone's keyboard. */
  #nextName(event, seat) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const next = keyed(this.seats, `name ${seat + 1}`);
    if (next) next.focus();
    else event.target.blur();
  }

  #swap(seat) {
    const { players, me } = this.#setUp;
    const mine = players[me]; // undefined if I only watch
    [players[seat - 1], players[seat]] = [players[seat], players[seat - 1]];
    this.#setUp.me = players.indexOf(mine);
    this.#drawSeats();
  }

  /** Change the players; in a new game the cards are dealt again. */
  #resize(players, me = this.#setUp.me) {
    if (!this.#record) for (const player of players) player.size = null;
    this.#change({ players, me: Math.min(me, players.length - 1) });
  }

  #below() {
    const { players, down, me } = this.#setUp;
    const taken = new Set(players.map((player) => player.name));
    const name = NAMES.find((one) => !taken.has(one)) ?? t("setup.player", { seat: players.length + 1 });
    const size = this.#record ? Number.NaN : null;
    const lay = () => {
      const pool = down.length ? `${t("setup.pool")} ${down.length + 1}` : t("setup.pool");
      this.#change({ down: [...down, { name: pool, size }] });
    };
    const watch = () => this.#change({ me: me < 0 ? 0 : -1 });
    return h(
      "div",
      { class: "row" },
      button(t("setup.one_less"), () => this.#resize(players.slice(0, -1)), { disabled: players.length <= FEWEST }),
      button(t("setup.one_more"), () => this.#resize([...players, { name, size, colour: freeColour(players, players.length) }]), { disabled: players.length >= MOST }),
      h("label", { class: "key edit" }, this.editing, h("span", {}, t("log.edit"))),
      button(t("setup.lay"), lay),
      button(t("setup.watch"), watch, { "aria-pressed": me < 0 }),
      this.#record ? null : button(t("setup.others"), () => this.#change(newSetUp(this.#page.shipped))),
    );
  }

  #more() {
    this.#drawDeck();
    const oninput = (event) => (this.#setUp.title = event.target.value);
    const { rules } = this.#setUp;
    const choices = Object.entries(RULES).map(([rule, values]) => {
      const options = values.map((value) => [value, t(`setup.${rule}.${value}`)]);
      return radios(t(`setup.${rule}`), options, rules[rule], (value) => ((rules[rule] = value), this.#drawSeats()));
    });
    return folded(
      t("setup.more"),
      this.deck,
      labelled(t("setup.title"), h("input", { value: this.#setUp.title, oninput, maxlength: 80 })),
      choices,
      h("h3", {}, t("setup.open")),
      this.face,
    );
  }

  // The deck

  #drawDeck() {
    const { deck } = this.#setUp;
    const decks = this.#page.shipped.editions.map((edition) => [edition.id, edition.title]);
    const chosen = deck.id ?? OWN;
    const choose = (id) => {
      const { suspects, weapons, rooms, aliases } = this.#setUp.deck;
      this.#take(id === OWN ? { suspects, weapons, rooms, aliases } : shippedDeck(id, this.#page.shipped));
      this.#drawDeck();
    };
    const attributes = { "data-key": "deck", "aria-label": t("setup.deck") };
    const select = choice([...decks, [OWN, t("setup.own")]], chosen, choose, attributes);
    fill(this.deck, labelled(t("setup.deck"), select), chosen === OWN ? this.#editor() : null);
  }

  #take(deck) {
    const down = this.#record ? this.#setUp.down : lying(deck);
    this.#change({ deck, down, hand: new Set(), open: new Set() });
  }

  #editor() {
    return categories(this.#setUp.deck).map(([category, cards]) => {
      const oninput = (event) => {
        const names = event.target.value.split("\n").map((line) => line.trim());
        this.#take({ ...this.#setUp.deck, [`${category}s`]: names.filter(Boolean) });
      };
      const attributes = { rows: cards.length + 1, "aria-label": t(`setup.mine.${category}`), oninput };
      return labelled(t(`setup.own.${category}`), h("textarea", attributes, cards.join("\n")));
    });
  }
}

const keyed = (part, key) => [...part.querySelectorAll("[data-key]")].find((one) => one.getAttribute("data-key") === key);

/** The first colour from `first` on that no player has, or that one if there is none. */
function freeColour(players, first) {
  const all = Array.from({ length: COLOURS }, (_, step) => (first + step) % COLOURS);
  return all.find((one) => players.every(({ colour }) => colour !== one)) ?? all[0];
}

/** Cards to tap, except those taken elsewhere. */
function pick(deck, chosen, taken, changed) {
  const tap = (card, { currentTarget }) => {
    if (taken.has(card)) return;
    if (!chosen.delete(card)) chosen.add(card);
    currentTarget.setAttribute("aria-pressed", chosen.has(card));
    changed();
  };
  return categories(deck).map(([category, cards]) => {
    const options = cards.map((card) => [card, labelOf(card, deck)]);
    return presses(t(`all.${category}`), options, (card) => chosen.has(card), tap);
  });
}
