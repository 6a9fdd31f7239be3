// The product's Python in this page, started as its core worker starts it.

import { startInterpreter, unpackWheels } from "../../../web/core-worker/interpreter";
import { Snapshot } from "../../../web/core-worker/snapshot";
import { download, gunzipped } from "../../../web/download";

export async function startPython(folder) {
  const manifest = await (await fetch(`${folder}runtime.json`)).json();
  const listed = (path) => manifest.files.find((file) => file.path === path);
  const raw = (path) => download(folder, listed(path), () => undefined);
  const get = async (path) => {
    const bytes = await raw(path);
    return path.endsWith(".gz") ? gunzipped(bytes, listed(path)) : bytes;
  };
  const { snapshot: path, snapshot_bytes, snapshot_base_bytes } = manifest;
  const snapshot = new Snapshot(listed(path), snapshot_bytes, snapshot_base_bytes, raw(path));
  const [standardLibrary, ...wheels] = await Promise.all(["python_stdlib.zip.gz", ...manifest.wheels].map(get));
  const pyodide = await startInterpreter({ folder, standardLibrary, snapshot }, console.warn);
  unpackWheels(pyodide, wheels);
  return pyodide;
}
