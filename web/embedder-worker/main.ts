/**
 * Embedder worker: texts in, vectors out, over the port that joins it with the core worker.
 *
 * Requests that come before the model is there wait in the port's queue. They are answered one after the other.
 */

import { asLoadError, checkMagic, damaged, download, downloadJson, type LoadError } from "../download";
import { Progress } from "../progress";
import type {
  FromEmbedder,
  FromEmbedderWorker,
  ListedFile,
  RuntimeManifest,
  ToEmbedder,
  ToEmbedderWorker,
} from "../wire";
import { modelBytes, watchMemories } from "./memory";
import { loadRuntime, MiniLm } from "./session";

/** Field 1 of an ONNX file, the format's version; every one begins with it. */
const ONNX_MAGIC = [0x08] as const;
const WARM_UP_RUNS = 30;
/** The longest wait for a core that may never come up. */
const PATIENCE_MS = 12_000;

const post = (message: FromEmbedderWorker) => self.postMessage(message);

self.onmessage = (event: MessageEvent<ToEmbedderWorker>) => {
  const message = event.data;
  if (message.kind === "boot") void boot(message.site, message.port);
  else post({ kind: "heap", model_bytes: modelBytes() });
};

async function boot(site: string, port: MessagePort): Promise<void> {
  const say = (message: FromEmbedder, transfer: Transferable[] = []) => port.postMessage(message, transfer);
  const progress = new Progress("model", post);
  watchMemories();
  try {
    const folder = new URL("runtime/", site).href;
    const manifest = await downloadJson<RuntimeManifest>(new URL("runtime.json", folder).href, 1);
    const early = new EarlyMessages(port);
    const embedder = await load(folder, manifest, progress, () => early.first(isCrowded() ? PATIENCE_MS : 0));
    const mailbox = new Mailbox(embedder, say);
    early.handOver((request) => {
      if (request.kind === "embed") void mailbox.take(request);
      else void embedder.warmUp(WARM_UP_RUNS, () => mailbox.isBusy);
    });
    say({ kind: "ready", name: manifest.model_name, dimensions: embedder.dimensions });
    progress.enter("ready");
  } catch (thrown) {
    const error: LoadError = asLoadError(thrown, "model-failed");
    progress.fail(error);
    say({ kind: "gone", code: error.code, detail: error.detail });
  }
}

/** With so few cores the model's start-up would only slow Python's, and words answer first anyway. */
function isCrowded(): boolean {
  return navigator.hardwareConcurrency < 4;
}

async function load(
  folder: string,
  manifest: RuntimeManifest,
  progress: Progress,
  mayStart: () => Promise<void>,
): Promise<MiniLm> {
  const listed = (path: string): ListedFile => {
    const file = manifest.files.find((candidate) => candidate.path === path);
    if (!file) throw damaged({ path: "runtime.json", bytes: 0, sha256: "" }, `it does not list ${path}`);
    return file;
  };
  const [model, tokenizer, wasm] = [
    listed(manifest.model),
    listed(manifest.tokenizer),
    listed("ort-wasm-simd-threaded.wasm"),
  ];
  progress.expect(model.bytes + tokenizer.bytes + wasm.bytes);
  const [modelFile, tokenizerFile, runtime] = await Promise.all([
    download(folder, model, progress.add),
    download(folder, tokenizer, progress.add),
    loadRuntime(folder),
  ]);
  checkMagic(modelFile, ONNX_MAGIC, model);
  await mayStart();
  const embedder = await MiniLm.start(runtime, modelFile, new TextDecoder().decode(tokenizerFile));
  progress.add(wasm.bytes);
  return embedder;
}

/** What the core says while the model is not there yet; its first word tells that it is up. */
class EarlyMessages {
  readonly #port: MessagePort;
  readonly #kept: ToEmbedder[] = [];
  #wake = () => {};
  readonly #hasSpoken: Promise<void>;

  constructor(port: MessagePort) {
    this.#port = port;
    this.#hasSpoken = new Promise((resolve) => {
      this.#wake = resolve;
    });
    port.onmessage = (event: MessageEvent<ToEmbedder>) => {
      this.#kept.push(event.data);
      this.#wake();
    };
  }

  /** Resolves at the first message, at the latest after `patienceMs`. */
  first(patienceMs: number): Promise<void> {
    return Promise.race([this.#hasSpoken, new Promise<void>((resolve) => setTimeout(resolve, patienceMs))]);
  }

  /** Gives what was kept, and all that comes later, to `take`. */
  handOver(take: (request: ToEmbedder) => void): void {
    this.#kept.splice(0).forEach(take);
    this.#port.onmessage = (event: MessageEvent<ToEmbedder>) => take(event.data);
  }
}

type EmbedRequest = Extract<ToEmbedder, { kind: "embed" }>;

/** One text list after the other; a failure answers its own request and no other. */
class Mailbox {
  readonly #embedder: MiniLm;
  readonly #say: (message: FromEmbedder, transfer?: Transferable[]) => void;
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(embedder: MiniLm, say: (message: FromEmbedder, transfer?: Transferable[]) => void) {
    this.#embedder = embedder;
    this.#say = say;
  }

  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  take(request: EmbedRequest): Promise<void> {
    this.#waiting += 1;
    this.#last = this.#last.then(() => this.#answer(request));
    return this.#last;
  }

  async #answer(request: EmbedRequest): Promise<void> {
    try {
      const rows = await this.#embedder.embed(request.texts);
      this.#say({ kind: "vectors", number: request.number, rows }, [rows.buffer]);
    } catch (error) {
      this.#say({ kind: "failed", number: request.number, detail: String(error).slice(0, 400) });
    } finally {
      this.#waiting -= 1;
    }
  }
}
