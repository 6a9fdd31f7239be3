/** Memory of the interpreter, in bytes. */

import type { PyodideAPI } from "pyodide";

/** The parts of Pyodide's module that have no public name. */
interface Module {
  HEAPU8: Uint8Array;
  HEAPU32: Uint32Array;
  _malloc(bytes: number): number;
  _free(at: number): void;
  _mallinfo(into: number): void;
}

/** C's `struct mallinfo`: ten numbers, of which the eighth (`uordblks`) is what is handed out now. */
const MALLINFO_WORDS = 10;
const HANDED_OUT = 7;

/** The whole heap; it grows in steps and never shrinks, and the heap probe does not see it. */
export function heapBytes(pyodide: PyodideAPI): number {
  return moduleOf(pyodide).HEAPU8.length;
}

/**
 * What C's allocator has handed out and not got back: all of Python's objects and numpy's arrays.
 *
 * This build of Python has no allocator of its own, so the number is exact, and `sys.getallocatedblocks()` is 0.
 */
export function liveBytes(pyodide: PyodideAPI): number {
  const module = moduleOf(pyodide);
  const at = module._malloc(MALLINFO_WORDS * 4);
  module._mallinfo(at);
  const bytes = module.HEAPU32[(at >>> 2) + HANDED_OUT] ?? 0;
  module._free(at);
  return bytes;
}

function moduleOf(pyodide: PyodideAPI): Module {
  return (pyodide as unknown as { _module: Module })._module;
}
