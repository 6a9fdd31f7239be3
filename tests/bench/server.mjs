// A static server for the bench: several folders under one origin, isolation headers, ten minutes of HTTP cache, as a
// plain host would send. It remembers which paths were asked for.

import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { join, normalize } from "node:path";

const TYPES = {
  html: "text/html",
  js: "text/javascript",
  mjs: "text/javascript",
  json: "application/json",
  css: "text/css",
  wasm: "application/wasm",
  txt: "text/plain",
};

/** `folders`: first path part -> folder on disk. */
export async function serve(folders) {
  const asked = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const [, first, ...rest] = normalize(path).split("/");
    const file = folders[first] && join(folders[first], rest.join("/") || "index.html");
    let size;
    try {
      size = statSync(file).size;
    } catch {
      response.writeHead(404).end();
      return;
    }
    const etag = `"${size}-${first}"`;
    const headers = {
      "content-type": TYPES[file.split(".").at(-1)] ?? "application/octet-stream",
      "content-length": size,
      "cache-control": "max-age=600",
      etag,
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-embedder-policy": "require-corp",
      "cross-origin-resource-policy": "same-origin",
    };
    asked.push(path);
    if (request.headers["if-none-match"] === etag) {
      asked.pop();
      response.writeHead(304, headers).end();
      return;
    }
    response.writeHead(200, headers);
    createReadStream(file).pipe(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${server.address().port}`, asked, close: () => server.close() };
}
