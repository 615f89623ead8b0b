// Plays a seat of Clue with cluetree's own deduction: cluetree play "bot:node examples/bots/bot.mjs"
//
// It passes its events unchanged to a separate `cluetree serve`, and plays the advice that it gets.
// $CLUETREE is the command that starts the server.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [command, ...words] = (process.env.CLUETREE ?? "cluetree serve").split(" ");
const server = spawn(command, words, { stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map(); // by the id of the request
let number = 0;
let game; // the id of the game on the server
let deck; // all cards
let turn; // the number of suggestions made
let limit; // of each question

createInterface({ input: server.stdout })
  .on("line", (line) => {
    const { id, result, error } = JSON.parse(line);
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error) reject(error);
    else resolve(result);
  })
  .on("close", () => process.exit(1)); // nobody is left to ask

function ask(method, params) {
  const id = ++number;
  server.stdin.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

/** Ask about the game; if the server has no answer in time, give the one that plays on. */
async function consider(method, params, otherwise) {
  try {
    return await ask(method, { game, limit, ...params });
  } catch (error) {
    if (error.code !== 15) throw error;
    return otherwise;
  }
}

const seat = {
  async begin({ record, deck: cards, seconds }) {
    turn = 0;
    deck = cards;
    limit = { seconds: seconds / 2 }; // an answer of the server must leave time to send it on
    if (game) await ask("close", { game });
    ({ game } = await ask("new", { record }));
    return {};
  },
  async observe({ event }) {
    await ask("tell", { game, event });
  },
  async suggest({ rooms }) {
    // With many rooms name one after another: to compare all suggestions takes up to 6 seconds.
    const few = rooms.length > 9 ? [rooms[turn++ % rooms.length]] : rooms;
    const any = { suggestions: [{ guess: [deck.suspects[0], deck.weapons[0], few[0]] }] };
    const { suggestions } = await consider("advise", { rooms: few, top: 1 }, any);
    return { cards: suggestions[0].guess };
  },
  async show({ asker, cards, options }) {
    if (options.length === 1) return { card: options[0] };
    const any = { choices: [{ card: options[0] }] };
    const { choices } = await consider("card_to_show", { asker, cards, samples: 20 }, any);
    return { card: choices[0].card };
  },
  async move({ options }) {
    return { place: options[0] };
  },
  async accuse() {
    const any = { envelope: [null] };
    const { envelope } = await consider("beliefs", { triples: 0, chances: false }, any);
    return { cards: envelope.includes(null) ? null : envelope };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  const result = await seat[method](params);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
}
process.exit(0);
