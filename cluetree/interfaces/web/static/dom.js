// Helpers that make the page's elements.

/** Drop missing children, and let no line end between a number and its percent sign. */
function there(children) {
  const found = children.flat(Infinity).filter((child) => child !== null && child !== undefined);
  return found.map((child) => (typeof child === "string" ? child.replaceAll(" %", "\u00a0%") : child));
}

/**
 * Make an element. An attribute with a function is a listener. `true` sets an attribute without a
 * value, and `false` sets none, except for ARIA, where both are strings.
 */
export function h(tag, attributes = {}, ...children) {
  return dress(document.createElement(tag), attributes, ...children);
}

/** Add attributes and children to an element. */
export function dress(element, attributes, ...children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name.startsWith("aria-") && value !== null) element.setAttribute(name, String(value));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...there(children));
  return element;
}

export function fill(element, ...children) {
  element.replaceChildren(...there(children));
  return element;
}

export function drawn(tag, attributes = {}, ...children) {
  return dress(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, ...children);
}

export function button(label, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, "data-key": label, ...attributes }, label);
}

export function labelled(label, field) {
  return h("label", {}, h("span", {}, label), field);
}

export function hint(...words) {
  return h("p", { class: "hint" }, words);
}

/** A part that opens when its summary is tapped. */
export function folded(summary, ...inside) {
  return h("details", {}, h("summary", {}, summary), inside);
}

export function list(tag, kind, items) {
  return h(tag, { class: kind }, items.map((item) => h("li", {}, item)));
}

/** Whether the user points with a finger: then a focused field opens the keyboard. */
export function byTouch() {
  return globalThis.matchMedia?.("(pointer: coarse)").matches ?? false;
}

export function choice(options, chosen, onchange, attributes = {}) {
  const made = options.map(([value, label]) => h("option", { value, selected: value === chosen }, label));
  return h("select", { onchange: (event) => onchange(event.target.value), ...attributes }, made);
}

export function keys(legend, made, kind = "") {
  return h("fieldset", { class: `keys ${kind}` }, h("legend", {}, legend), made);
}

/** A group of toggle buttons; a tap passes the value of a button to `press`. */
export function presses(legend, options, pressed, press, kind = "", label = null) {
  const made = options.map(([value, name, known = {}]) => {
    const attributes = { "aria-pressed": pressed(value), "data-key": `${legend}/${value}`, ...known };
    return button(name, (event) => press(value, event), attributes);
  });
  return keys(legend, [label, made], kind);
}

export function radio(label, attributes, { class: kind = "", title = null } = {}) {
  return h("label", { class: `key ${kind}`, title }, h("input", { type: "radio", ...attributes }), h("span", {}, label));
}

let audio = null;

/** Vibrate, and play a short tone of each of some pitches, if that is switched on. */
export function ring(...pitches) {
  if (document.documentElement.getAttribute("data-sound") !== "on") return;
  globalThis.navigator?.vibrate?.(pitches.flatMap(() => [60, 90]));
  audio ??= new AudioContext();
  for (const [at, frequency] of pitches.entries()) {
    const start = audio.currentTime + at * 0.15;
    const [tone, volume] = [new OscillatorNode(audio, { frequency }), new GainNode(audio, { gain: 0.15 })];
    volume.gain.setTargetAtTime(0, start, 0.08);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.6);
  }
}

/** A group of radio buttons; no two of one form have the same legend. */
export function radios(legend, options, chosen, onchange) {
  const made = options.map(([value, label, known]) => {
    const attributes = { name: legend, value, "data-key": `${legend}/${value}`, checked: value === chosen };
    return radio(label, { ...attributes, onchange: () => onchange(value) }, known);
  });
  return keys(legend, made);
}

/** A message for screen readers, which a phone does not show. */
export function told(text) {
  return h("span", { class: "told" }, text);
}

/** Show a message; screen readers read it out. */
export function say(...text) {
  const { classList } = document.getElementById("said");
  classList.remove("whole", "quiet");
  if (text.every((one) => !one || one.className === "told")) classList.add("quiet"); // leaves its room to the envelope
  fill(document.getElementById("news"), text);
}

/** Draw a part of the page again; focus the element with the same `data-key`, or else the part. */
export function keepFocus(part, draw) {
  const focused = document.activeElement;
  const inside = focused !== null && part.contains(focused);
  draw();
  if (!inside || part.contains(focused)) return;
  const again = [...part.querySelectorAll("[data-key]")].find((one) => one.getAttribute("data-key") === focused.getAttribute("data-key"));
  (again || part).focus({ preventScroll: true });
}
