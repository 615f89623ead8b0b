// The worker: Python, which answers lines of the protocol, one at a time.

const CORE = new URL("../core/", import.meta.url).href;
const BYTES = 0; // of the packed files; set by the build
const STEP = 100_000; // bytes between two reports of progress
const UNPACKED = { "content-type": "application/wasm" }; // the zip files do not need a type

let fail;
const failing = new Promise((_, failed) => {
  fail = (why) => failed(new Error(why));
});

let loaded = 0;
let reported = 0;

/** Report the fetched bytes. */
function count(chunk, stream) {
  stream.enqueue(chunk);
  loaded += chunk.length;
  if (loaded < reported + STEP && loaded < BYTES) return;
  reported = loaded;
  postMessage({ loaded, bytes: BYTES });
}

/** Fetch a packed file; the service worker has unpacked it already. */
async function unpacked(name) {
  const path = `core/${name}.packed`;
  const response = await fetch(`${CORE}${name}.packed`).catch(() => null);
  if (!response?.ok) return fail(response ? `${path} is missing at the host` : `${path} cannot be fetched`);
  if (response.headers.get("content-type") === UNPACKED["content-type"]) return response;
  const { readable, writable } = new TransformStream();
  response.body
    .pipeThrough(new TransformStream({ transform: count }))
    .pipeThrough(new DecompressionStream("gzip"))
    .pipeTo(writable)
    .catch(() => fail(`${path} is damaged, or the connection was lost`));
  return new Response(readable, { headers: UNPACKED });
}

/** Import a module of Pyodide; browsers do not report a missing one. */
const load = (name) => import(CORE + name).catch(() => fail(`core/${name} is missing at the host`));

const parts = Object.fromEntries(
  ["pyodide.asm.wasm", "python_stdlib.zip", "cluetree.zip"].map((name) => [CORE + name, unpacked(name)]),
);

async function start() {
  const [{ loadPyodide }] = await Promise.all([load("pyodide.mjs"), load("pyodide.asm.mjs")]);
  const fetchAnything = globalThis.fetch;
  globalThis.fetch = (asked, options) => parts[asked.url ?? asked] ?? fetchAnything(asked, options); // for Pyodide
  const python = await loadPyodide({ indexURL: CORE });
  const modules = await (await parts[`${CORE}cluetree.zip`]).arrayBuffer();
  const place = python.runPython("import site; site.getsitepackages()[0]");
  python.unpackArchive(modules, "zip", { extractDir: place });
  return python.pyimport("cluetree.interfaces.web");
}

const started = Promise.race([start(), failing]);

self.onmessage = async ({ data: { id, line } }) => {
  try {
    postMessage({ id, answer: (await started).answer(line) });
  } catch (error) {
    const [last] = String(error.message ?? error).trim().split("\n").slice(-1);
    postMessage({ id, trouble: last.replace(/^[\w.]*(Error|Exception): /, "") });
  }
};
