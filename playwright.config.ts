import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);

/** One worker: two browsers beside Python and the model would measure each other. */
export default defineConfig({
  projects: [
    { name: "browser", testDir: "tests/browser" },
    { name: "soak-short", testDir: "tests/soak", testMatch: "short.spec.ts" },
  ],
  workers: 1,
  fullyParallel: false,
  timeout: 60_000,
  globalSetup: "./tests/browser/set-up.ts",
  reporter: [["list"]],
  use: {
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: chromium,
      args: [
        "--no-sandbox",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--enable-blink-features=ForceEagerMeasureMemory",
      ],
    },
  },
});
