// The product's Python in this page, started as its core worker starts it.

import { startInterpreter, unpackWheels } from "../../../web/core-worker/interpreter";
import { download, gunzipped } from "../../../web/download";

export async function startPython(folder) {
  const manifest = await (await fetch(`${folder}runtime.json`)).json();
  const listed = (path) => manifest.files.find((file) => file.path === path);
  const get = async (path) => {
    const bytes = await download(folder, listed(path), () => undefined);
    return path.endsWith(".gz") ? gunzipped(bytes, listed(path)) : bytes;
  };
  const [standardLibrary, snapshot, ...wheels] = await Promise.all(
    ["python_stdlib.zip.gz", manifest.snapshot, ...manifest.wheels].map(get),
  );
  const pyodide = await startInterpreter({ folder, standardLibrary, snapshot }, console.warn);
  unpackWheels(pyodide, wheels);
  return pyodide;
}
