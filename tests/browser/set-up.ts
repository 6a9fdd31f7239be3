import { resolve } from "node:path";
import { build } from "vite";
import { serveFolder } from "./static-server";

/** Builds the page of single parts and serves it for all tests; its address is in PARTS_URL. */
export default async function setUp(): Promise<() => Promise<void>> {
  const root = resolve(import.meta.dirname, "../..");
  await build({ configFile: resolve(root, "vite.config.ts"), mode: "parts", logLevel: "warn" });
  const parts = await serveFolder(resolve(root, "build/parts"), { isIsolated: true });
  process.env.PARTS_URL = parts.url;
  return parts.close;
}
