import { cacheName, cachePrefix } from "./cache-names";
import { fetchList, isIntact, LIST, type ListedFile, readList } from "./file-list";
import { isolated } from "./isolation";

const DIGEST_HEADER = "X-Limpet-Sha256";

/** The verified files of one version of a site. */
export class Precache {
  private files: Promise<Map<string, ListedFile>> | null = null;

  constructor(
    private readonly scope: string,
    private readonly caches: CacheStorage,
    private readonly damaged: (path: string) => void,
  ) {}

  /** Fetches the list of this version's files and keeps it. */
  async begin(): Promise<void> {
    const cache = await this.open();
    await cache.put(this.listAddress, await fetchList(this.scope));
  }

  /** Fetches and verifies every file that is not there yet; takes equal ones from the older versions' caches. */
  async complete(): Promise<void> {
    const cache = await this.open();
    for (const [address, file] of await this.list()) {
      if ((await cache.match(address))?.headers.get(DIGEST_HEADER) === file.sha256) continue;
      const old = await this.fromOlder(file);
      if (old) await cache.put(address, old);
      else if (!(await this.fetchInto(cache, address, file))) throw new Error(`${file.path} is damaged`);
    }
  }

  /** The kept file of an address, or nothing. */
  async match(address: string): Promise<Response | undefined> {
    return (await this.open()).match(address);
  }

  /** Keeps a response that the page has just loaded, if it is one of the site's files and intact. */
  async keep(address: string, response: Response): Promise<void> {
    const file = (await this.list()).get(address);
    const cache = await this.open();
    if (!file || !response.ok || (await cache.match(address))) return;
    await this.store(cache, address, file, response);
  }

  /** Drops the caches of all other versions. */
  async dropOlder(): Promise<void> {
    await Promise.all((await this.olderNames()).map((name) => this.caches.delete(name)));
  }

  private get listAddress(): string {
    return new URL(LIST, this.scope).href;
  }

  private open(): Promise<Cache> {
    return this.caches.open(cacheName(this.scope));
  }

  private async list(): Promise<Map<string, ListedFile>> {
    this.files ??= this.readKept();
    try {
      return await this.files;
    } catch (error) {
      this.files = null;
      throw error;
    }
  }

  private async readKept(): Promise<Map<string, ListedFile>> {
    const kept = await (await this.open()).match(this.listAddress);
    return readList(kept ?? (await fetchList(this.scope)), this.scope);
  }

  private async olderNames(): Promise<string[]> {
    const [prefix, own] = [cachePrefix(this.scope), cacheName(this.scope)];
    return (await this.caches.keys()).filter((name) => name.startsWith(prefix) && name !== own);
  }

  private async fromOlder(file: ListedFile): Promise<Response | undefined> {
    for (const name of await this.olderNames()) {
      const found = await (await this.caches.open(name)).match(new URL(file.path, this.scope).href);
      if (found?.headers.get(DIGEST_HEADER) === file.sha256) return found;
    }
    return undefined;
  }

  /** The browser's own cache may hold an older version of a file, so a wrong digest is asked for once more. */
  private async fetchInto(cache: Cache, address: string, file: ListedFile): Promise<boolean> {
    for (const mode of ["default", "reload"] as const) {
      const response = await fetch(address, { cache: mode });
      if (response.ok && (await this.store(cache, address, file, response, mode === "reload"))) return true;
    }
    return false;
  }

  private async store(
    cache: Cache,
    address: string,
    file: ListedFile,
    response: Response,
    doesTell = true,
  ): Promise<boolean> {
    const bytes = await response.arrayBuffer();
    if (!(await isIntact(bytes, file))) {
      if (doesTell) this.damaged(file.path);
      return false;
    }
    const type = response.headers.get("Content-Type") ?? "application/octet-stream";
    const headers = { "Content-Type": type, "Content-Length": String(bytes.byteLength), [DIGEST_HEADER]: file.sha256 };
    await cache.put(address, isolated(new Response(bytes, { headers })));
    return true;
  }
}
