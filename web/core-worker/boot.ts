/** Start-up of the core worker: files, interpreter, our Python, index; every way out is an end. */

import type { PyodideAPI } from "pyodide";
import { asLoadError, checkMagic, damaged, download, downloadJson, gunzipped, LoadError } from "../download";
import type { Progress } from "../progress";
import type { ListedFile, RuntimeManifest, SiteManifest } from "../wire";
import { startInterpreter, unpackWheels } from "./interpreter";
import { PythonHost, type Surroundings } from "./python-host";
import { Snapshot } from "./snapshot";

const ZIP_MAGIC = [0x50, 0x4b] as const;
const WASM = "pyodide.asm.wasm";
const STANDARD_LIBRARY = "python_stdlib.zip.gz";

/** Starts everything; rejects with a LoadError. Files are fetched at once, and used as soon as they are needed. */
export async function boot(site: string, surroundings: Surroundings, progress: Progress): Promise<PythonHost> {
  const folder = new URL("runtime/", site).href;
  const [manifest, description] = await Promise.all([
    downloadJson<RuntimeManifest>(new URL("runtime.json", folder).href, 1),
    downloadJson<SiteManifest>(new URL("site.json", site).href, 1),
  ]);
  const files = new Files(folder, manifest, progress);
  const wasm = files.listed(WASM);
  progress.expect(
    files.plannedBytes([STANDARD_LIBRARY, manifest.snapshot, ...manifest.wheels]) +
      wasm.bytes +
      description.index.bytes,
  );
  const wheels = Promise.all(manifest.wheels.map((path) => files.fetchZip(path)));
  const index = download(site, description.index, progress.add);
  for (const promise of [wheels, index]) promise.catch(() => undefined); // looked at below; no second report
  const snapshot = files.fetchSnapshot();
  const standardLibrary = await files.fetchZip(STANDARD_LIBRARY);
  const pyodide = await startInterpreter({ folder, standardLibrary, snapshot }, surroundings.note);
  progress.add(wasm.bytes);
  progress.enter("core");
  const host = startCore(pyodide, await wheels, surroundings, files);
  progress.enter("index");
  await host.start(await index, String(description.policy ?? ""));
  return host;
}

function startCore(
  pyodide: PyodideAPI,
  wheels: Uint8Array<ArrayBuffer>[],
  surroundings: Surroundings,
  files: Files,
): PythonHost {
  try {
    unpackWheels(pyodide, wheels);
    return new PythonHost(pyodide, surroundings, (path) => files.fetchOnDemand(path));
  } catch (error) {
    throw asLoadError(error, "core-failed");
  }
}

/** The runtime's files by their listed names. */
class Files {
  readonly #folder: string;
  readonly #manifest: RuntimeManifest;
  readonly #progress: Progress;

  constructor(folder: string, manifest: RuntimeManifest, progress: Progress) {
    this.#folder = folder;
    this.#manifest = manifest;
    this.#progress = progress;
  }

  listed(path: string): ListedFile {
    const file = this.#manifest.files.find((candidate) => candidate.path === path);
    if (!file) throw damaged({ path: "runtime.json", bytes: 0, sha256: "" }, `it does not list ${path}`);
    return file;
  }

  plannedBytes(paths: (string | null)[]): number {
    return paths.reduce((sum, path) => sum + (path ? this.listed(path).bytes : 0), 0);
  }

  fetch(path: string): Promise<Uint8Array<ArrayBuffer>> {
    return download(this.#folder, this.listed(path), this.#progress.add);
  }

  /** A file as it was before `.gz`: hosts that do not compress still send few bytes. */
  async fetchUnpacked(path: string): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await this.fetch(path);
    return path.endsWith(".gz") ? gunzipped(bytes, this.listed(path)) : bytes;
  }

  async fetchZip(path: string): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = await this.fetchUnpacked(path);
    checkMagic(bytes, ZIP_MAGIC, this.listed(path));
    return bytes;
  }

  /** On its way; it only makes the start quicker, so a fault in it is none of the start. */
  fetchSnapshot(): Snapshot | null {
    const { snapshot, snapshot_bytes, snapshot_base_bytes } = this.#manifest;
    if (!snapshot) return null;
    return new Snapshot(this.listed(snapshot), snapshot_bytes, snapshot_base_bytes, this.fetch(snapshot));
  }

  /** micropip's own wheel, and the address of the wanted one. */
  async fetchOnDemand(path: string): Promise<{ installer: Uint8Array<ArrayBuffer>; address: string }> {
    const [installer, ...others] = this.#manifest.on_demand;
    if (!installer || !others.includes(path)) {
      throw new LoadError("unknown-wheel", `This site has no wheel ${path} to install.`);
    }
    return {
      installer: await download(this.#folder, this.listed(installer), () => undefined),
      address: new URL(path, this.#folder).href,
    };
  }
}
