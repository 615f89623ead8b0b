// The worker: Python, which answers lines of the protocol, one at a time.

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
  return python.pyimport("cluetree.interfaces.web.worker");
}

const started = Promise.race([start(), lacking]);

/** The message of Python's error: the last line, without the class. */
const reasonOf = (error) =>
  String(error.message ?? error)
    .trim()
    .split("\n")
    .at(-1)
    .replace(/^[\w.]*(Error|Exception): /, "");

self.onmessage = async ({ data: { id, line } }) => {
  try {
    const python = await started;
    postMessage({ id, answer: python.answer(line) });
  } catch (error) {
    postMessage({ id, trouble: reasonOf(error) });
  }
};
