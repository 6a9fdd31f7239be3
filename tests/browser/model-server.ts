import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Behaviour =
  | "answers"
  | "web page"
  | "refuses key"
  | "busy"
  | "hangs"
  | "breaks off"
  | "garbage"
  | "no CORS";

export interface ModelServer {
  /** As a visitor enters it. */
  url: string;
  origin: string;
  /** Bodies of the requests, in order, and the headers of the last. */
  came: { messages: { role: string; content: string }[]; model: string; stream: boolean }[];
  headers: IncomingHttpHeaders;
  /** Requests whose client left before the end. */
  left: number;
  behaviour: Behaviour;
  /** What it writes, given what it was asked. */
  text: (asked: string) => string;
  pause_ms: number;
  close(): Promise<void>;
}

const STATUS: Partial<Record<Behaviour, number>> = { "refuses key": 401, busy: 429 };
const PIECE_CHARS = 9;

/** A model server of a test on a free loopback port, on another origin than the page: an OpenAI-compatible stream. */
export async function serveModel(): Promise<ModelServer> {
  const server = createServer((request, response) => {
    const cors = {
      "Access-Control-Allow-Origin": "*",
      "Access-Control-Allow-Headers": "authorization, content-type",
      "Access-Control-Allow-Private-Network": "true",
    };
    const allowed = model.behaviour === "no CORS" ? {} : cors;
    if (request.method === "OPTIONS") {
      response.writeHead(204, allowed).end();
      return;
    }
    let body = "";
    request.on("data", (piece) => {
      body += piece;
    });
    request.on("end", () => {
      model.came.push(JSON.parse(body));
      model.headers = request.headers;
      response.on("close", () => {
        if (!response.writableFinished) model.left += 1;
      });
      const asked = model.came.at(-1)?.messages.at(-1)?.content ?? "";
      void answer(response, allowed, model.text(asked));
    });
  });

  async function answer(response: ServerResponse, headers: Record<string, string>, text: string): Promise<void> {
    const { behaviour } = model;
    if (behaviour === "web page") {
      response.writeHead(200, { ...headers, "Content-Type": "text/html" }).end("<!doctype html><p>Welcome</p>");
      return;
    }
    const status = STATUS[behaviour];
    if (status) {
      response.writeHead(status, { ...headers, "Content-Type": "application/json" }).end('{"error":{"message":"no"}}');
      return;
    }
    response.writeHead(200, { ...headers, "Content-Type": "text/event-stream" });
    if (behaviour === "garbage") {
      response.end("data: {no json\n\n");
      return;
    }
    for (let start = 0; start < text.length; start += PIECE_CHARS) {
      if (behaviour === "breaks off" && start > text.length / 2) return void response.destroy();
      const delta = { content: text.slice(start, start + PIECE_CHARS) };
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`);
      await new Promise((resolve) => setTimeout(resolve, model.pause_ms));
      if (behaviour === "hangs" && start > 2 * PIECE_CHARS) return;
    }
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}\n\n`);
    response.end("data: [DONE]\n\n");
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const model: ModelServer = {
    url: `${origin}/v1`,
    origin,
    came: [],
    headers: {},
    left: 0,
    behaviour: "answers",
    text: () => "ready",
    pause_ms: 2,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return model;
}
