// Small helpers for making the page's elements.

import { language } from "./language.js";

/**
 * Make an element. An attribute `onclick` is a listener; `true` sets one without a value, and
 * `false` none, but for those of ARIA, in which they are words.
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name.startsWith("aria-") && value !== null) element.setAttribute(name, String(value));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

/** Make an element of a picture. */
export function drawn(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A button that does not submit. */
export function button(label, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, "data-key": label, ...attributes }, label);
}

/** A field with its label. */
export function labelled(label, field) {
  return h("label", {}, h("span", {}, label), field);
}

/** Whether one points with a finger: then a field that has the focus calls up a keyboard. */
export function byTouch() {
  return globalThis.matchMedia?.("(pointer: coarse)").matches ?? false;
}

/** A list to choose from. */
export function choice(options, chosen, onchange, attributes = {}) {
  const made = options.map(([value, label]) =>
    h("option", { value, selected: value === chosen }, label),
  );
  return h("select", { onchange: (event) => onchange(event.target.value), ...attributes }, made);
}

/** A group of keys in columns. */
export function keys(legend, made, kind = "") {
  return h("fieldset", { class: `keys ${kind}` }, h("legend", {}, legend), made);
}

let groups = 0;

/** A group of radio buttons that look like keys: one tap chooses. */
export function radios(legend, options, chosen, onchange) {
  groups += 1;
  const name = `choice-${groups}`;
  return keys(
    legend,
    options.map(([value, label]) =>
      h(
        "label",
        { class: "key" },
        h("input", {
          type: "radio",
          name,
          value,
          "data-key": `${legend}/${value}`,
          checked: value === chosen,
          onchange: () => onchange(value),
        }),
        h("span", {}, label),
      ),
    ),
  );
}

/** A line of the .clue language, whose arrow is not torn apart at the end of a row. */
export function unbroken(line) {
  return line.split(/(->)/).map((part) => (part === "->" ? h("span", { class: "whole" }, part) : part));
}

/**
 * Say something to everybody: it is shown, and read out by a screen reader; beside it stands what
 * can be done about it, if anything.
 */
export function say(text, ...actions) {
  fill(document.getElementById("news"), text);
  fill(document.getElementById("news-actions"), actions);
}

/** Let go of what was said last, if nothing can be done about it. */
export function hush() {
  if (document.getElementById("news-actions").children.length === 0) say("");
}

/** Ask before something is lost. */
export function ask(question) {
  return globalThis.confirm(question);
}

/**
 * Draw a part of the page anew, and bring the focus back to the field or button that had it, which
 * has the same `data-key` then; or, if there is none any more, to the part itself.
 */
export function keepFocus(part, draw) {
  const focused = document.activeElement;
  const inside = focused !== null && part.contains(focused);
  draw();
  if (!inside || part.contains(focused)) return;
  const key = focused.getAttribute("data-key");
  const again = [...part.querySelectorAll("[data-key]")].find(
    (one) => key !== null && one.getAttribute("data-key") === key,
  );
  (again ?? part).focus({ preventScroll: true });
}

/** Words of the core, which speaks English only. */
export function inEnglish(words) {
  return language === "en" ? words : h("span", { lang: "en" }, words);
}

/** Put other children into an element. */
export function fill(element, ...children) {
  element.replaceChildren(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined),
  );
  return element;
}
