// Caches every file of one version of the page, so that it opens without a network.

const VERSION = "the version";
const FILES = {};
const CACHE = `cluetree ${VERSION}`;

async function fetchAll() {
  const cache = await caches.open(CACHE);
  // "no-cache", because a host may let the browser keep files of an old version.
  await cache.addAll(
    Object.entries(FILES).map(([path, integrity]) => new Request(path, { cache: "no-cache", integrity })),
  );
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
self.addEventListener("activate", (event) => event.waitUntil(dropOthers().then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(find(event.request));
});
