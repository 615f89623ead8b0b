// The worker: Python and the games, or a second Python for what takes long.
//
// It does one thing after the other. What changed a game is kept by the browser before it is
// answered; if it cannot be kept, it was not done.

import { loadPyodide } from "../core/pyodide.mjs";
import { Kept, TakenOver } from "./kept.js";

const PATH = "/games.sqlite3";
const CORE = new URL("../core/", import.meta.url).href;

async function load(name) {
  const found = await fetch(CORE + name);
  if (!found.ok) throw new Error(`core/${name} is missing at the host`);
  return found.arrayBuffer();
}

async function start() {
  const [python, modules] = await Promise.all([
    loadPyodide({ indexURL: CORE }),
    load("cluetree.zip"),
  ]);
  const place = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(modules, "zip", { extractDir: place });
  return { python, door: python.pyimport("cluetree.faces.web.worker") };
}

const started = start();
let games = null;
let kept = null;

/** The browser does not keep a change, so it was not made. */
class CannotBeSaved extends Error {}

/** Read the games from the file as it is kept. */
async function read() {
  const { python, door } = await started;
  games?.close();
  games?.destroy();
  games = null;
  if (kept.bytes) python.FS.writeFile(PATH, kept.bytes);
  else if (python.FS.analyzePath(PATH).exists) python.FS.unlink(PATH);
  games = door.Games(PATH);
}

/** Keep the file as it is now; if that fails, all is as it was. */
async function keep() {
  const { python } = await started;
  try {
    await kept.put(python.FS.readFile(PATH));
  } catch (error) {
    if (error instanceof TakenOver) throw error;
    await read();
    throw new CannotBeSaved(`This cannot be saved: ${error.message}`);
  }
}

const WAYS = {
  /** Take the games over; answers their versions. */
  async open() {
    [kept] = await Promise.all([Kept.open(), started]);
    await read();
    return games.versions;
  },

  /** Answer a line, or name the copies by which another worker should. */
  async handle(line) {
    if (games === null) await read();
    const copies = games.copies(line);
    if (copies) return { copies };
    const before = games.versions;
    const answer = games.handle(line);
    const versions = games.versions;
    if (versions === before) return { answer };
    await keep();
    return { answer, versions };
  },

  /** Answer a line from copies of its games. */
  async beside(copies, line) {
    const { door } = await started;
    return door.answer_beside(copies, line);
  },
};

/** What Python complained about, without the way that led there. */
const lastLine = (error) => String(error.message ?? error).trim().split("\n").at(-1);

let last = Promise.resolve();

self.onmessage = ({ data: { number, what, given } }) => {
  last = last.then(async () => {
    try {
      postMessage({ number, answer: await WAYS[what](...given) });
    } catch (error) {
      const kind = error instanceof CannotBeSaved ? "refused" : "broken";
      postMessage({ number, [kind]: lastLine(error) });
    }
  });
};
