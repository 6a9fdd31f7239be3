/** The core worker's end of the port to the embedder worker. */

import { LoadError } from "../download";
import type { FromEmbedder, ToEmbedder } from "../wire";

/** Far above what a text list takes; an embedder that is silent for so long has died. */
const ANSWER_MS = 60_000;

interface Waiting {
  resolve(rows: Float32Array<ArrayBuffer>): void;
  reject(reason: LoadError): void;
  timer: ReturnType<typeof setTimeout>;
}

/** Who hears of the embedder's fate. */
export interface EmbedderListener {
  ready(name: string, dimensions: number): void;
  gone(code: string, detail: string): void;
}

export class EmbedderLink {
  readonly #listener: EmbedderListener;
  readonly #waiting = new Map<number, Waiting>();
  #port: MessagePort | undefined;
  #number = 0;

  constructor(listener: EmbedderListener) {
    this.#listener = listener;
  }

  /** Speaks over `port` from now on; what waited for another port will not come. */
  connect(port: MessagePort): void {
    this.#abandon("embedder-replaced", "The embedder was started anew.");
    this.#port?.close();
    this.#port = port;
    port.onmessage = (event: MessageEvent<FromEmbedder>) => this.#take(event.data);
  }

  /** One row a text, flat; rejects with a LoadError. */
  embed(texts: string[]): Promise<Float32Array<ArrayBuffer>> {
    const number = ++this.#number;
    const request: ToEmbedder = { kind: "embed", number, texts };
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#lose("embedder-silent", "The embedder does not answer."), ANSWER_MS);
      this.#waiting.set(number, { resolve, reject, timer });
      this.#port?.postMessage(request);
    });
  }

  /** Lets the embedder use the time in which nobody asks. */
  warmUp(): void {
    const request: ToEmbedder = { kind: "warm_up" };
    this.#port?.postMessage(request);
  }

  #take(message: FromEmbedder): void {
    if (message.kind === "ready") this.#listener.ready(message.name, message.dimensions);
    else if (message.kind === "gone") this.#lose(message.code, message.detail);
    else {
      const waiting = this.#waiting.get(message.number);
      this.#waiting.delete(message.number);
      clearTimeout(waiting?.timer);
      if (message.kind === "vectors") waiting?.resolve(message.rows);
      else waiting?.reject(new LoadError("embedding-failed", message.detail));
    }
  }

  #lose(code: string, detail: string): void {
    this.#abandon(code, detail);
    this.#listener.gone(code, detail);
  }

  #abandon(code: string, detail: string): void {
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new LoadError(code, detail));
    }
    this.#waiting.clear();
  }
}
