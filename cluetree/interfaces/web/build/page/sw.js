// Caches every file of one version of the page, so that it opens without a network.

const VERSION = "the version";
const FILES = {};
const CACHE = `cluetree ${VERSION}`;

/** Cache a file; a packed one is unpacked once, here, and not at each start. */
async function keep(cache, [path, integrity]) {
  // "no-cache", because a host may let the browser keep files of an old version.
  const response = await fetch(path, { cache: "no-cache", integrity });
  if (!response.ok) throw new Error(`${path} is missing at the host`);
  const unpacked = () => response.body.pipeThrough(new DecompressionStream("gzip"));
  // With these types the browser also keeps what it compiles from a file.
  const headers = { "content-type": path.endsWith(".mjs.packed") ? "text/javascript" : "application/wasm" };
  await cache.put(path, path.endsWith(".packed") ? new Response(unpacked(), { headers }) : response);
}

async function fetchAll() {
  const cache = await caches.open(CACHE);
  await Promise.all(Object.entries(FILES).map((file) => keep(cache, file)));
}

async function dropOthers() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("cluetree ") && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function find(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(fetchAll()));
self.addEventListener("activate", (event) => event.waitUntil(dropOthers().then(() => globalThis["clients"].claim())));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(find(event.request));
});
