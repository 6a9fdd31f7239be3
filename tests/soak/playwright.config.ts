import { defineConfig } from "@playwright/test";
import shared from "../../playwright.config";

/** What takes long: `make soak` runs the project soak, `make bench-memory` the project blocks. */
export default defineConfig({
  ...shared,
  testDir: ".",
  globalSetup: undefined,
  projects: [
    { name: "soak", testDir: ".", testMatch: ["long.spec.ts", "kills.spec.ts"] },
    { name: "blocks", testDir: ".", testMatch: "blocks.spec.ts" },
  ],
});
