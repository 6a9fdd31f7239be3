import { defineConfig } from "@playwright/test";
import shared from "../../playwright.config";

/** The long conversation alone: `make soak`. */
export default defineConfig({
  ...shared,
  testDir: ".",
  globalSetup: undefined,
  projects: [{ name: "soak", testDir: ".", testMatch: "long.spec.ts" }],
});
