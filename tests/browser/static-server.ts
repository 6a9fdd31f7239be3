import { readFile, stat } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".css": "text/css",
  ".zip": "application/zip",
};

export interface ServedSite {
  url: string;
  /** Paths that were asked for, in order. */
  asked: string[];
  close(): Promise<void>;
}

export interface ServeOptions {
  /** Path that the folder is served under, such as `/docs/`. */
  basePath?: string;
  isIsolated?: boolean;
  /** Changes what is sent: other bytes, or null for a 404. */
  change?: (path: string, bytes: Buffer) => Buffer | null;
}

/** A plain file server on a free loopback port, as simple hosts are: no compression, no isolation headers unless asked. */
export async function serveFolder(folder: string, options: ServeOptions = {}): Promise<ServedSite> {
  const { basePath = "/", isIsolated = false, change = (_path, bytes) => bytes } = options;
  const asked: string[] = [];
  const server: Server = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    const inside = path.startsWith(basePath) ? normalize(path.slice(basePath.length) || "index.html") : "..";
    asked.push(inside);
    const file = join(folder, inside.endsWith("/") ? `${inside}index.html` : inside);
    const isFile = !inside.startsWith("..") && (await stat(file).catch(() => null))?.isFile();
    const bytes = isFile ? change(inside, await readFile(file)) : null;
    if (!bytes) {
      response.writeHead(404, { "Content-Type": "text/html" }).end("<!doctype html>not here");
      return;
    }
    const isolation = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
    response.writeHead(200, {
      "Content-Type": TYPES[extname(file)] ?? "application/octet-stream",
      "Cache-Control": "no-cache",
      ...(isIsolated ? isolation : {}),
    });
    response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return { url: `http://127.0.0.1:${port}${basePath}`, asked, close };
}
