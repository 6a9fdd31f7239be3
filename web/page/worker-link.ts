import type { Event, FromCoreWorker, FromEmbedderWorker, Request, RequestId, StageReport } from "../wire";
import type { Connect, Connection } from "./connection";
import { EventChannel } from "./event-channel";

type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;
export type RequestBody = WithoutId<Request>;

export type Who = "core" | "embedder";

export interface LinkListener {
  stage(who: Who, report: StageReport): void;
  notice(code: string, text: string): void;
  heap(pyodideBytes: number, pythonLiveBytes: number): void;
  /** Requests that come before all others, whenever the core has started. */
  openings?(): RequestBody[];
}

/** A request on its way: its number, its events, which end after `done` or `error`. */
export interface Exchange {
  id: RequestId;
  events: AsyncIterable<Event>;
}

const STALL_S = 90;
const SILENCE_S = 60;
const MAX_RESTARTS = 1;

/**
 * The page's end of the core worker: numbers requests, keeps early ones until the core is up, and restarts a dead
 * worker once from the last saved memory. Every exchange ends, whatever happens to the worker.
 */
export class WorkerLink {
  private connection: Connection | null = null;
  private readonly exchanges = new Map<RequestId, EventChannel<Event>>();
  private readonly early: string[] = [];
  private lastId = 0;
  private readonly restarts = { core: 0, embedder: 0 };
  private guard: ReturnType<typeof setTimeout> | undefined;
  private failure: { code: string; detail: string } | null = null;
  isOpen = false;

  constructor(
    private readonly connect: Connect,
    private readonly site: string,
    private readonly session: string,
    private readonly listener: LinkListener,
  ) {}

  start(): void {
    this.isOpen = false;
    this.failure = null;
    this.connection = this.connect(this.site, this.session, {
      core: (message) => this.fromCore(message),
      embedder: (message) => this.fromEmbedder(message),
      died: (who, detail) => this.died(who, detail),
    });
    this.watchStart();
  }

  close(): void {
    clearTimeout(this.guard);
    this.connection?.close();
    this.connection = null;
    this.endAll("closed", "The chat was closed.");
  }

  /** Sends a request now, or when the core is up. */
  send(body: RequestBody): Exchange {
    const id = ++this.lastId;
    const channel = new EventChannel<Event>();
    if (this.failure) {
      channel.push({ type: "error", id, ...this.failure });
      channel.end();
      return { id, events: channel };
    }
    this.exchanges.set(id, channel);
    const json = JSON.stringify({ ...body, id });
    if (this.isOpen) this.post(json);
    else this.early.push(json);
    return { id, events: channel };
  }

  /** Sends a request and waits for its end; gives the last event of `type`, or throws the error as an Error. */
  async request<T extends Event["type"]>(body: RequestBody, type: T): Promise<Extract<Event, { type: T }>> {
    let found: Event | null = null;
    for await (const event of this.send(body).events) {
      if (event.type === "error" && type !== "error")
        throw Object.assign(new Error(event.detail), { code: event.code });
      if (event.type === type) found = event;
    }
    if (!found) throw new Error(`No ${type} came.`);
    return found as Extract<Event, { type: T }>;
  }

  /** Asks for the sizes of the heap; the answer arrives at the listener. */
  askHeap(): void {
    if (this.isOpen) this.connection?.post({ kind: "live_bytes" });
  }

  private post(json: string): void {
    this.connection?.post({ kind: "request", json });
    this.watchSilence();
  }

  private fromCore(message: FromCoreWorker): void {
    if (message.kind === "stage") this.fromStage(message);
    else if (message.kind === "heap") this.listener.heap(message.pyodide_bytes, message.python_live_bytes);
    else if (message.kind === "event") this.fromEvent(JSON.parse(message.json) as Event);
    this.watchSilence();
  }

  private fromStage(report: StageReport): void {
    if (report.stage === "failed") this.coreDied(report.detail ?? "", report.code);
    else {
      if (report.stage === "ready" && !this.isOpen) this.open();
      if (!this.isOpen) this.watchStart();
      this.listener.stage("core", report);
    }
  }

  private fromEmbedder(message: FromEmbedderWorker): void {
    if (message.kind !== "stage") return;
    if (!this.isOpen) this.watchStart();
    if (message.stage === "failed") this.embedderGone(message.detail ?? "", message.code);
    else this.listener.stage("embedder", message);
  }

  private fromEvent(event: Event): void {
    if (event.type === "notice") this.listener.notice(event.code, event.text);
    if (event.id === null) return;
    const channel = this.exchanges.get(event.id);
    channel?.push(event);
    if (event.type !== "done" && event.type !== "error") return;
    channel?.end();
    this.exchanges.delete(event.id);
  }

  private open(): void {
    this.isOpen = true;
    clearTimeout(this.guard);
    for (const first of this.listener.openings?.() ?? []) void this.request(first, "done").catch(() => undefined);
    for (const json of this.early.splice(0)) this.post(json);
  }

  private died(who: Who, detail: string): void {
    if (who === "core") this.coreDied(detail);
    else if (this.restarts.embedder >= MAX_RESTARTS) this.embedderGone(detail);
    else {
      this.restarts.embedder += 1;
      this.connection?.restartEmbedder();
    }
  }

  private embedderGone(detail: string, code = "embedder-stopped"): void {
    this.listener.stage("embedder", { kind: "stage", stage: "failed", loaded_bytes: 0, total_bytes: 0, code, detail });
    const sentence = "The language model could not be loaded, so answers go by words only.";
    this.listener.notice(code, `${sentence} ${detail}`.trim());
  }

  private coreDied(detail: string, code = "worker-stopped"): void {
    clearTimeout(this.guard);
    this.connection?.close();
    this.connection = null;
    const canRestart = this.isOpen && this.restarts.core < MAX_RESTARTS;
    this.isOpen = false;
    if (canRestart) {
      this.restarts.core += 1;
      this.endAll(
        "worker-restarted",
        "The program stopped while it was answering, and was started again. Ask once more.",
      );
      this.listener.notice("worker-restarted", "The program stopped and is starting again; the conversation is kept.");
      this.start();
      return;
    }
    this.failure = { code, detail: detail || "The program stopped. Reload the page to start it again." };
    this.endAll(this.failure.code, this.failure.detail);
    const report = { kind: "stage", stage: "failed", loaded_bytes: 0, total_bytes: 0, ...this.failure } as const;
    this.listener.stage("core", report);
  }

  private endAll(code: string, detail: string): void {
    const wasSent = (id: RequestId) => !this.early.some((json) => (JSON.parse(json) as Request).id === id);
    const isFinal = this.failure !== null || code === "closed";
    for (const [id, channel] of [...this.exchanges]) {
      if (!isFinal && !wasSent(id)) continue;
      channel.push({ type: "error", id, code, detail });
      channel.end();
      this.exchanges.delete(id);
    }
    if (isFinal) this.early.length = 0;
  }

  /** A start that makes no progress is a failure, not a wait without end. */
  private watchStart(): void {
    clearTimeout(this.guard);
    const detail = `Starting made no progress for ${STALL_S} seconds. Check the connection and reload the page.`;
    this.guard = setTimeout(() => this.coreDied(detail, "start-stalled"), STALL_S * 1000);
  }

  /** A worker that is silent with work in hand is asked for a sign of life, and given up when none comes. */
  private watchSilence(): void {
    if (!this.isOpen) return;
    clearTimeout(this.guard);
    if (this.exchanges.size === 0) return;
    this.guard = setTimeout(() => {
      this.askHeap();
      this.guard = setTimeout(() => this.coreDied("", "worker-silent"), SILENCE_S * 1000);
    }, SILENCE_S * 1000);
  }
}
