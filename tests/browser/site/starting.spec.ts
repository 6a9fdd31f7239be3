import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect } from "@playwright/test";
import { ChatPage } from "../chat-page";
import { test } from "../demo";

test.describe.configure({ timeout: 180_000 });

const SNAPSHOT = "snapshot.bin.gz";

/** A snapshot of something else, listed as it should be. */
const OTHER = gzipSync(Buffer.from("no memory of any interpreter ".repeat(4000)));

function listingOther(bytes: Buffer): Buffer {
  const manifest = JSON.parse(bytes.toString()) as { files: { path: string; bytes: number; sha256: string }[] };
  const sha256 = createHash("sha256").update(OTHER).digest("hex");
  manifest.files = manifest.files.map((file) =>
    file.path === SNAPSHOT ? { path: SNAPSHOT, bytes: OTHER.length, sha256 } : file,
  );
  return Buffer.from(JSON.stringify(manifest));
}

for (const [what, change] of [
  ["is missing", (path: string, bytes: Buffer) => (path.endsWith(SNAPSHOT) ? null : bytes)],
  ["is damaged", (path: string, bytes: Buffer) => (path.endsWith(SNAPSHOT) ? Buffer.from("<!doctype html>") : bytes)],
  [
    "is of another interpreter",
    (path: string, bytes: Buffer) =>
      path.endsWith(SNAPSHOT) ? OTHER : path.endsWith("runtime.json") ? listingOther(bytes) : bytes,
  ],
] as const) {
  test(`when the memory snapshot ${what} Python starts without it, with a notice`, async ({ page, demo }) => {
    const served = await demo.serve({ isIsolated: true, change });
    const chat = new ChatPage(page);
    await chat.open(`${served.url}shop/`);
    await expect(await chat.ask("Do you have any cotton kurtas?")).toContainText(/kurta/i);
    await expect(page.locator('.notices [data-code="slow-start"]')).toContainText("starts without it");
    await expect(page.locator(".failure")).toHaveCount(0);
    await served.close();
  });
}

test("the core worker installs a wheel of the site when it is asked to, and no other", async ({ page, sites }) => {
  const chat = new ChatPage(page);
  await chat.open(`${sites.url}shop/`);
  await chat.ask("hello");
  const found = page.workers().map((worker) => worker.evaluate(() => [self.name, self.location.href] as const));
  const script = (await Promise.all(found)).find(([name]) => name === "limpet-core")?.[1];
  const installed = await page.evaluate(
    async ([address, site]) => {
      const core = new Worker(address as string, { type: "module", name: "trial" });
      const next = (isWanted: (data: Record<string, unknown>) => boolean) =>
        new Promise<Record<string, unknown>>((resolve) => {
          core.addEventListener("message", ({ data }) => isWanted(data) && resolve(data));
        });
      const { port1 } = new MessageChannel();
      const ready = next((data) => data.kind === "stage" && data.stage === "ready");
      core.postMessage({ kind: "boot", site, session: "trial", port: port1 }, [port1]);
      await ready;
      const install = async (wheel: string) => {
        const answer = next((data) => data.kind === "installed" && data.wheel === wheel);
        core.postMessage({ kind: "install", wheel });
        return (await answer).code;
      };
      const runtime = await (await fetch(new URL("runtime/runtime.json", site as string))).json();
      const wheel = runtime.on_demand.at(-1) as string;
      const codes = [wheel, wheel, "requests-2.0-py3-none-any.whl"].map(install);
      const all = await Promise.all(codes);
      core.terminate();
      return all;
    },
    [script, `${sites.url}shop/`],
  );
  expect(installed).toEqual([undefined, undefined, "unknown-wheel"]);
});
