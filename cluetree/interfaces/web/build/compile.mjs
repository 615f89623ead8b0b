// node compile.mjs PYODIDE MODULES SCRIPT: compile a folder of modules by the Python that will run them.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, modules, script] = process.argv.slice(2);
try {
  const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
  const python = await loadPyodide({ indexURL: pyodide });
  python.mountNodeFS("/modules", modules);
  python.runPython(readFileSync(script, "utf8"));
} catch (error) {
  // What node itself would print has the line of code that failed, which is a megabyte long.
  console.error(error.message.trim().split("\n").at(-1));
  process.exitCode = 1;
}
