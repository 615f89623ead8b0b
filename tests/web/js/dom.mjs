// As much of a browser's document as the sheet uses, so that its modules run in node.

class Node {
  constructor(tag) {
    this.tagName = tag.toUpperCase();
    this.attributes = new Map();
    this.childNodes = [];
    this.listeners = new Map();
    this.style = { setProperty: () => {} };
    this.parent = null;
  }

  append(...nodes) {
    for (const node of nodes) {
      if (node instanceof Node) node.parent = this;
      this.childNodes.push(node instanceof Node ? node : String(node));
    }
  }

  replaceChildren(...nodes) {
    this.childNodes = [];
    this.append(...nodes);
  }

  get children() {
    return this.childNodes.filter((node) => node instanceof Node);
  }

  get textContent() {
    return this.childNodes.map((node) => node.textContent ?? node).join("");
  }

  set textContent(text) {
    this.replaceChildren(...(text === "" ? [] : [text]));
  }

  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  removeAttribute(name) {
    this.attributes.delete(name);
  }

  get value() {
    return this.typed ?? this.getAttribute("value") ?? "";
  }

  set value(text) {
    this.typed = String(text);
  }

  addEventListener(type, listener) {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
  }

  /** Let something happen here, as a browser would tell it; wait for all that it starts. */
  async fire(type, details = {}) {
    let stopped = false;
    const event = {
      target: this,
      currentTarget: this,
      preventDefault: () => {
        stopped = true;
      },
      ...details,
    };
    for (const listener of this.listeners.get(type) ?? []) await listener(event);
    return stopped;
  }

  contains(node) {
    return node === this || [...this.all()].includes(node);
  }

  get classList() {
    const names = () => new Set((this.getAttribute("class") ?? "").split(" ").filter(Boolean));
    const keep = (change) => (...given) => {
      const all = names();
      for (const name of given) change(all, name);
      this.setAttribute("class", [...all].join(" "));
    };
    return { contains: (name) => names().has(name), add: keep((all, name) => all.add(name)), remove: keep((all, name) => all.delete(name)) };
  }

  remove() {
    if (this.parent) this.parent.childNodes = this.parent.childNodes.filter((node) => node !== this);
  }

  showModal() {}

  close() {
    this.fire("close");
  }

  focus() {
    document.activeElement = this;
  }

  blur() {
    document.activeElement = document.body;
  }

  scrollIntoView() {}

  getBoundingClientRect() {
    return { top: 0, bottom: 0 };
  }

  *all() {
    for (const child of this.children) {
      yield child;
      yield* child.all();
    }
  }

  /** A tag, or an attribute in brackets; no more is needed. */
  querySelectorAll(selector) {
    const attribute = selector.match(/^\[(.*)\]$/)?.[1];
    return [...this.all()].filter((node) =>
      attribute ? node.attributes.has(attribute) : node.tagName === selector.toUpperCase(),
    );
  }
}

/** Put a document with the sheet's own places into the global names. */
export function install(address = "http://127.0.0.1/") {
  const body = new Node("body");
  globalThis.document = {
    body,
    activeElement: body,
    hidden: false,
    documentElement: new Node("html"),
    querySelectorAll: () => [],
    createElement: (tag) => new Node(tag),
    createElementNS: (_, tag) => new Node(tag),
    getElementById: (id) => [...body.all()].find((node) => node.getAttribute("id") === id) ?? null,
    title: "",
    addEventListener: () => {},
  };
  installHistory();
  globalThis.localStorage = {}; // node has no database: games are in memory
  globalThis.confirm = () => true;
  for (const id of ["title", "envelope", "bar", "connection", "news", "news-actions", "said", "main", "face", "doors", "languages", "how"]) {
    const place = new Node("div");
    place.setAttribute("id", id);
    body.append(place);
  }
  const real = globalThis.realFetch ?? fetch;
  globalThis.realFetch = real;
  globalThis.fetch = (path, options) => real(new URL(path, address), options);
  return body;
}

/** An address, and the way back. */
function installHistory() {
  const passed = [{ hash: "", state: null }];
  let at = 0;
  const listeners = [];
  globalThis.addEventListener = (type, listener) => type === "popstate" && listeners.push(listener);
  const put = (place, state, address) => {
    passed.splice(place, Infinity, { hash: address.startsWith("#") ? address : "", state });
    at = place;
  };
  globalThis.location = {
    pathname: "/",
    get hash() {
      return passed[at].hash;
    },
  };
  globalThis.history = {
    get state() {
      return passed[at].state;
    },
    pushState: (state, _, address) => put(at + 1, state, address),
    replaceState: (state, _, address) => put(at, state, address),
    go: (steps) =>
      setTimeout(() => {
        at = Math.max(0, at + steps);
        for (const listener of listeners) listener({});
      }),
  };
}

/** Everything that has a role of a button, a tab or a field, by what it is called. */
export function find(root, tag, text) {
  const found = [...root.all()].filter(
    (node) =>
      node.tagName === tag.toUpperCase() &&
      (node.getAttribute("aria-label") === text || node.textContent === text),
  );
  if (found.length === 0) throw new Error(`no ${tag} ${text} in: ${root.textContent}`);
  return found[0];
}

/** Tap a button. */
export async function tap(root, text) {
  const node = find(root, "button", text);
  if (node.attributes.has("disabled")) throw new Error(`${text} cannot be tapped`);
  await node.fire("click");
}

/** Tap one of a group of radio buttons. */
export async function pick(root, legend, text) {
  const group = [...root.all()].find(
    (node) => node.tagName === "FIELDSET" && node.children[0]?.textContent === legend,
  );
  if (!group) throw new Error(`no group ${legend} in: ${root.textContent}`);
  if (group.querySelectorAll("button").length) await tap(group, text);
  else await find(group, "label", text).children[0].fire("change");
}

/** Wait until something is so. */
export async function until(so, patience = 250000) {
  const end = Date.now() + patience;
  while (!so()) {
    if (Date.now() > end) throw new Error(`this never came: ${so}`);
    await new Promise((done) => setTimeout(done, 5));
  }
}
