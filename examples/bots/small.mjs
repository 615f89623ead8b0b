import { createInterface } from "node:readline";

let deck, me, seen, solution;

const unseen = (cards) => cards.find((card) => !seen.has(card)) ?? cards[0];

const seat = {
  begin(params) {
    deck = params.deck;
    me = params.record.viewpoint;
    seen = new Set(params.record.hand);
    solution = null;
    return {};
  },
  observe({ event: { kind, by, cards, shows } }) {
    if (kind !== "suggestion" || by !== me) return;
    if (shows.length === 0 && !cards.some((card) => seen.has(card))) solution = cards;
    for (const { card } of shows) seen.add(card);
  },
  suggest({ rooms }) {
    return { cards: [unseen(deck.suspects), unseen(deck.weapons), unseen(rooms)] };
  },
  show: ({ options }) => ({ card: options[0] }),
  move: ({ options }) => ({ place: options[0] }),
  accuse: () => ({ cards: solution }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  const result = seat[method](params);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result })); // a notification has no id
}
