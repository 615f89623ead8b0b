// A client that plays no seat: it reports an event to `cluetree serve` and asks what to suggest.
//
//     node examples/bots/ask.mjs
//
// $CLUETREE is the command that starts the server.

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [command, ...words] = (process.env.CLUETREE ?? "cluetree serve").split(" ");
const server = spawn(command, words, { stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map(); // by the id of the request
let number = 0;

createInterface({ input: server.stdout }).on("line", (line) => {
  const { id, result, error } = JSON.parse(line);
  const { resolve, reject } = waiting.get(id);
  waiting.delete(id);
  if (error) reject(new Error(error.message));
  else resolve(result);
});

function ask(method, params) {
  const id = ++number;
  server.stdin.write(JSON.stringify({ jsonrpc: "2.0", id, method, params }) + "\n");
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

const { game } = await ask("new", {
  record: {
    edition: "clue-us",
    players: ["Ann", "Bob", "Eve"].map((name) => ({ name, hand_size: 6 })),
    viewpoint: "Ann",
    hand: ["mustard", "knife", "rope", "hall", "study", "lounge"],
  },
});
await ask("tell", { game, event: "Bob: white, wrench, library -> Eve shows" });
const [{ deals }, { suggestions }] = await Promise.all([
  ask("beliefs", { game }),
  ask("advise", { game, top: 1 }),
]);
console.log(`${deals} deals; ask for ${suggestions[0].guess.join(", ")}`);
server.stdin.end();
