// The worker: Python with the games, or a second Python for slow questions.
//
// It carries out one request at a time. A change is saved before it is answered; if it cannot be
// saved, it is not made.

import { Kept, TakenOver } from "./kept.js";

const CANNOT_BE_SAVED = 507; // the status code of the server
const DIRECTORY = "/games";
const ASIDE = ".aside-"; // in the names of files that could not be read
const CORE = new URL("../core/", import.meta.url).href;
const PACKED = ["pyodide.asm.wasm", "python_stdlib.zip", "cluetree.zip"].map((name) => CORE + name);
const BYTES = 0; // of all files fetched below; set by the build
const STEP = 100_000; // bytes between two reports of progress

const fetchAnything = globalThis.fetch;
let lack; // Pyodide does not always report a missing file, or stop
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

/** Fetch a file, count its bytes and unpack it; Pyodide uses this function, too. */
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
  return new Response(unpacked, { headers: { "content-type": "application/wasm" } }); // ignored for the zip files
};

/** Import a module of Pyodide; browsers do not report a missing one. */
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

/** The browser cannot save a change, so it was not made. */
class CannotBeSaved extends Error {}

/** A replacement for the browser's database where it is not available. */
const inMemory = { files: new Map(), put: async () => {} };

/** Read the games from the saved files. */
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

/** Save the changed files; on an error, restore the previous state. */
async function save() {
  const { python } = await started;
  const bytesOf = (path) => (python.FS.analyzePath(path).exists ? python.FS.readFile(path) : null);
  const names = JSON.parse(games.changed());
  try {
    await kept.put(new Map(names.map((name) => [name, bytesOf(`${DIRECTORY}/${name}`)])));
  } catch (error) {
    if (error instanceof TakenOver) throw error;
    await read();
    throw new CannotBeSaved(error.name === "QuotaExceededError" ? "full" : "blocked");
  }
}

const WAYS = {
  /** Open the games; return their versions, why nothing can be saved, and the unreadable files. */
  async open() {
    let unsaved = null;
    const opening = Kept.open().catch(() => {
      unsaved = self.isSecureContext ? "blocked" : "insecure";
      return inMemory;
    });
    [kept] = await Promise.all([opening, started]);
    await read();
    await save(); // damaged files have been renamed
    const before = [...kept.files.keys()].filter((name) => name.includes(ASIDE));
    const aside = [...new Set([...before, ...JSON.parse(games.unread)])];
    return { versions: games.versions, unsaved, aside };
  },

  /** Answer a line, or return copies of games with which another worker should answer it. */
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

/** The message of Python's error: the last line, without the class. */
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
