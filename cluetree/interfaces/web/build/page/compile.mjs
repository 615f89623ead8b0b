// node compile.mjs PYODIDE COMPILING ARCHIVE...: turn the modules of archives into bytecode, by the
// Python that will run them.

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

async function compile(pyodide, compiling, archives) {
  const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
  const python = await loadPyodide({ indexURL: pyodide });
  python.FS.writeFile("compiling.py", readFileSync(compiling));
  const { compile_archive: compileArchive } = python.pyimport("compiling");
  for (const archive of archives) {
    python.FS.writeFile("archive.zip", readFileSync(archive));
    compileArchive("archive.zip", "compiled.zip");
    writeFileSync(archive, python.FS.readFile("compiled.zip"));
  }
}

const [pyodide, compiling, ...archives] = process.argv.slice(2);
try {
  await compile(pyodide, compiling, archives);
} catch (error) {
  // What node itself would print has the line of code that failed, which is a megabyte long.
  console.error(error.message.trim().split("\n").at(-1));
  process.exitCode = 1;
}
