/** Listed files of a site, loaded whole and checked; for both workers. */

import type { ListedFile } from "./wire";

/** No byte for so long means that none will come. */
const STALLED_MS = 30_000;

/** Something that start-up cannot go on without; `detail` says what to do. */
export class LoadError extends Error {
  readonly code: string;
  readonly detail: string;

  constructor(code: string, detail: string) {
    super(`${code}: ${detail}`);
    this.code = code;
    this.detail = detail;
  }
}

/** Any thrown value as a `LoadError`; `code` is for those that have none of their own. */
export function asLoadError(thrown: unknown, code: string): LoadError {
  if (thrown instanceof LoadError) return thrown;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return new LoadError(code, text.trim().split("\n").at(-1)?.slice(0, 400) ?? "");
}

/**
 * The bytes of one file; `loaded` is told the number of every piece that arrives.
 *
 * Throws a LoadError: `file-missing` (no answer, or not 200), `file-stalled`, `file-damaged` (another size or digest than
 * listed, such as an HTML page in the file's place).
 */
export async function download(
  folder: string,
  file: ListedFile,
  loaded: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const address = new URL(file.path, folder);
  const stall = new AbortController();
  let timer = setTimeout(() => stall.abort(), STALLED_MS);
  const stillComing = (bytes: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => stall.abort(), STALLED_MS);
    loaded(bytes);
  };
  try {
    const response = await fetch(address, { signal: stall.signal });
    if (!response.ok || !response.body) throw missing(file, `the server says ${response.status}`);
    const bytes = await readWhole(response.body, file, stillComing);
    await checkDigest(bytes, file);
    return bytes;
  } catch (error) {
    if (error instanceof LoadError) throw error;
    if (stall.signal.aborted) throw new LoadError("file-stalled", `${file.path} stopped arriving. Reload the page.`);
    throw missing(file, String(error));
  } finally {
    clearTimeout(timer);
  }
}

/** One JSON file of the site; errors as for `download`. */
export async function downloadJson<T extends { format: number }>(address: string, format: number): Promise<T> {
  const path = address.split("/").at(-1) ?? address;
  const file = { path, bytes: 0, sha256: "" };
  const response = await fetch(address).catch((error: unknown) => {
    throw missing(file, String(error));
  });
  if (!response.ok) throw missing(file, `the server says ${response.status}`);
  const content = (await response.json().catch(() => null)) as T | null;
  if (typeof content !== "object" || content === null) throw damaged(file, "it is not JSON");
  if (content.format !== format) throw damaged(file, `its format is ${content.format}, not ${format}`);
  return content;
}

/** What a gzip file holds; `file-damaged` when it is none. */
export async function gunzipped(bytes: Uint8Array<ArrayBuffer>, file: ListedFile): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    throw damaged(file, "it cannot be unpacked");
  }
}

/** Refuses bytes that cannot be the file they should be. */
export function checkMagic(bytes: Uint8Array, magic: readonly number[], file: ListedFile): void {
  if (magic.some((byte, at) => bytes[at] !== byte)) throw damaged(file, "it is a file of another kind");
}

export function missing(file: ListedFile, why: string): LoadError {
  return new LoadError(
    "file-missing",
    `${file.path} cannot be loaded (${why}). Reload the page, or build the site again.`,
  );
}

export function damaged(file: ListedFile, why: string): LoadError {
  return new LoadError("file-damaged", `${file.path} is damaged: ${why}. Reload the page, or build the site again.`);
}

async function readWhole(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  file: ListedFile,
  loaded: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.bytes);
  const reader = body.getReader();
  let at = 0;
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    if (at + piece.value.length > bytes.length) {
      await reader.cancel();
      throw damaged(file, `it is longer than ${file.bytes} bytes`);
    }
    bytes.set(piece.value, at);
    at += piece.value.length;
    loaded(piece.value.length);
  }
  if (at < bytes.length) throw damaged(file, `${at} of ${file.bytes} bytes came`);
  return bytes;
}

async function checkDigest(bytes: Uint8Array<ArrayBuffer>, file: ListedFile): Promise<void> {
  // Without a secure context there is no digest; size, magic numbers and the formats' own checksums remain.
  if (!globalThis.crypto?.subtle) return;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const found = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
  if (found !== file.sha256) throw damaged(file, "its digest is not the listed one");
}
