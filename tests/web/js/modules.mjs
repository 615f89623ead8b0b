// Where the page's modules are, and the languages: the directories that the runner names.

import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const { fetch } = globalThis;

/** A server has the languages beside the modules, and node fetches no files. */
globalThis.fetch = async (asked, options) => {
  const [, name] = /^file:.*\/languages\/(.*)$/u.exec(asked) ?? [];
  if (name === undefined) return fetch(asked, options);
  return new Response(await readFile(`${process.env.SHEET_LANGUAGES}/${name}`));
};

/** Load one of the page's own modules. */
export function load(name) {
  return import(pathToFileURL(`${process.env.SHEET_STATIC}/${name}`));
}
