import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { test as plain } from "@playwright/test";
import { type ServedSite, type ServeOptions, serveFolder } from "./static-server";

const ROOT = resolve(import.meta.dirname, "../..");
const BUILD_S = 900;

export interface Demo {
  folder: string;
  serve(options?: ServeOptions): Promise<ServedSite>;
}

/** Builds the demo sites once (what has not changed is not made again) and serves them for each test. */
export const test = plain.extend<{ sites: ServedSite }, { demo: Demo }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const folder = process.env.LIMPET_DEMO ?? resolve(ROOT, "build/demo");
      if (!process.env.LIMPET_DEMO) {
        const limpet = resolve(ROOT, ".venv/bin/limpet");
        execFileSync(limpet, ["demo", "--build-only", "-o", folder], {
          cwd: ROOT,
          timeout: BUILD_S * 1000,
          stdio: ["ignore", "ignore", "inherit"],
        });
      }
      await use({ folder, serve: (options) => serveFolder(folder, options) });
    },
    { scope: "worker", timeout: BUILD_S * 1000 },
  ],
  sites: async ({ demo }, use) => {
    const served = await demo.serve({ isIsolated: true });
    await use(served);
    await served.close();
  },
});
