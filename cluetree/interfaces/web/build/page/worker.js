// The worker: Python and the games, or a second Python for what takes long.
//
// It does one thing after the other. A change is saved by the browser before it is answered; if it
// cannot be saved, it was not made.

import { Kept, TakenOver } from "./kept.js";

const CANNOT_BE_SAVED = 507; // as the server of the sheet has it
const DIRECTORY = "/games";
const ASIDE = ".aside-"; // in the names of files that could not be read
const CORE = new URL("../core/", import.meta.url).href;
const PACKED = ["pyodide.asm.wasm", "python_stdlib.zip", "cluetree.zip"].map((name) => CORE + name);
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

/** Fetch a part, counting what comes, and unpack it; Pyodide itself fetches by this, too. */
globalThis.fetch = async (asked, options) => {
  const isPacked = PACKED.includes(String(asked.url ?? asked));
  const address = isPacked ? `${asked.url ?? asked}.packed` : asked;
  const name = String(address.url ?? address).replace(CORE, "core/");
  const found = await fetchAnything(address, options).catch(() => lack(`${name} cannot be fetched`));
  if (!found.ok) lack(`${name} is missing at the host`);
  const counting = new TransformStream({
    transform(chunk, on) {
      count(chunk.length);
      on.enqueue(chunk);
    },
  });
  const counted = found.body.pipeThrough(counting);
  if (!isPacked) return new Response(counted, { headers: found.headers });
  const unpacked = counted.pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked, { headers: { "content-type": "application/wasm" } }); // of the zips nobody asks
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

/** The browser does not save a change, so it was not made. */
class CannotBeSaved extends Error {}

/** What stands in for the browser's database where it cannot be used. */
const inMemory = { files: new Map(), put: async () => {} };

/** Read the games from the files as they are saved. */
async function read() {
  const { python, door } = await started;
  games?.close();
  games?.destroy();
  games = null;
  python.FS.mkdirTree(DIRECTORY);
  for (const name of python.FS.readdir(DIRECTORY)) {
    if (name !== "." && name !== "..") python.FS.unlink(`${DIRECTORY}/${name}`);
  }
  for (const [name, bytes] of kept.files) python.FS.writeFile(`${DIRECTORY}/${name}`, bytes);
  games = door.BrowserGames(DIRECTORY);
}

/** Save the files that changed; if that fails, all is as it was. */
async function save() {
  const { python } = await started;
  const bytesOf = (path) => (python.FS.analyzePath(path).exists ? python.FS.readFile(path) : null);
  const names = JSON.parse(games.changed());
  try {
    await kept.put(new Map(names.map((name) => [name, bytesOf(`${DIRECTORY}/${name}`)])));
  } catch (error) {
    if (error instanceof TakenOver) throw error;
    await read();
    throw new CannotBeSaved(`This cannot be saved: ${error.message}`);
  }
}

const WAYS = {
  /**
   * Take the games over. Answers their versions, why nothing can be saved, if so, and the names of
   * files that could not be read.
   */
  async open() {
    let unsaved = null;
    const opening = Kept.open().catch(({ message }) => {
      unsaved = message;
      return inMemory;
    });
    [kept] = await Promise.all([opening, started]);
    await read();
    await save(); // damaged files have other names now
    const before = [...kept.files.keys()].filter((name) => name.includes(ASIDE));
    const aside = [...new Set([...before, ...JSON.parse(games.unread)])];
    return { versions: games.versions, unsaved, aside };
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
    await save();
    return { answer, versions };
  },

  async beside(copies, line) {
    const { door } = await started;
    return door.answer_apart(copies, line);
  },

  async bytes(names) {
    return names.map((name) => kept.files.get(name));
  },

  async drop(names) {
    await kept.put(new Map(names.map((name) => [name, null])));
  },
};

/** What Python complained about: the last line, without the kind of the error. */
const reasonOf = (error) =>
  String(error.message ?? error)
    .trim()
    .split("\n")
    .at(-1)
    .replace(/^[\w.]*(Error|Exception): /, "");

let last = Promise.resolve();

self.onmessage = ({ data: { id, what, given } }) => {
  last = last.then(async () => {
    try {
      postMessage({ id, answer: await WAYS[what](...given) });
    } catch (error) {
      const kind = error instanceof CannotBeSaved ? { code: CANNOT_BE_SAVED } : { broken: true };
      postMessage({ id, trouble: { message: reasonOf(error), ...kind } });
    }
  });
};
