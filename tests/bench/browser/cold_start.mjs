// Start-up on a fresh page: our two workers to the first answer, or stock Pyodide with numpy and micropip.

/** Everything in milliseconds since this page's navigation began. */
export function startOurs(site, question) {
  return new Promise((resolve, reject) => {
    const stages = {};
    const mark = (name) => {
      stages[name] ??= Math.round(performance.now());
    };
    const core = new Worker("/pages/core-worker.mjs", { type: "module" });
    const embedder = new Worker("/pages/embedder-worker.mjs", { type: "module" });
    const finish = () => stages.first_answer && stages.embedder_ready && stages.hybrid_answer && resolve(stages);
    const ask = (id) =>
      core.postMessage({ kind: "request", json: JSON.stringify({ type: "ask", id, text: question }) });
    core.onmessage = ({ data }) => {
      if (data.kind === "stage") {
        mark(data.stage === "ready" ? "core_ready" : data.stage);
        if (data.stage === "failed") reject(new Error(`${data.code}: ${data.detail}`));
      }
      if (data.kind !== "event") return;
      const event = JSON.parse(data.json);
      if (event.type === "error") reject(new Error(`${event.code}: ${event.detail}`));
      if (event.type !== "answered") return;
      mark(event.id === 1 ? "first_answer" : "hybrid_answer");
      finish();
    };
    embedder.onmessage = ({ data }) => {
      if (data.kind !== "stage") return;
      if (data.stage === "failed") reject(new Error(`${data.code}: ${data.detail}`));
      if (data.stage !== "ready") return;
      mark("embedder_ready");
      ask(2);
    };
    const { port1, port2 } = new MessageChannel();
    core.postMessage({ kind: "boot", site, port: port1, session: "bench" }, [port1]);
    embedder.postMessage({ kind: "boot", site, port: port2 }, [port2]);
    ask(1);
  });
}

export function startStock(folder) {
  return new Promise((resolve, reject) => {
    const worker = new Worker("/pages/stock-worker.mjs", { type: "module" });
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => resolve({ ...data, numpy_usable: Math.round(performance.now()) });
    worker.postMessage(folder);
  });
}
