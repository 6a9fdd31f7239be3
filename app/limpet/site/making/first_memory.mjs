// The memory that Pyodide's wasm begins with: its data, before anything has run. A snapshot holds all of it once more, so
// it is kept as what differs from it, which saves a quarter of its compressed bytes. The page does the same in
// web/core-worker/snapshot.ts.

/** Runs `start`; `seen` gets the first memory of an interpreter that is started in it. */
export async function withFirstMemory(start, seen) {
  const instantiate = WebAssembly.instantiate;
  WebAssembly.instantiate = async (...given) => {
    const made = await instantiate.apply(WebAssembly, given);
    const memory = made.instance?.exports.memory;
    if (memory) {
      WebAssembly.instantiate = instantiate;
      seen(new Uint8Array(memory.buffer));
    }
    return made;
  };
  try {
    return await start();
  } finally {
    WebAssembly.instantiate = instantiate;
  }
}

/** Bytes up to the last one that is not 0, in whole words of 16. */
export function lengthOf(base) {
  let end = base.length;
  while (end > 0 && base[end - 1] === 0) end--;
  return Math.ceil(end / 16) * 16;
}

/** Takes `base` from under a snapshot, or puts it back there: the same either way. */
export function exchange(snapshot, base) {
  const memoryAt = new DataView(snapshot.buffer, snapshot.byteOffset).getUint32(4, true); // as Pyodide's head says
  for (let i = 0; i < base.length; i++) snapshot[memoryAt + i] ^= base[i];
}
