import { createHash } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";

const PARTS = resolve(import.meta.dirname, "../../build/parts");
const MARK = "__LIMPET_PRECACHE__";

/** A copy of the page of parts as a finished site: with the list of its files, and the list's digest in its worker. */
export class OfflineSite {
  private constructor(readonly folder: string) {}

  static async make(): Promise<OfflineSite> {
    const folder = await mkdtemp(join(tmpdir(), "limpet-site-"));
    await cp(PARTS, folder, { recursive: true });
    const site = new OfflineSite(folder);
    await site.list();
    return site;
  }

  /** Changes the site's title, as a new build would. */
  async rename(title: string): Promise<void> {
    const site = JSON.parse(await readFile(join(this.folder, "site.json"), "utf8"));
    await writeFile(join(this.folder, "site.json"), JSON.stringify({ ...site, title }));
    await this.list();
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true });
  }

  private async list(): Promise<void> {
    const names = (await readdir(this.folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => relative(this.folder, join(entry.parentPath, entry.name)));
    const files = [];
    for (const path of names.filter((name) => name !== "sw.js" && name !== "precache.json").sort()) {
      const bytes = await readFile(join(this.folder, path));
      files.push({ path, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
    }
    const list = JSON.stringify({ format: 1, files });
    const digest = createHash("sha256").update(list).digest("hex").slice(0, 16);
    await writeFile(join(this.folder, "precache.json"), list);
    const worker = await readFile(join(PARTS, "sw.js"), "utf8");
    await writeFile(join(this.folder, "sw.js"), worker.replace(MARK, digest));
  }
}
