// The bench's page and the product's workers as modules that a browser loads.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "rolldown";

/** Writes them below `folder` and gives their place. */
export async function bundle(root, folder) {
  const pages = join(folder, "pages");
  const here = join(root, "tests/bench/browser");
  const inputs = {
    page: join(here, "page.mjs"),
    "stock-worker": join(here, "stock-worker.mjs"),
    "core-worker": join(root, "web/core-worker/main.ts"),
    "embedder-worker": join(root, "web/embedder-worker/main.ts"),
  };
  for (const [name, input] of Object.entries(inputs)) {
    await build({
      input: { [name]: input },
      resolve: { conditionNames: ["browser", "import", "default"] },
      logLevel: "silent",
      output: { dir: pages, format: "esm", entryFileNames: "[name].mjs" },
    });
  }
  writeFileSync(join(pages, "index.html"), '<!doctype html><script type="module" src="/pages/page.mjs"></script>');
  return pages;
}
