// Texts, numbers and lists in the reader's language.
//
// The file of a language, which Python reads as well, maps keys to texts. `{name}` is a placeholder.
// If a text has plural forms, `count` selects one by the plural rules of the language.

/** The available languages, each by its own name. */
export const LANGUAGES = { en: "English", de: "Deutsch", es: "Español", fr: "Français", it: "Italiano" };

const CHOSEN = "cluetree language";

/** Where the chosen language is kept: nowhere if the browser blocks that, as in some private windows. */
export function storage() {
  try {
    return localStorage;
  } catch {
    return {};
  }
}

/** The language of this page: the chosen one, or else the browser's first available one. */
export const language =
  [storage()[CHOSEN], ...(globalThis.navigator?.languages ?? [])]
    .map((tag) => tag?.split("-")[0].toLowerCase())
    .find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? "en";

const texts = await (await fetch(new URL(`languages/${language}.json`, import.meta.url))).json();
const tag = texts["language.tag"];
const plurals = new Intl.PluralRules(tag);

/** Choose another language; the page is reloaded. */
export function speak(other) {
  storage()[CHOSEN] = other;
  location.reload();
}

/** Switch to the next value of a choice, and return it. */
export function switchNext(choice, values) {
  const { dataset } = document.documentElement;
  const next = values[(values.indexOf(dataset[choice]) + 1) % values.length];
  storage()[`cluetree ${choice}`] = dataset[choice] = next;
  return next;
}

/** A text in parts; its values can be elements. */
export function parts(key, values = {}) {
  const text = texts[key];
  if (text === undefined) throw new Error(`no text ${key} in ${language}`);
  const plural = values.count === 0 && text.zero ? "zero" : plurals.select(values.count);
  const form = typeof text === "string" ? text : (text[plural] ?? text.other);
  return form.split(/\{(\w+)\}/u).map((part, at) => {
    if (at % 2 === 0) return part;
    const value = values[part];
    return typeof value === "number" ? number(value) : value;
  });
}

/** A text with its values; numbers are formatted. */
export function t(key, values = {}) {
  return parts(key, values).join("");
}

/** Format a number, optionally with a fixed number of decimal places. */
export function number(value, places = undefined) {
  return value.toLocaleString(tag, { minimumFractionDigits: places, maximumFractionDigits: places });
}

/** Write a day, and what else of the time is asked for. */
export function day(date, more = {}) {
  return date.toLocaleDateString(tag, { day: "numeric", month: "long", ...more });
}

const lists = new Intl.ListFormat(tag, { type: "conjunction" });

/** List words: a, b and c. */
export function listed(words) {
  return lists.format(words.map(String));
}

if (globalThis.document?.documentElement) {
  document.documentElement.lang = language;
  for (const look of ["theme", "chances", "sound"]) document.documentElement.setAttribute(`data-${look}`, storage()[`cluetree ${look}`] ?? "");
  for (const place of document.querySelectorAll("[data-text]")) place.textContent = t(place.getAttribute("data-text"));
  for (const place of document.querySelectorAll("[data-label]")) {
    place.setAttribute("aria-label", t(place.getAttribute("data-label")));
  }
}
