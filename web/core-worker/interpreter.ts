/** The Python interpreter: from a memory snapshot where there is one that works, else from its files. */

import type { PyodideAPI } from "pyodide";
import { LoadError } from "../download";
import { guarded } from "./load-guard";
import type { Snapshot } from "./snapshot";
import { storedMembers } from "./stored-zip";

type LoadPyodide = typeof import("pyodide").loadPyodide;

/** Nothing is installed by name, so the interpreter gets an empty list of packages, written for its own build. */
const NO_PACKAGES = {
  info: { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.0", version: "314.0.3" },
  packages: {},
} as const;

/** What the interpreter is made of. */
export interface InterpreterFiles {
  /** Absolute address of `runtime/`. */
  folder: string;
  standardLibrary: Uint8Array<ArrayBuffer>;
  /** May still be on its way: the interpreter's wasm is compiled meanwhile. */
  snapshot: Snapshot | null;
}

/** A running interpreter; rejects with a LoadError. `note` hears of a snapshot that did not work. */
export async function startInterpreter(files: InterpreterFiles, note: (text: string) => void): Promise<PyodideAPI> {
  const loadPyodide = await importLoader(files.folder);
  const library = URL.createObjectURL(new Blob([files.standardLibrary]));
  const options = {
    indexURL: files.folder,
    stdLibURL: library,
    packageBaseUrl: files.folder,
    lockFileContents: NO_PACKAGES,
  };
  try {
    if (files.snapshot) {
      const snapshot = files.snapshot;
      try {
        return await guarded(
          () => loadPyodide({ ...options, _loadSnapshot: snapshot.bytes }),
          (memory) => snapshot.complete(memory),
        );
      } catch (error) {
        if (error instanceof LoadError) throw error; // a file at fault: the plain start needs it as well
        const reason = error instanceof Error ? error.message : error;
        note(`The memory snapshot cannot be used (${reason}); Python starts without it.`);
      }
    }
    return await guarded(() => loadPyodide(options));
  } finally {
    URL.revokeObjectURL(library);
  }
}

/** Puts wheels where `import` finds them; cheaper than the package loader, which also fetches and resolves. */
export function unpackWheels(pyodide: PyodideAPI, wheels: Iterable<Uint8Array<ArrayBuffer>>): void {
  const extractDir: string = pyodide.runPython("import sys; next(p for p in sys.path if p.endswith('site-packages'))");
  for (const wheel of wheels) {
    const members = storedMembers(wheel);
    if (members) place(pyodide, extractDir, members);
    else pyodide.unpackArchive(wheel, "wheel", { extractDir });
  }
  pyodide.runPython("import importlib; importlib.invalidate_caches()");
}

/** Files as views of the wheel: a quarter of the time that Python takes to unpack it. */
function place({ FS }: PyodideAPI, folder: string, members: Map<string, Uint8Array<ArrayBuffer>>): void {
  const folders = new Set<string>();
  for (const [name, content] of members) {
    const path = `${folder}/${name}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(parent)) FS.mkdirTree(parent);
    folders.add(parent);
    FS.writeFile(path, content, { canOwn: true });
  }
}

async function importLoader(folder: string): Promise<LoadPyodide> {
  try {
    const address = new URL("pyodide.mjs", folder).href;
    return ((await import(/* @vite-ignore */ address)) as { loadPyodide: LoadPyodide }).loadPyodide;
  } catch (error) {
    throw new LoadError("runtime-failed", `Python's loader cannot be loaded (${error}). Reload the page.`);
  }
}
