// The worker: Python, which answers lines of the protocol, one at a time.

const CORE = new URL("../core/", import.meta.url).href;
const PACKED = ["pyodide.asm.wasm", "python_stdlib.zip", "cluetree.zip"].map((name) => CORE + name);

const fetchAnything = globalThis.fetch;
let lack; // Pyodide does not always report a missing file, or stop
const lacking = new Promise((_, failed) => {
  lack = (why) => {
    failed(new Error(why));
    throw new Error(why);
  };
});

/** Fetch a file and unpack it; Pyodide uses this function, too. */
globalThis.fetch = async (asked, options) => {
  const address = String(asked.url ?? asked);
  const isPacked = PACKED.includes(address);
  const name = `${address.replace(CORE, "core/")}${isPacked ? ".packed" : ""}`;
  const found = await fetchAnything(isPacked ? `${address}.packed` : asked, options).catch(() => lack(`${name} cannot be fetched`));
  if (!found.ok) lack(`${name} is missing at the host`);
  postMessage({ fetched: name });
  if (!isPacked) return found;
  const unpacked = found.body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked, { headers: { "content-type": "application/wasm" } }); // ignored for the zip files
};

/** Import a module of Pyodide; browsers do not report a missing one. */
const load = (name) => import(CORE + name).catch(() => lack(`core/${name} is missing at the host`));

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

self.onmessage = async ({ data: { id, line } }) => {
  try {
    postMessage({ id, answer: (await started).answer(line) });
  } catch (error) {
    const [last] = String(error.message ?? error).trim().split("\n").slice(-1);
    postMessage({ id, trouble: last.replace(/^[\w.]*(Error|Exception): /, "") });
  }
};
