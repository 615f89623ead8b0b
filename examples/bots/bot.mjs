// Plays a seat of Clue with cluetree's own deduction: cluetree play --bot "node examples/bots/bot.mjs"
//
// It passes on what it sees to a `cluetree serve` of its own, since both speak of events in the
// same words, and asks that for advice. $CLUETREE says how to start it.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [command, ...words] = (process.env.CLUETREE ?? "cluetree serve").split(" ");
const server = spawn(command, words, { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
let number = 0;
let game; // the id of the game on the server

async function ask(method, params) {
  server.stdin.write(JSON.stringify({ jsonrpc: "2.0", id: ++number, method, params }) + "\n");
  const { value } = await answers.next();
  const { result, error } = JSON.parse(value);
  if (error) throw new Error(error.message);
  return result;
}

const seat = {
  async begin({ record }) {
    if (game) await ask("close", { game });
    ({ game } = await ask("new", { record }));
    return {};
  },
  async observe({ event }) {
    await ask("tell", { game, event });
  },
  async suggest({ rooms }) {
    const { suggestions } = await ask("advise", { game, rooms, top: 1 });
    return { cards: suggestions[0].cards };
  },
  async show({ asker, cards, options }) {
    if (options.length === 1) return { card: options[0] };
    const { choices } = await ask("card_to_show", { game, asker, cards, samples: 20 });
    return { card: choices[0].card };
  },
  async move({ options }) {
    return { place: options[0] };
  },
  async accuse() {
    const { answer } = await ask("answer", { game });
    return { cards: answer };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  const result = await seat[method](params);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
}
server.stdin.end();
