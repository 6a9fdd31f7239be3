import { resolve } from "node:path";
import { defineConfig } from "vite";

const web = resolve(import.meta.dirname, "web");
const parts = resolve(import.meta.dirname, "tests/browser/fixtures");

/** `vite build` makes the page for `limpet build`; `--mode parts` makes the page that the browser tests of single parts drive. */
export default defineConfig(({ mode }) => {
  const isParts = mode === "parts";
  const sw = resolve(web, "service-worker/main.ts");
  const input: Record<string, string> = isParts
    ? { parts: resolve(parts, "index.html"), sw }
    : { page: resolve(web, "index.html"), sw };
  return {
    root: isParts ? parts : web,
    base: "./",
    publicDir: resolve(isParts ? parts : web, "public"),
    resolve: { conditions: ["onnxruntime-web-use-extern-wasm", "module", "browser", "development|production"] },
    worker: { format: "es" },
    build: {
      outDir: resolve(import.meta.dirname, isParts ? "build/parts" : "build/page"),
      emptyOutDir: true,
      target: "es2022",
      cssTarget: ["chrome123", "firefox120", "safari17.5"],
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1200,
      rollupOptions: {
        input,
        output: {
          entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
          chunkFileNames: "assets/[name]-[hash].js",
          assetFileNames: "assets/[name]-[hash][extname]",
        },
      },
    },
  };
});
