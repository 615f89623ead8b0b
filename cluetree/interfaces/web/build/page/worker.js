// The worker: Python, which answers lines of the protocol, one at a time.

const CORE = new URL("../core/", import.meta.url).href;
const [BYTES, DIGEST] = [0, ""]; // of the packed files; set by the build
const STEP = 100_000; // bytes between two reports of progress
const MEMORY = "memory of the core"; // a cache of one entry
const FIRST = "import cluetree.advice, cluetree.editions, cluetree.explain, cluetree.notebook, csv, datetime, tomllib, uuid"; // not msgspec, which is compiled

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
  const type = name.endsWith("mjs") ? "text/javascript" : "application/wasm"; // the zip files do not need a type
  if (response.headers.get("content-type") === type) return response;
  const { readable, writable } = new TransformStream();
  response.body
    .pipeThrough(new TransformStream({ transform: count }))
    .pipeThrough(new DecompressionStream("gzip"))
    .pipeTo(writable)
    .catch(() => fail(`${path} is damaged, or the connection was lost`));
  return new Response(readable, { headers: { "content-type": type } });
}

/** Import a module of Pyodide; browsers do not report a missing one. */
const load = (name, url = CORE + name) => import(url).catch(() => fail(`core/${name} is missing at the host`));

const parts = Object.fromEntries(
  ["pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "modules"].map((name) => [CORE + name, unpacked(name)]),
);

async function loadPacked(name) {
  const response = await parts[CORE + name];
  const unpacked = () => response.blob().then(URL.createObjectURL, () => failing);
  return load(name, response.url || (await unpacked())); // an address lets the browser keep bytecode
}

/** Write our modules: their paths and sizes are in a line before their contents. */
function unpack(files, place, modules) {
  const bytes = new Uint8Array(modules);
  let end = bytes.indexOf(10) + 1;
  for (const [path, size] of JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)))) {
    files.mkdirTree(`${place}/${path}`.replace(/[^/]*$/u, ""));
    files.writeFile(`${place}/${path}`, bytes.subarray(end, (end += size)));
  }
}

/** The memory of Python after its start, which the last start has kept; reading it is much faster than starting. */
async function kept() {
  const response = await globalThis.caches?.match(CORE + DIGEST, { cacheName: MEMORY });
  return response && new Uint8Array(await response.arrayBuffer());
}

async function keep(memory) {
  await forget();
  await (await caches.open(MEMORY)).put(CORE + DIGEST, new Response(memory));
}

const forget = async () => globalThis.caches?.delete(MEMORY).catch(() => {});

async function start() {
  const loading = [load("pyodide.mjs"), loadPacked("pyodide.asm.mjs"), kept().catch(() => null)];
  const [{ loadPyodide }, { default: createPyodideModule }, memory] = await Promise.all(loading);
  const fetchAnything = globalThis.fetch;
  globalThis.fetch = (asked, options) => parts[asked.url ?? asked] ?? fetchAnything(asked, options); // for Pyodide
  const fsInit = async (files, { sitePackages }) => unpack(files, sitePackages, await (await parts[`${CORE}modules`]).arrayBuffer());
  const snapshot = memory ? { _loadSnapshot: memory } : { _makeSnapshot: true };
  const python = await loadPyodide({ indexURL: CORE, createPyodideModule, fsInit, ...snapshot });
  if (!memory) {
    python.runPython(FIRST);
    keep(python.makeMemorySnapshot()).catch(() => {}); // the storage may be full or refused
  }
  return python.pyimport("cluetree.interfaces.web");
}

const started = Promise.race([start(), failing]);

self.onmessage = async ({ data: { id, line } }) => {
  try {
    postMessage({ id, answer: (await started).answer(line) });
  } catch (error) {
    forget(); // it may be damaged; the next worker starts without it
    const [last] = String(error.message ?? error).trim().split("\n").slice(-1);
    postMessage({ id, trouble: last.replace(/^[\w.]*(Error|Exception): /, "") });
  }
};
