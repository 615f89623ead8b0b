// Texts, numbers and lists in the language of the reader.
//
// Every text stands in the language's file, which Python reads as well, under a key. In it `{name}`
// is the place of a value; of a text with forms the one is taken that the plural rules of the
// language give for `count`.

/** The languages that there are, each as it calls itself. */
export const LANGUAGES = { en: "English", de: "Deutsch", es: "Español", fr: "Français", it: "Italiano" };

const CHOSEN = "cluetree language";

function chosen() {
  try {
    return localStorage.getItem(CHOSEN);
  } catch {
    return null; // as in some private windows
  }
}

/** The language of this page: the one that was chosen here, else the browser's first that there is. */
export const language =
  [chosen(), ...(globalThis.navigator?.languages ?? [])]
    .map((tag) => tag?.split("-")[0].toLowerCase())
    .find((tag) => Object.hasOwn(LANGUAGES, tag)) ?? "en";

const texts = await (await fetch(new URL(`languages/${language}.json`, import.meta.url))).json();
const tag = texts["language.tag"];
const plurals = new Intl.PluralRules(tag);

/** Choose another language; the page is loaded again in it. */
export function speak(other) {
  try {
    localStorage.setItem(CHOSEN, other);
  } catch {
    // Then the browser's stays.
  }
  location.reload();
}

/** A text in parts, so that a value may also be an element of the page. */
export function parts(key, values = {}) {
  const text = texts[key];
  if (text === undefined) throw new Error(`no text ${key} in ${language}`);
  const form = typeof text === "string" ? text : (text[plurals.select(values.count)] ?? text.other);
  return form.split(/\{(\w+)\}/u).map((part, at) => {
    if (at % 2 === 0) return part;
    const value = values[part];
    return typeof value === "number" ? number(value) : value;
  });
}

/** A text with its values; a number is written as the language writes it. */
export function t(key, values = {}) {
  return parts(key, values).join("");
}

/** A number, with so many places behind the point if it is told how many. */
export function number(value, places = undefined) {
  return value.toLocaleString(tag, { minimumFractionDigits: places, maximumFractionDigits: places });
}

export function day(date) {
  return date.toLocaleDateString(tag, { day: "numeric", month: "long" });
}

const lists = {
  conjunction: new Intl.ListFormat(tag, { type: "conjunction" }),
  disjunction: new Intl.ListFormat(tag, { type: "disjunction" }),
};

/** List words: a, b and c; or, by a "disjunction", a, b or c. */
export function listed(words, type = "conjunction") {
  return lists[type].format(words.map(String));
}

if (globalThis.document?.documentElement) {
  document.documentElement.lang = language;
  for (const place of document.querySelectorAll("[data-text]")) place.textContent = t(place.dataset.text);
  for (const place of document.querySelectorAll("[data-label]")) {
    place.setAttribute("aria-label", t(place.dataset.label));
  }
}
