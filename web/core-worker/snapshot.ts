/**
 * The memory of a started Python. Its file is without the memory that Pyodide's wasm begins with, which is put back under
 * it here: a quarter fewer bytes to load. site/making/first_memory.mjs takes it away.
 */

import { damaged } from "../download";
import type { ListedFile } from "../wire";

/** Place, in words, of the number in the snapshot's head that tells where its memory begins. */
const MEMORY_AT = 1;

/** A snapshot on its way. */
export class Snapshot {
  /** Room for all of it, filled when `complete` is done; Pyodide wants to have it before. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #content: Promise<Uint8Array<ArrayBuffer>>;
  readonly #baseBytes: number;

  /** `content` is the compressed file; a rejection comes out of `complete`. */
  constructor(file: ListedFile, bytes: number, baseBytes: number, content: Promise<Uint8Array<ArrayBuffer>>) {
    this.bytes = new Uint8Array(bytes);
    this.#baseBytes = baseBytes;
    this.#content = content.then((packed) => unpackInto(this.bytes, packed, file));
    this.#content.catch(() => undefined); // whoever completes it is told
  }

  /** Waits for the content and puts `first` under it, the interpreter's memory before anything has run there. */
  async complete(first: ArrayBuffer): Promise<void> {
    const { buffer } = await this.#content;
    const [, memoryAt = 0] = new Uint32Array(buffer, 0, MEMORY_AT + 1);
    const words = this.#baseBytes / Uint32Array.BYTES_PER_ELEMENT;
    const base = new Uint32Array(first, 0, words);
    const memory = new Uint32Array(buffer, memoryAt, words);
    for (let i = 0; i < words; i++) memory[i] = (memory[i] ?? 0) ^ (base[i] ?? 0);
  }
}

async function unpackInto(
  target: Uint8Array<ArrayBuffer>,
  packed: Uint8Array<ArrayBuffer>,
  file: ListedFile,
): Promise<Uint8Array<ArrayBuffer>> {
  let at = 0;
  try {
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    for (const reader = stream.getReader(); ; ) {
      const piece = await reader.read();
      if (piece.done) break;
      target.set(piece.value, at);
      at += piece.value.length;
    }
  } catch {
    throw damaged(file, "it cannot be unpacked");
  }
  if (at < target.length) throw damaged(file, "it is shorter than listed");
  return target;
}
