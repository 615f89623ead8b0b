// Setting up a new game: the deck, the seats, and my own cards by tapping.

import { button, choice, fill, h, keepFocus, keys, labelled, radios } from "./dom.js";
import { freshId } from "./game.js";
import { cardsOf, categories, dealtOut, shortName } from "./table.js";
import { many } from "./words.js";

const NAMES = ["Ann", "Bob", "Cid", "Dora", "Eve", "Finn"];
const [FEWEST, MOST] = [2, 12];

/** What is chosen before anything is. */
export function newSetUp(editions, players = 4) {
  return {
    edition: editions.find((edition) => edition.id === "clue-us") ?? editions[0],
    title: "",
    players: NAMES.slice(0, players).map((name) => ({ name, size: null })),
    me: 0, // the seat; -1: I only watch
    hand: new Set(),
    open: new Set(), // face-up cards
    everyone: false,
  };
}

/** How many cards each seat has: as said, else as the deck is dealt out. */
export function sizesOf(setUp) {
  const cards = cardsOf(setUp.edition).length - 3 - setUp.open.size;
  const dealt = dealtOut(cards, setUp.players.length);
  return setUp.players.map((player, seat) => player.size ?? dealt[seat]);
}

/** What a game is called that was given no name: when it began. */
export function dated(now = new Date()) {
  const day = now.toLocaleDateString("en-GB", { day: "numeric", month: "long" });
  return `Game of ${day}, ${now.toTimeString().slice(0, 5)}`;
}

/** The record that a set-up makes. */
export function recordOf(setUp) {
  const sizes = sizesOf(setUp);
  const players = setUp.players.map((player, seat) => ({
    name: player.name.trim(),
    hand_size: Number.isNaN(sizes[seat]) ? null : sizes[seat],
  }));
  return {
    title: setUp.title.trim(),
    edition: setUp.edition.id,
    players,
    viewpoint: setUp.me < 0 ? null : players[setUp.me].name,
    hand: setUp.me < 0 ? [] : [...setUp.hand],
    face_up: [...setUp.open],
    answering: setUp.everyone ? "all" : "first",
    events: [],
  };
}

/** The form of a new game. */
export function setUpView(page) {
  const setUp = newSetUp(page.editions);
  const seats = h("div", { class: "seats", tabindex: -1 });
  const hand = h("div", {});
  const open = h("div", {});
  const count = h("p", { class: "hint", role: "status" });
  const trouble = h("p", { class: "trouble", role: "alert" }); // beside Begin, where one looks

  const counted = () => {
    const size = sizesOf(setUp)[setUp.me];
    const of = Number.isNaN(size) ? "" : ` of ${size}`;
    count.textContent = setUp.me < 0 ? "You only watch." : `${many(setUp.hand.size, "card")}${of}`;
  };
  const drawCards = () => {
    fill(open, pick(setUp.edition, setUp.open, setUp.hand, drawCardsAndSeats));
    fill(hand, setUp.me < 0 ? [] : pick(setUp.edition, setUp.hand, setUp.open, counted));
    counted();
  };
  const drawCardsAndSeats = () => {
    drawSeats();
    counted();
  };
  const drawSeats = () =>
    keepFocus(seats, () => fill(seats, seatRows(setUp, drawCardsAndSeats, drawAll)));
  const drawAll = () => {
    drawSeats();
    drawCards();
  };
  const begin = async (event) => {
    event.preventDefault();
    trouble.textContent = "";
    try {
      const record = recordOf({ ...setUp, title: setUp.title.trim() || dated() });
      const { game } = await page.door.call("new", { game: freshId(), record });
      await page.open(game);
    } catch (error) {
      trouble.textContent = error.message;
    }
  };
  drawAll();
  return h(
    "form",
    { class: "setup", onsubmit: begin },
    h("h2", {}, "A new game"),
    labelled(
      "Edition",
      choice(
        page.editions.map((edition) => [edition.id, edition.title]),
        setUp.edition.id,
        (id) => {
          setUp.edition = page.editions.find((edition) => edition.id === id);
          setUp.hand.clear();
          setUp.open.clear();
          drawAll();
        },
      ),
    ),
    h("h3", {}, "Players, clockwise"),
    seats,
    h("h3", {}, "My cards"),
    hand,
    h(
      "details",
      {},
      h("summary", {}, "Cards that lie open, house rules, a name for the game"),
      labelled(
        "Name of the game",
        h("input", { oninput: (event) => (setUp.title = event.target.value), maxlength: 80 }),
      ),
      radios(
        "Who answers",
        [
          ["first", "the first who can"],
          ["all", "everyone who can"],
        ],
        "first",
        (value) => (setUp.everyone = value === "all"),
      ),
      h("h3", {}, "Cards that lie open for all"),
      open,
    ),
    h("div", { class: "row last" }, h("button", { class: "main" }, "Begin"), count, trouble),
  );
}

/** The players, each with a name, a number of cards, and whether it is me. */
function seatRows(setUp, changed, all) {
  const sizes = sizesOf(setUp);
  const rows = setUp.players.map((player, seat) =>
    h(
      "div",
      { class: "seat" },
      labelled(
        "Name",
        h("input", {
          "data-key": `name ${seat}`,
          "aria-label": `Name of player ${seat + 1}`,
          value: player.name,
          required: true,
          maxlength: 40,
          autocomplete: "off",
          onfocus: (event) => event.target.select(), // what is typed replaces the example
          oninput: (event) => (player.name = event.target.value),
        }),
      ),
      labelled(
        "Cards",
        h("input", {
          "data-key": `size ${seat}`,
          value: Number.isNaN(sizes[seat]) ? "" : sizes[seat],
          type: "number",
          min: 0,
          max: 99,
          placeholder: "?",
          "aria-label": `Cards of player ${seat + 1}`,
          onchange: (event) => {
            const { value } = event.target;
            player.size = value === "" ? Number.NaN : Number(value);
            changed();
          },
        }),
      ),
      h(
        "label",
        { class: "key" },
        h("input", {
          type: "radio",
          name: "me",
          "aria-label": `Player ${seat + 1} is me`,
          "data-key": `me ${seat}`,
          checked: setUp.me === seat,
          onchange: () => {
            setUp.me = seat;
            all();
          },
        }),
        h("span", {}, "me"),
      ),
    ),
  );
  const resize = (change) => {
    change();
    for (const player of setUp.players) player.size = null;
    setUp.me = Math.min(setUp.me, setUp.players.length - 1);
    all();
  };
  const add = () => {
    const seat = setUp.players.length;
    setUp.players.push({ name: NAMES[seat] ?? `Player ${seat + 1}`, size: null });
  };
  return [
    rows,
    h(
      "div",
      { class: "row" },
      button("One more", () => resize(add), { disabled: setUp.players.length >= MOST }),
      button("One less", () => resize(() => setUp.players.pop()), {
        disabled: setUp.players.length <= FEWEST,
      }),
      button(
        "I only watch",
        () => {
          setUp.me = setUp.me < 0 ? 0 : -1;
          all();
        },
        { "aria-pressed": setUp.me < 0 },
      ),
    ),
  ];
}

/** Cards to tap; those taken elsewhere cannot be. */
function pick(edition, chosen, taken, changed) {
  return categories(edition).map(([category, cards]) => {
    const labels = cards.map((card) => shortName(card, edition));
    const made = cards.map((card, at) =>
      button(
        labels[at],
        (event) => {
          if (taken.has(card)) return;
          if (!chosen.delete(card)) chosen.add(card);
          event.currentTarget.setAttribute("aria-pressed", chosen.has(card));
          changed();
        },
        { "aria-pressed": chosen.has(card) },
      ),
    );
    return keys(`${category}s`, labels, made);
  });
}
