/** How much memory the model runtime holds; its glue code hides the memory that it makes, so the maker is watched. */

const made: WebAssembly.Memory[] = [];

/** From now on every wasm memory of this worker is counted. Call once, before the runtime is loaded. */
export function watchMemories(): void {
  const Memory = WebAssembly.Memory;
  Object.assign(WebAssembly, {
    Memory: class extends Memory {
      constructor(descriptor: WebAssembly.MemoryDescriptor) {
        super(descriptor);
        made.push(this);
      }
    },
  });
}

/** Bytes of all of them; they never shrink. */
export function modelBytes(): number {
  return made.reduce((sum, memory) => sum + memory.buffer.byteLength, 0);
}
