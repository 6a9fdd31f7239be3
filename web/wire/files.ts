/** One file that a worker loads; `path` is relative to the folder of the manifest that lists it. */
export interface ListedFile {
  path: string;
  bytes: number;
  sha256: string;
}

/**
 * `SITE/runtime/runtime.json`: all that the two workers load, whatever the site's documents are. Beside it lie, under
 * their own names, pyodide.mjs, pyodide.asm.mjs, pyodide.asm.wasm, python_stdlib.zip, ort.wasm.min.mjs,
 * ort-wasm-simd-threaded.mjs and ort-wasm-simd-threaded.wasm. Roles name a `path` of `files`.
 */
export interface RuntimeManifest {
  format: 1;
  versions: Record<string, string>;
  files: ListedFile[];
  /** Memory snapshot of the bare interpreter; null: plain start. */
  snapshot: string | null;
  /** Its size when it is unpacked. */
  snapshot_bytes: number;
  /** How much of the memory that Pyodide's wasm begins with is to be put back under it. */
  snapshot_base_bytes: number;
  /** Wheels that are there from the start (numpy, snowballstemmer, limpet), in load order. */
  wheels: string[];
  /** Wheels that are installed when asked for; the first is micropip itself, the second what it needs, if anything. */
  on_demand: string[];
  model: string;
  tokenizer: string;
  /** The model's name, as the index records it. */
  model_name: string;
}

/** `SITE/site.json`: what belongs to this site. */
export interface SiteManifest {
  format: 1;
  title: string;
  index: ListedFile;
  /** Who decides how to answer: "rules" or "network"; left out: what was found better. */
  policy?: string;
  /** First questions and other settings for the page. */
  [more: string]: unknown;
}
