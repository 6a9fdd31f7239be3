/**
 * Core worker: Python and everything it remembers.
 *
 * Requests that come before Python is there wait in order; when the start fails, each is answered with the reason.
 */

import { asLoadError, type LoadError } from "../download";
import { Progress } from "../progress";
import type { FromCoreWorker, RequestId, TabNews, ToCoreWorker } from "../wire";
import { BlockDb } from "./block-db";
import { boot } from "./boot";
import { EmbedderLink } from "./embedder-link";
import { Endpoints } from "./endpoints";
import { withPlainErrors } from "./plain-errors";
import type { BlockFunctions, PythonHost, SessionFunctions, Surroundings } from "./python-host";
import { SessionDb } from "./session-db";

const MAX_WAITING = 100;
const HELD_NOTICE =
  "Everything is erased, but another tab of this site holds its empty database open. Close that tab; until then what is said is kept for this visit alone.";

type State =
  | { name: "starting"; waiting: string[] }
  | { name: "running"; host: PythonHost }
  | { name: "failed"; error: LoadError };

let state: State = { name: "starting", waiting: [] };
let embedder: { name: string; dimensions: number } | undefined;

const post = (message: FromCoreWorker) => self.postMessage(message);

const link = new EmbedderLink({
  ready: (name, dimensions) => {
    embedder = { name, dimensions };
    if (state.name === "running") state.host.embedderReady(name, dimensions);
  },
  gone: (code, detail) => {
    embedder = undefined;
    if (state.name === "running") state.host.embedderGone(code, detail);
  },
});

self.onmessage = (event: MessageEvent<ToCoreWorker>) => {
  const message = event.data;
  if (message.kind === "boot") {
    link.connect(message.port);
    void start(message.site, message.session ?? "page");
  } else if (message.kind === "embedder") {
    link.connect(message.port);
    if (state.name === "running") link.warmUp();
  } else if (message.kind === "request") take(message.json);
  else if (message.kind === "install") void install(message.wheel);
  else reportHeap();
};

async function start(site: string, session: string): Promise<void> {
  const progress = new Progress("runtime", post);
  try {
    const host = await boot(site, surroundings(site, session), progress);
    const waiting = state.name === "starting" ? state.waiting : [];
    state = { name: "running", host };
    if (embedder) host.embedderReady(embedder.name, embedder.dimensions);
    progress.enter("ready");
    waiting.forEach(take);
    link.warmUp();
  } catch (thrown) {
    const error = asLoadError(thrown, "start-failed");
    const waiting = state.name === "starting" ? state.waiting : [];
    state = { name: "failed", error };
    progress.fail(error);
    waiting.forEach(take);
  }
}

function surroundings(site: string, session: string): Surroundings {
  const sessions = new SessionDb(new URL(site).pathname);
  const news = new BroadcastChannel(`limpet:${new URL(site).pathname}:memory`);
  const note = (code: string, text: string) =>
    post({ kind: "event", json: JSON.stringify({ type: "notice", id: null, code, text }) });
  const blocks = new BlockDb(
    new URL(site).pathname,
    () => news.postMessage({ kind: "changed" } satisfies TabNews),
    () => note("memory-held", HELD_NOTICE),
  );
  news.addEventListener("message", ({ data }: MessageEvent<TabNews>) => data.kind === "changed" && blocks.hear());
  const endpoints = new Endpoints();
  return {
    post: (json) => post({ kind: "event", json }),
    embed: (textsJson) => link.embed(JSON.parse(textsJson) as string[]),
    session,
    sessions: withPlainErrors<SessionFunctions>({
      load: (name, now_s) => sessions.load(name, now_s),
      save: (name, text, expires_s, now_s, seen) => sessions.save(name, text, expires_s, now_s, seen),
      delete: (name) => sessions.delete(name),
      expired: async (now_s) => JSON.stringify(await sessions.expired(now_s)),
      others: async (name) => JSON.stringify(await sessions.others(name)),
    }),
    endpoint: {
      post: (number, requestJson) => endpoints.post(number, requestJson),
      read: (number) => endpoints.read(number),
      close: (number) => endpoints.close(number),
    },
    blocks: withPlainErrors<BlockFunctions>({
      put: (id, user, ended_s, head, body) => blocks.put(id, user, ended_s, head, body),
      get: (id) => blocks.get(id),
      newest: (user, after_s, after_id, count) => blocks.newest(user, after_s, after_id, count),
      delete_all: (idsJson) => blocks.delete(JSON.parse(idsJson) as string[]),
      clear: () => blocks.clear(),
      size: () => blocks.size(),
      load_ledger: (user) => blocks.loadLedger(user),
      save_ledger: (user, text) => blocks.saveLedger(user, text),
      version: (user) => blocks.version(user),
      hold: () => blocks.lock.hold(),
      let_go: (ticket) => blocks.lock.letGo(ticket),
    }),
    note: (text) => note("slow-start", text),
  };
}

function take(line: string): void {
  if (state.name === "running") state.host.handle(line);
  else if (state.name === "failed") refuse(line, state.error.code, state.error.detail);
  else if (state.waiting.length < MAX_WAITING) state.waiting.push(line);
  else refuse(line, "too-many-requests", `${MAX_WAITING} requests wait already; send this one again later.`);
}

function refuse(line: string, code: string, detail: string): void {
  let id: RequestId | null = null;
  try {
    id = (JSON.parse(line) as { id: RequestId }).id;
  } catch {
    // a line that is no request gets the same answer, without a number
  }
  post({ kind: "event", json: JSON.stringify({ type: "error", id, code, detail }) });
}

async function install(wheel: string): Promise<void> {
  try {
    if (state.name !== "running") throw new Error("Python has not started yet.");
    await state.host.install(wheel);
    post({ kind: "installed", wheel });
  } catch (thrown) {
    const { code, detail } = asLoadError(thrown, "install-failed");
    post({ kind: "installed", wheel, code, detail });
  }
}

function reportHeap(): void {
  const heap = state.name === "running" ? state.host.heap() : { pyodide_bytes: 0, python_live_bytes: 0 };
  post({ kind: "heap", ...heap });
}
