// The worker: Python and the games, or a second Python for what takes long.
//
// It does one thing after the other. What changed a game is kept by the browser before it is
// answered; if it cannot be kept, it was not done.

import { Kept, TakenOver } from "./kept.js";

const PATH = "/games.sqlite3";
const CORE = new URL("../core/", import.meta.url).href;
const BYTES = 0; // of all that is fetched below; the build writes it
const STEP = 100_000; // bytes after which it is told how many are there

const fetchAnything = globalThis.fetch;
let lack; // Pyodide does not always say what it lacks, nor even stop
const lacking = new Promise((_, failed) => {
  lack = (why) => {
    failed(new Error(why));
    throw new Error(why);
  };
});
let loaded = 0;
let told = 0;

function count(bytes) {
  loaded += bytes;
  if (loaded < told + STEP && loaded < BYTES) return;
  told = loaded;
  postMessage({ loaded, bytes: BYTES });
}

/** Fetch a part, counting what comes; Pyodide itself fetches by this, too. */
globalThis.fetch = async (asked, options) => {
  const name = String(asked.url ?? asked).replace(CORE, "core/");
  const found = await fetchAnything(asked, options).catch(() => lack(`${name} cannot be fetched`));
  if (!found.ok) lack(`${name} is missing at the host`);
  const counting = new TransformStream({
    transform(chunk, on) {
      count(chunk.length);
      on.enqueue(chunk);
    },
  });
  return new Response(found.body.pipeThrough(counting), { headers: found.headers });
};

/** Import a module of Pyodide's, of which a browser would not say that it is missing. */
async function load(name) {
  try {
    return await import(CORE + name);
  } catch {
    throw new Error(`core/${name} is missing at the host`);
  }
}

async function start() {
  const { loadPyodide } = await load("pyodide.mjs");
  await load("pyodide.asm.mjs");
  const [python, modules] = await Promise.all([
    loadPyodide({ indexURL: CORE }),
    fetch(`${CORE}cluetree.zip`).then((found) => found.arrayBuffer()),
  ]);
  const place = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(modules, "zip", { extractDir: place });
  return { python, door: python.pyimport("cluetree.interfaces.web.worker") };
}

const started = Promise.race([start(), lacking]);
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
    return door.answer_apart(copies, line);
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
