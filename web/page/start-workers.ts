import type { FromCoreWorker, FromEmbedderWorker } from "../wire";
import type { Connection, ConnectionListener } from "./connection";

/** Boots core and embedder worker at once, joined by a channel of their own. */
export function startWorkers(site: string, session: string, listener: ConnectionListener): Connection {
  const core = new Worker(new URL("../core-worker/main.ts", import.meta.url), { type: "module", name: "limpet-core" });
  core.onmessage = (event: MessageEvent<FromCoreWorker>) => listener.core(event.data);
  core.onerror = (event) => listener.died("core", event.message ?? "");
  const { port1, port2 } = new MessageChannel();
  core.postMessage({ kind: "boot", site, port: port1, session }, [port1]);
  let embedder = startEmbedder(site, port2, listener);
  return {
    post: (message) => core.postMessage(message),
    restartEmbedder: () => {
      embedder.terminate();
      const { port1: coreEnd, port2: embedderEnd } = new MessageChannel();
      embedder = startEmbedder(site, embedderEnd, listener);
      core.postMessage({ kind: "embedder", port: coreEnd }, [coreEnd]);
    },
    close: () => {
      core.terminate();
      embedder.terminate();
    },
  };
}

function startEmbedder(site: string, port: MessagePort, listener: ConnectionListener): Worker {
  const embedder = new Worker(new URL("../embedder-worker/main.ts", import.meta.url), {
    type: "module",
    name: "limpet-embedder",
  });
  embedder.onmessage = (event: MessageEvent<FromEmbedderWorker>) => listener.embedder(event.data);
  embedder.onerror = (event) => listener.died("embedder", event.message ?? "");
  embedder.postMessage({ kind: "boot", site, port }, [port]);
  return embedder;
}
