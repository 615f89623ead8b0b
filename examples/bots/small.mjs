import { createInterface } from "node:readline";

let deck;
let hand;

const any = (cards) => cards.find((card) => !hand.includes(card)) ?? cards[0];

const seat = {
  begin(params) {
    ({ deck, record: { hand } } = params);
    return {};
  },
  observe() {},
  suggest({ rooms }) {
    return { cards: [any(deck.suspects), any(deck.weapons), any(rooms)] };
  },
  show: ({ options }) => ({ card: options[0] }),
  move: ({ options }) => ({ place: options[0] }),
  accuse: () => ({ cards: null }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  const result = seat[method](params);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result })); // else it is told, not asked
}
