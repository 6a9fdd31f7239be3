/** Pyodide's start, made to end: with an interpreter, or with an error that has a code. */

import { asLoadError, LoadError } from "../download";

/** Longer than the interpreter takes on the slowest link that anybody would wait for. */
const DEADLINE_MS = 180_000;

/** Done to the interpreter's memory before anything has run there. */
type Preparation = (memory: ArrayBuffer) => Promise<void>;

/** The preparation failed, not a file that every start needs. */
class PreparationError extends Error {}

/**
 * Runs `start`, and rejects with a LoadError when the wasm file is missing or damaged.
 *
 * `prepare` may keep the start waiting; when it fails, the whole rejects, but not with a LoadError.
 *
 * Pyodide 314 only warns when its wasm cannot be instantiated and then waits for ever, so that one call is watched.
 */
export async function guarded<T>(start: () => Promise<T>, prepare: Preparation = async () => undefined): Promise<T> {
  const instantiate = WebAssembly.instantiateStreaming;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const broken = new Promise<never>((_, reject) => {
    const stalled = () => reject(new LoadError("runtime-stalled", "Python did not start. Reload the page."));
    const watched: typeof instantiate = async (source, imports) => {
      try {
        const made = await instantiate.call(WebAssembly, checked(source), imports);
        clearTimeout(timer); // what is prepared ends by itself
        await prepared(made.instance, prepare);
        timer = setTimeout(stalled, DEADLINE_MS);
        return made;
      } catch (error) {
        reject(error instanceof PreparationError ? error : asLoadError(error, "runtime-damaged"));
        throw error;
      }
    };
    timer = setTimeout(stalled, DEADLINE_MS);
    Object.assign(WebAssembly, { instantiateStreaming: watched });
  });
  try {
    return await Promise.race([start(), broken]);
  } finally {
    clearTimeout(timer);
    Object.assign(WebAssembly, { instantiateStreaming: instantiate });
  }
}

async function prepared(instance: WebAssembly.Instance, prepare: Preparation): Promise<void> {
  try {
    await prepare((instance.exports.memory as WebAssembly.Memory).buffer);
  } catch (error) {
    throw new PreparationError(asLoadError(error, "").detail);
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
