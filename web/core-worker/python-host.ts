/** Our Python, from TypeScript: every call into `limpet.host.browser` is here. Only text and byte arrays cross. */

import type { PyodideAPI } from "pyodide";
import type { PyProxy } from "pyodide/ffi";
import { asLoadError, LoadError } from "../download";
import type { EndpointFunctions } from "./endpoints";
import { unpackWheels } from "./interpreter";
import { heapBytes, liveBytes } from "./python-heap";

/** The database of blocks, as `limpet.store.indexed_db` asks for it. */
export interface BlockFunctions {
  put(
    id: string,
    user: string,
    ended_s: number,
    head: Uint8Array<ArrayBuffer>,
    body: Uint8Array<ArrayBuffer>,
  ): Promise<void>;
  get(id: string): Promise<Uint8Array | undefined>;
  newest(user: string, after_s: number | undefined, after_id: string, count: number): Promise<Uint8Array>;
  delete_all(idsJson: string): Promise<number>;
  clear(): Promise<void>;
  size(): Promise<number>;
  load_ledger(user: string): Promise<string | undefined>;
  save_ledger(user: string, text: string): Promise<void>;
  version(user: string): Promise<string | undefined>;
  /** Waits for this site's writer lock and keeps it; a ticket for `let_go`. */
  hold(): Promise<number>;
  let_go(ticket: number): void;
}

/** The database of saved sessions, as `limpet.store.indexed_db_sessions` asks for it. */
export interface SessionFunctions {
  load(name: string, now_s: number): Promise<string | undefined>;
  /** Whether it was saved: what is stored was still `seen`. */
  save(name: string, text: string, expires_s: number, now_s: number, seen: string | undefined): Promise<boolean>;
  delete(name: string): Promise<void>;
  /** `[{name, text}]` of the sessions whose time is over, as JSON. */
  expired(now_s: number): Promise<string>;
  /** `[{name, text}]` of all sessions but one, as JSON. */
  others(name: string): Promise<string>;
}

/** What Python gets from its worker; names are the Python spelling. */
export interface Surroundings {
  post(eventJson: string): void;
  embed(textsJson: string): Promise<Float32Array<ArrayBuffer>>;
  /** The name of the session that is continued. */
  session: string;
  sessions: SessionFunctions;
  endpoint: EndpointFunctions;
  blocks: BlockFunctions;
  note(text: string): void;
}

/** The functions of `limpet.host.browser`. */
interface BrowserModule extends PyProxy {
  boot(index: Uint8Array, surroundings: Surroundings, policy: string): Promise<string>;
  handle(line: string): void;
  embedder_ready(name: string, dimensions: number): void;
  embedder_gone(code: string, detail: string): void;
  install(address: string): Promise<void>;
}

/** Python's own `gc`. */
interface CollectorModule extends PyProxy {
  collect(): number;
  freeze(): void;
}

type FetchOnDemand = (path: string) => Promise<{ installer: Uint8Array<ArrayBuffer>; address: string }>;

export class PythonHost {
  readonly #pyodide: PyodideAPI;
  readonly #module: BrowserModule;
  readonly #collector: CollectorModule;
  readonly #surroundings: Surroundings;
  readonly #fetchOnDemand: FetchOnDemand;
  #hasInstaller = false;

  constructor(pyodide: PyodideAPI, surroundings: Surroundings, fetchOnDemand: FetchOnDemand) {
    this.#pyodide = pyodide;
    this.#surroundings = surroundings;
    this.#fetchOnDemand = fetchOnDemand;
    this.#module = pyodide.pyimport("limpet.host.browser") as BrowserModule;
    this.#collector = pyodide.pyimport("gc") as CollectorModule;
  }

  /**
   * Opens the index and continues the saved session; rejects with a LoadError that has Python's own code. `policy` is
   * the site's: who decides how to answer, empty for what was found better.
   */
  async start(index: Uint8Array, policy: string): Promise<void> {
    const fault = await this.#module.boot(index, this.#surroundings, policy);
    if (fault) {
      const { code, detail } = JSON.parse(fault) as { code: string; detail: string };
      throw new LoadError(code, detail);
    }
    // What is there now stays: collections need not look through the modules and the index again.
    this.#collector.freeze();
  }

  handle(line: string): void {
    this.#module.handle(line);
  }

  embedderReady(name: string, dimensions: number): void {
    this.#module.embedder_ready(name, dimensions);
  }

  embedderGone(code: string, detail: string): void {
    this.#module.embedder_gone(code, detail);
  }

  /** Installs one of the site's own wheels through micropip, which comes with the first. */
  async install(path: string): Promise<void> {
    try {
      const { installer, address } = await this.#fetchOnDemand(path);
      if (!this.#hasInstaller) unpackWheels(this.#pyodide, [installer]);
      this.#hasInstaller = true;
      await this.#module.install(address);
    } catch (error) {
      throw asLoadError(error, "install-failed");
    }
  }

  /** Sizes after a collection, so that what counts as in use is in use. */
  heap(): { pyodide_bytes: number; python_live_bytes: number } {
    this.#collector.collect();
    return { pyodide_bytes: heapBytes(this.#pyodide), python_live_bytes: liveBytes(this.#pyodide) };
  }
}
