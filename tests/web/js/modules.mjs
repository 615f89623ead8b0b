// Where the page's modules are: the directory that the runner names.

import { pathToFileURL } from "node:url";

/** Load one of the page's own modules. */
export function load(name) {
  return import(pathToFileURL(`${process.env.SHEET_STATIC}/${name}`));
}
