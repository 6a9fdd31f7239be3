/** Pyodide's start, made to end: with an interpreter, or with an error that has a code. */

import { asLoadError, LoadError } from "../download";

/** Longer than the interpreter takes on the slowest link that anybody would wait for. */
const DEADLINE_MS = 180_000;

/**
 * Runs `start`, and rejects with a LoadError when the wasm file is missing or damaged.
 *
 * Pyodide 314 only warns when its wasm cannot be instantiated and then waits for ever, so that one call is watched.
 */
export async function guarded<T>(start: () => Promise<T>): Promise<T> {
  const instantiate = WebAssembly.instantiateStreaming;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const broken = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new LoadError("runtime-stalled", "Python did not start. Reload the page.")),
      DEADLINE_MS,
    );
    const watched: typeof instantiate = async (source, imports) => {
      try {
        return await instantiate.call(WebAssembly, checked(source), imports);
      } catch (error) {
        reject(asLoadError(error, "runtime-damaged"));
        throw error;
      }
    };
    Object.assign(WebAssembly, { instantiateStreaming: watched });
  });
  try {
    return await Promise.race([start(), broken]);
  } finally {
    clearTimeout(timer);
    Object.assign(WebAssembly, { instantiateStreaming: instantiate });
  }
}

async function checked(source: Response | PromiseLike<Response>): Promise<Response> {
  const response = await source;
  if (response.ok) return response;
  throw new LoadError(
    "file-missing",
    `${response.url.split("/").at(-1)} cannot be loaded (the server says ${response.status}).`,
  );
}
