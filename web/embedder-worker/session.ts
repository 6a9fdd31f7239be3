/** MiniLM on onnxruntime-web: one thread, the site's own files. */

import type { InferenceSession, Tensor } from "onnxruntime-common";
import { asLoadError, LoadError } from "../download";
import { pool } from "./pooling";
import { WordPiece } from "./tokenizer";

type Runtime = typeof import("onnxruntime-common") & { env: { wasm: Record<string, unknown> } };

/** The part of the embedder that the worker's mailbox needs. */
export interface TextEmbedder {
  readonly dimensions: number;
  embed(texts: readonly string[]): Promise<Float32Array<ArrayBuffer>>;
}

/** Loads the wasm runtime from `folder`; a LoadError when one of its files is missing or damaged. */
export async function loadRuntime(folder: string): Promise<Runtime> {
  const address = new URL("ort.wasm.min.mjs", folder).href;
  let runtime: Runtime;
  try {
    runtime = (await import(/* @vite-ignore */ address)) as Runtime;
  } catch (error) {
    throw new LoadError("runtime-failed", `The model runtime cannot be loaded (${error}). Reload the page.`);
  }
  // Two threads are slower beside Pyodide, and a pool makes the heap probe wait for a minute.
  runtime.env.wasm["numThreads"] = 1;
  runtime.env.wasm["wasmPaths"] = {
    mjs: new URL("ort-wasm-simd-threaded.mjs", folder).href,
    wasm: new URL("ort-wasm-simd-threaded.wasm", folder).href,
  };
  return runtime;
}

/** Mean-pooled, unit-length vectors; one text a run, because batches are no faster and rows then stand alone. */
export class MiniLm implements TextEmbedder {
  readonly dimensions: number;
  readonly #runtime: Runtime;
  readonly #session: InferenceSession;
  readonly #tokenizer: WordPiece;

  private constructor(runtime: Runtime, session: InferenceSession, tokenizer: WordPiece, dimensions: number) {
    this.#runtime = runtime;
    this.#session = session;
    this.#tokenizer = tokenizer;
    this.dimensions = dimensions;
  }

  /**
   * A ready embedder that has run once, so that the first question does not pay for it.
   *
   * Throws a LoadError, `model-failed`, when the files are no such model and tokenizer.
   */
  static async start(runtime: Runtime, model: Uint8Array, tokenizerJson: string): Promise<MiniLm> {
    try {
      const tokenizer = new WordPiece(tokenizerJson);
      const session = await runtime.InferenceSession.create(model, { executionProviders: ["wasm"] });
      const states = await run(runtime, session, tokenizer.encode("warm up"));
      const dimensions = states.dims[2];
      states.dispose();
      if (!dimensions) throw new Error("The model has no last_hidden_state of three dimensions.");
      return new MiniLm(runtime, session, tokenizer, dimensions);
    } catch (error) {
      throw asLoadError(error, "model-failed");
    }
  }

  async embed(texts: readonly string[]): Promise<Float32Array<ArrayBuffer>> {
    const rows = new Float32Array(texts.length * this.dimensions);
    for (const [i, text] of texts.entries()) {
      const ids = this.#tokenizer.encode(text);
      const states = await run(this.#runtime, this.#session, ids);
      pool(states.data as Float32Array, ids.length, this.dimensions, rows, i * this.dimensions);
      states.dispose();
    }
    return rows;
  }

  /** Runs short texts while nobody waits: the browser compiles hot code better only after some tens of runs. */
  async warmUp(runs: number, isWanted: () => boolean): Promise<void> {
    for (let i = 0; i < runs && !isWanted(); i++) {
      await this.embed(["how do I use this"]);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }
}

async function run(runtime: Runtime, session: InferenceSession, ids: readonly number[]): Promise<Tensor> {
  const shape = [1, ids.length];
  const tensor = (values: BigInt64Array) => new runtime.Tensor("int64", values, shape);
  const outputs = await session.run({
    input_ids: tensor(BigInt64Array.from(ids, BigInt)),
    attention_mask: tensor(new BigInt64Array(ids.length).fill(1n)),
    token_type_ids: tensor(new BigInt64Array(ids.length)),
  });
  const states = outputs["last_hidden_state"];
  if (!states) throw new Error("The model has no output last_hidden_state.");
  return states;
}
