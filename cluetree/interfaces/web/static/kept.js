// What this browser keeps: games, and drafts of entries, each as JSON under a name.

const name = (kind, id) => `cluetree ${kind} ${id}`;
const memory = new Map(); // lasts as long as the page, where the browser's storage is blocked

function store() {
  try {
    return localStorage;
  } catch {
    return {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, text) => memory.set(key, text),
      removeItem: (key) => memory.delete(key),
      key: (at) => [...memory.keys()][at],
      length: memory.size,
    };
  }
}

export function read(kind, id) {
  return JSON.parse(store().getItem(name(kind, id)));
}

/** Keep a value; null removes it. */
export function keep(kind, id, value) {
  if (value === null) store().removeItem(name(kind, id));
  else store().setItem(name(kind, id), JSON.stringify(value));
}

/** The ids of all that is kept of a kind. */
export function ids(kind) {
  const kept = store();
  const names = Array.from({ length: kept.length }, (_, at) => kept.key(at));
  return names.filter((one) => one.startsWith(name(kind, ""))).map((one) => one.slice(name(kind, "").length));
}

/** Call `heard` with the id of each game that another tab changes. */
export function follow(heard) {
  addEventListener("storage", ({ key }) => {
    if (key?.startsWith(name("game", ""))) heard(key.slice(name("game", "").length));
  });
}
