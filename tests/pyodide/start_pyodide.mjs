// Pyodide from a site's runtime folder, as the page starts it: memory snapshot, wheels unpacked, no package loader.

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { exchange, withFirstMemory } from "../../app/limpet/site/making/first_memory.mjs";

export async function startPyodide(runtime) {
  const raw = (path) => new Uint8Array(readFileSync(join(runtime, path)));
  const read = (path) => (path.endsWith(".gz") ? new Uint8Array(gunzipSync(raw(path))) : raw(path));
  const manifest = JSON.parse(readFileSync(join(runtime, "runtime.json"), "utf8"));
  const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")).href);
  const snapshot = manifest.snapshot && read(manifest.snapshot);
  const options = {
    indexURL: `${runtime}/`,
    stdLibURL: standardLibrary(read("python_stdlib.zip.gz")),
    packageBaseUrl: `${runtime}/`,
    lockFileContents: {
      info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.0", version: "314.0.3" },
      packages: {},
    },
    ...(snapshot && { _loadSnapshot: snapshot }),
  };
  const pyodide = await withFirstMemory(
    () => loadPyodide(options),
    (memory) => snapshot && exchange(snapshot, memory.subarray(0, manifest.snapshot_base_bytes)),
  );
  const extractDir = pyodide.runPython("import sys; next(p for p in sys.path if p.endswith('site-packages'))");
  const unpack = (path) => pyodide.unpackArchive(read(path), "wheel", { extractDir });
  manifest.wheels.forEach(unpack);
  return { pyodide, manifest, read, unpack };
}

/** The library as a file: under Node the interpreter reads it from one. */
function standardLibrary(bytes) {
  const file = join(mkdtempSync(join(tmpdir(), "limpet-")), "python_stdlib.zip");
  writeFileSync(file, bytes);
  return file;
}

/** The task on standard input; a program's answer is one line of JSON on standard output. */
export const task = JSON.parse(readFileSync(0, "utf8"));

export function answer(value) {
  process.stdout.write(`\n${JSON.stringify(value)}\n`, () => process.exit(0));
}

// Node would print the whole minified line that an error came from.
process.on("uncaughtException", (error) => {
  process.stderr.write(`${error.message ?? error}\n`, () => process.exit(1));
});
