// Pyodide as its manual starts it: loadPyodide, numpy and micropip from the lock file, import numpy.

self.onmessage = async ({ data: folder }) => {
  const { loadPyodide } = await import(/* @vite-ignore */ `${folder}pyodide.mjs`);
  const start = performance.now();
  const pyodide = await loadPyodide({ indexURL: folder });
  const loaded = performance.now();
  await pyodide.loadPackage(["numpy", "micropip"]);
  const packages = performance.now();
  pyodide.runPython("import numpy");
  const stage = (from, to) => Math.round(to - from);
  self.postMessage({
    load_pyodide: stage(start, loaded),
    load_package: stage(loaded, packages),
    import_numpy: stage(packages, performance.now()),
  });
};
