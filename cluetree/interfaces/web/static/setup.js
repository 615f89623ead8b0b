// The form of a set-up, of a new game or of the one that is open.

import { button, choice, fill, h, keepFocus, keys, labelled, radios } from "./dom.js";
import { freshId } from "./game.js";
import {
  newSetUp,
  recordOf,
  rematchOf,
  setUpOf,
  sizesOf,
  titled,
  troublesOf,
} from "./seats.js";
import { reasonOf } from "./refusals.js";
import { t } from "./language.js";
import { labelOf } from "./names.js";
import { categories, deckOf, shippedDeck } from "./table.js";

const [FEWEST, MOST] = [2, 12];
const OWN = "own"; // chooses a deck that is written here

/** The set-up, its form, and what is wrong with it, which is said before it is used. */
export class SetUp {
  #page;
  #setUp;
  #record; // of the game that is open; null for a new one
  #games;

  /**
   * @param {object} page
   * @param {{record?: object, table?: object, games?: object[]}} of the record that is changed; or
   *   that of the last game, whose table is offered again, and the games there are
   */
  constructor(page, { record = null, table = null, games = [] }) {
    this.#page = page;
    this.#record = record;
    this.#games = games;
    if (record) this.#setUp = setUpOf(record, page.shipped);
    else this.#setUp = table ? rematchOf(table, page.shipped) : newSetUp(page.shipped);
    this.seats = h("div", { class: "seats", tabindex: -1 });
    this.hand = h("div", {});
    this.face = h("div", {});
    this.deck = h("div", {});
    this.count = h("h3", {});
    this.trouble = h("p", { class: "trouble", role: "status" }); // beside Begin, where one looks
    this.begin = h("button", { class: "main" }, record ? t("entry.change") : t("setup.begin"));
    this.element = h(
      "form",
      {
        class: "setup",
        novalidate: true,
        onsubmit: (event) => {
          event.preventDefault();
          return this.#done();
        },
      },
      record ? null : h("h2", {}, table ? t("setup.again") : t("setup.new")),
      h("h3", {}, t("setup.players")),
      this.seats,
      this.count,
      this.hand,
      this.#more(),
      h("div", { class: "last" }, this.trouble, h("div", { class: "row" }, this.begin, this.#other(table))),
    );
    this.#draw();
  }

  #other(table) {
    if (this.#record) return button(t("entry.cancel"), () => this.#page.close());
    if (!table) return null;
    return button(t("setup.others"), () => {
      this.#setUp = newSetUp(this.#page.shipped);
      fill(this.face);
      this.#draw();
    });
  }

  async #done() {
    const troubles = troublesOf(this.#setUp);
    if (troubles.length) return;
    const { events = [] } = this.#record ?? {};
    const title = this.#setUp.title.trim() || titled(this.#setUp, this.#games);
    const record = recordOf({ ...this.#setUp, title }, events);
    try {
      if (this.#record) await this.#page.setUp(record);
      else {
        const { game } = await this.#page.door.call("new", { game: freshId(), record });
        await this.#page.open(game);
      }
    } catch (error) {
      fill(this.trouble, reasonOf(error));
    }
  }

  // Drawing

  #draw() {
    this.#drawSeats();
    this.#drawCards();
  }

  #drawSeats() {
    keepFocus(this.seats, () => fill(this.seats, this.#rows(), this.#below()));
    this.#check();
  }

  #drawCards() {
    const { hand, open, me } = this.#setUp;
    const deck = deckOf({ edition: this.#setUp.deck }, this.#page.shipped);
    const drawAgain = () => this.#drawSeats();
    fill(this.face, pick(deck, open, hand, drawAgain));
    fill(this.hand, me < 0 ? [] : pick(deck, hand, open, () => this.#check()));
    this.#check();
  }

  #check() {
    const { me, hand } = this.#setUp;
    const size = sizesOf(this.#setUp)[me];
    const mine = t(Number.isNaN(size) ? "setup.mine" : "setup.mine_of", { chosen: hand.size, size });
    this.count.textContent = me < 0 ? t("setup.watch") : mine;
    const troubles = troublesOf(this.#setUp);
    // As long as one taps one's cards, that some are missing is no trouble: they are counted.
    const tapping = !this.#record && hand.size < size && troubles.length === 1;
    this.trouble.textContent = tapping ? "" : troubles.join(" ");
    this.begin.textContent = this.#record ? t("entry.change") : tapping ? mine : t("setup.begin");
    if (troubles.length) this.begin.setAttribute("disabled", "");
    else this.begin.removeAttribute("disabled");
  }

  /** The players, each with a name, a number of cards, and whether it is me. */
  #rows() {
    const sizes = sizesOf(this.#setUp);
    return this.#setUp.players.map((player, seat) =>
      h(
        "div",
        { class: "seat" },
        this.#name(player, seat),
        this.#size(player, seat, sizes[seat]),
        this.#mine(seat),
        button("↑", () => this.#swap(seat), {
          "aria-label": t("setup.up", { seat: seat + 1 }), "data-key": `up ${seat}`, disabled: seat === 0,
        }),
        button("↓", () => this.#swap(seat + 1), {
          "aria-label": t("setup.down", { seat: seat + 1 }), "data-key": `down ${seat}`, disabled: seat === sizes.length - 1,
        }),
      ),
    );
  }

  #name(player, seat) {
    return labelled(
      t("setup.name"),
      h("input", {
        "data-key": `name ${seat}`,
        "aria-label": t("setup.name_of", { seat: seat + 1 }),
        value: player.name,
        maxlength: 40,
        autocomplete: "off",
        enterkeyhint: "next",
        onfocus: (event) => event.target.select(), // what is typed replaces the example
        oninput: (event) => {
          player.name = event.target.value;
          this.#check();
        },
        onkeydown: (event) => this.#nextName(event, seat),
      }),
    );
  }

  /** Let Enter go on to the next name, as on a phone's keyboard. */
  #nextName(event, seat) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const fields = [...this.seats.querySelectorAll("[data-key]")];
    const next = fields.find((one) => one.getAttribute("data-key") === `name ${seat + 1}`);
    if (next) next.focus();
    else event.target.blur();
  }

  #size(player, seat, size) {
    return labelled(
      t("setup.cards"),
      h("input", {
        "data-key": `size ${seat}`,
        value: Number.isNaN(size) ? "" : size,
        inputmode: "numeric",
        maxlength: 2,
        autocomplete: "off",
        placeholder: "?",
        "aria-label": t("setup.cards_of", { seat: seat + 1 }),
        onfocus: (event) => event.target.select(),
        oninput: (event) => {
          const { value } = event.target;
          player.size = /^\s*\d+\s*$/.test(value) ? Number(value) : Number.NaN;
          this.#check();
        },
      }),
    );
  }

  #mine(seat) {
    return h(
      "label",
      { class: "key" },
      h("input", {
        type: "radio",
        name: this.#record ? "me in this game" : "me",
        "aria-label": t("setup.is_me", { seat: seat + 1 }),
        "data-key": `me ${seat}`,
        checked: this.#setUp.me === seat,
        onchange: () => {
          this.#setUp.me = seat;
          this.#draw();
        },
      }),
      h("span", {}, t("setup.me")),
    );
  }

  #swap(seat) {
    const { players, me } = this.#setUp;
    [players[seat - 1], players[seat]] = [players[seat], players[seat - 1]];
    if (me === seat) this.#setUp.me = seat - 1;
    else if (me === seat - 1) this.#setUp.me = seat;
    this.#drawSeats();
  }

  #below() {
    const { players, me } = this.#setUp;
    const resize = (change) => {
      change();
      if (!this.#record) for (const player of players) player.size = null;
      this.#setUp.me = Math.min(me, players.length - 1);
      this.#draw();
    };
    const fresh = () => {
      const taken = new Set(players.map((player) => player.name));
      const name = ["Ann", "Bob", "Cid", "Dora", "Eve", "Finn"].find((one) => !taken.has(one));
      return { name: name ?? t("setup.player", { seat: players.length + 1 }), size: this.#record ? Number.NaN : null };
    };
    return h(
      "div",
      { class: "row" },
      button(t("setup.one_more"), () => resize(() => players.push(fresh())), { disabled: players.length >= MOST }),
      button(t("setup.one_less"), () => resize(() => players.pop()), { disabled: players.length <= FEWEST }),
      button(
        t("setup.watch"),
        () => {
          this.#setUp.me = me < 0 ? 0 : -1;
          this.#draw();
        },
        { "aria-pressed": me < 0 },
      ),
    );
  }

  #more() {
    const setUp = () => this.#setUp;
    this.#drawDeck();
    return h(
      "details",
      {},
      h("summary", {}, t("setup.more")),
      this.deck,
      labelled(
        t("setup.title"),
        h("input", {
          value: this.#setUp.title,
          oninput: (event) => (setUp().title = event.target.value),
          maxlength: 80,
        }),
      ),
      radios(
        t("setup.answers"),
        [
          ["first", t("setup.first")],
          ["all", t("setup.everyone")],
        ],
        this.#setUp.everyone ? "all" : "first",
        (value) => (setUp().everyone = value === "all"),
      ),
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
      const own = { suspects, weapons, rooms, aliases };
      this.#setUp.deck = id === OWN ? own : shippedDeck(id, this.#page.shipped);
      this.#setUp.hand.clear();
      this.#setUp.open.clear();
      this.#drawDeck();
      this.#draw();
    };
    fill(
      this.deck,
      labelled(
        t("setup.deck"),
        choice([...decks, [OWN, t("setup.own")]], chosen, choose, { "data-key": "deck", "aria-label": t("setup.deck") }),
      ),
      chosen === OWN ? this.#editor() : null,
    );
  }

  /** The cards of an own deck, one a line. */
  #editor() {
    const { deck } = this.#setUp;
    return categories(deck).map(([category]) => {
      const field = `${category}s`;
      return labelled(
        t(`setup.own.${category}`),
        h(
          "textarea",
          {
            rows: deck[field].length + 1,
            "aria-label": t(`setup.mine.${category}`),
            oninput: (event) => {
              const names = event.target.value.split("\n").map((line) => line.trim());
              this.#setUp.deck = { ...this.#setUp.deck, [field]: names.filter(Boolean) };
              this.#setUp.hand.clear();
              this.#setUp.open.clear();
              this.#draw();
            },
          },
          deck[field].join("\n"),
        ),
      );
    });
  }
}

/** Cards to tap; those taken elsewhere cannot be. */
function pick(deck, chosen, taken, changed) {
  return categories(deck).map(([category, cards]) => {
    const made = cards.map((card) =>
      button(
        labelOf(card, deck),
        (event) => {
          if (taken.has(card)) return;
          if (!chosen.delete(card)) chosen.add(card);
          event.currentTarget.setAttribute("aria-pressed", chosen.has(card));
          changed();
        },
        { "aria-pressed": chosen.has(card), "data-key": card },
      ),
    );
    return keys(t(`all.${category}`), made);
  });
}
