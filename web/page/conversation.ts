import type { Answered, Event, InspectedTurn } from "../wire";
import { type Entry, newEntry } from "./entry";
import { loadRenderer } from "./entry-nodes";
import { isInstant, Reveal } from "./stream";
import type { Transcript } from "./transcript";
import type { Exchange, RequestBody, WorkerLink } from "./worker-link";

/** Entries that are kept as text; the oldest leave. */
export const KEPT_ENTRIES = 60;
/** Questions that may wait for their turn. */
export const WAITING_ENTRIES = 8;

export interface ConversationListener {
  changed(): void;
  pieceShown(): void;
  status(what: "answering" | "ready" | "early" | "stopped" | "failed"): void;
  answered(entry: Entry): void;
  /** Whether the language model may still come. */
  awaitsModel(): boolean;
}

/** One queue of messages: each waits for its turn, is asked, streamed in, and can be stopped. */
export class Conversation {
  entries: Entry[] = [];
  private readonly queue: { entry: Entry; body: RequestBody }[] = [];
  private running: { entry: Entry; reveal: Reveal; exchange: Exchange } | null = null;
  private lastNumber = 0;

  constructor(
    private readonly link: WorkerLink,
    private readonly transcript: Transcript,
    private readonly listener: ConversationListener,
  ) {}

  get isAnswering(): boolean {
    return this.running !== null || this.queue.length > 0;
  }

  get canQueue(): boolean {
    return this.queue.length < WAITING_ENTRIES;
  }

  ask(message: string): void {
    this.add(message, { type: "ask", text: message, now: new Date().toISOString() });
  }

  /** Takes option `option` of a question that was asked back. */
  choose(entry: Entry, option: number): void {
    const label = entry.answered?.options?.[option];
    if (label === undefined) return;
    if (entry.isLatest && entry.ask !== null) this.add(label, { type: "choose", ask: entry.ask, option });
    else this.ask(label);
  }

  /** Takes one part of "understood as" back and answers the same message again, in its place. */
  undo(entry: Entry, part: string): void {
    if (entry.ask === null || !entry.isLatest || this.isAnswering) return;
    const body: RequestBody = { type: "undo", ask: entry.ask, part };
    Object.assign(entry, { state: "waiting", text: "", answered: null, error: null });
    this.enqueue(entry, body);
  }

  /** Asks for a better answer: in place of the newest one, else as a new message. */
  again(entry: Entry): void {
    if (!this.canQueue || (entry.isLatest && this.isAnswering)) return;
    entry.isEarly = false;
    if (entry.isLatest && entry.ask !== null) this.undo(entry, "");
    else {
      void this.transcript.refresh(entry);
      this.ask(entry.message);
    }
  }

  retry(entry: Entry): void {
    Object.assign(entry, { state: "waiting", text: "", answered: null, error: null });
    this.enqueue(entry, { type: "ask", text: entry.message, now: new Date().toISOString() });
  }

  /** Stops the running answer; what was shown stays. Without one, the newest waiting message is taken back. */
  stop(): void {
    if (this.running) {
      const { entry, reveal, exchange } = this.running;
      reveal.cancel();
      void this.link.request({ type: "stop", ask: exchange.id }, "done").catch(() => undefined);
      this.end(entry, "stopped");
      return;
    }
    const waiting = this.queue.pop();
    if (waiting) this.end(waiting.entry, "stopped");
  }

  /** Drops everything that is shown; the core forgets the session. */
  async reset(): Promise<void> {
    this.queue.length = 0;
    this.stop();
    this.entries = [];
    await this.transcript.show(this.entries);
    this.listener.changed();
    await this.link.request({ type: "reset" }, "done").catch(() => undefined);
  }

  /** Puts turns of before a reload in front of what is there. */
  async restore(turns: readonly InspectedTurn[], session: string | null): Promise<void> {
    const kept = turns.map((turn, index): Entry => {
      const entry = newEntry(index - turns.length + 1, turn.message ?? "");
      const { number, answer, is_gist } = turn;
      const answered = restoredAnswer(turn);
      return { ...entry, state: "answered", text: answer, answered, turn: number, session, isGist: is_gist };
    });
    this.entries = [...kept, ...this.entries];
    await this.transcript.show(this.entries);
    this.listener.changed();
  }

  /** Takes out of the transcript what was forgotten. */
  async drop(isForgotten: (entry: Entry) => boolean): Promise<void> {
    for (const entry of this.entries.filter(isForgotten)) {
      if (this.running?.entry === entry) this.stop();
      const place = this.queue.findIndex((waiting) => waiting.entry === entry);
      if (place >= 0) this.queue.splice(place, 1);
    }
    this.entries = this.entries.filter((entry) => !isForgotten(entry));
    await this.transcript.show(this.entries);
    this.listener.changed();
  }

  /** Ends what is going on; nothing is shown any more. */
  dispose(): void {
    this.running?.reveal.cancel();
    this.running = null;
    this.queue.length = 0;
  }

  private add(message: string, body: RequestBody): void {
    const number = ++this.lastNumber;
    const entry = newEntry(number, message);
    this.entries = [...this.entries.slice(-(KEPT_ENTRIES - 1)), entry];
    this.enqueue(entry, body);
  }

  private enqueue(entry: Entry, body: RequestBody): void {
    this.queue.push({ entry, body });
    const isAgain = this.transcript.find(entry) !== undefined;
    void this.transcript.show(this.entries);
    if (isAgain) void this.transcript.refresh(entry);
    this.listener.changed();
    void this.next();
  }

  private async next(): Promise<void> {
    if (this.running) return;
    const next = this.queue.shift();
    if (!next) return;
    const { entry } = next;
    const exchange = this.link.send(next.body);
    if (this.link.isOpen) entry.state = "answering";
    this.settle(entry);
    entry.ask = exchange.id;
    const reveal = this.revealInto(entry);
    this.running = { entry, reveal, exchange };
    this.transcript.setBusy(true);
    this.listener.status("answering");
    this.listener.changed();
    await this.transcript.refresh(entry);
    for await (const event of exchange.events) if (this.running?.exchange === exchange) this.take(event, entry, reveal);
  }

  /** From now on only `entry` can be answered otherwise: the core knows the last message alone. */
  private settle(entry: Entry): void {
    for (const other of this.entries) {
      if (!other.isLatest || other === entry) continue;
      other.isLatest = false;
      this.transcript.find(other)?.settle();
    }
    entry.isLatest = true;
  }

  private take(event: Event, entry: Entry, reveal: Reveal): void {
    if (event.type === "delta") {
      entry.state = "answering";
      if (event.replaces) this.takeBack(entry, reveal);
      reveal.add(event.text);
    } else if (event.type === "answered") {
      entry.answered = event;
      entry.turn = event.turn ?? null;
      entry.session = event.session ?? null;
      entry.isEarly = event.by_words === true && this.listener.awaitsModel();
    } else if (event.type === "error") {
      reveal.cancel();
      this.failed(entry, event);
    } else if (event.type === "done") reveal.finish();
  }

  private failed(entry: Entry, { code, detail }: { code: string; detail: string }): void {
    if (code === "unknown-ask") {
      // The core was started again and knows neither choice nor undo; the message itself still counts.
      this.running = null;
      this.retry(entry);
      return;
    }
    entry.error = { code, detail };
    this.end(entry, "failed");
  }

  /** What was shown does not count any more; another answer comes in its place. */
  private takeBack(entry: Entry, reveal: Reveal): void {
    reveal.cancel();
    entry.text = "";
    void this.transcript.refresh(entry);
  }

  private revealInto(entry: Entry): Reveal {
    return new Reveal({
      isInstant,
      onPiece: (piece) => void this.showPiece(entry, piece),
      onEnd: () => this.whole(entry),
    });
  }

  private async showPiece(entry: Entry, piece: string): Promise<void> {
    const { GrowingMarkdown } = await loadRenderer();
    if (this.running?.entry !== entry) return;
    entry.text += piece;
    this.transcript.find(entry)?.add(piece, GrowingMarkdown);
    this.listener.pieceShown();
  }

  /** Everything is revealed; the answer as a whole is what counts should the pieces differ from it. */
  private whole(entry: Entry): void {
    const answered: Answered | null = entry.answered;
    void loadRenderer().then(() => {
      if (this.running?.entry !== entry) return;
      if (answered) entry.text = answered.text;
      this.end(entry, answered?.was_stopped ? "stopped" : "answered");
    });
  }

  private end(entry: Entry, state: "answered" | "stopped" | "failed"): void {
    entry.state = state;
    if (this.running?.entry === entry) this.running = null;
    void this.transcript.refresh(entry).then(() => {
      this.transcript.setBusy(this.running !== null);
      this.listener.status(state !== "answered" ? state : entry.isEarly ? "early" : "ready");
      if (state === "answered") this.listener.answered(entry);
      this.listener.changed();
    });
    void this.next();
  }
}

/** As much of an answer as is kept over a reload. */
function restoredAnswer({ answer, citations = [], recalled = [] }: InspectedTurn): Answered {
  const empty = { query: "", engagement: "", topic: null, slots: {}, hits: [], decided_by: "", timings_ms: {} };
  return { type: "answered", id: 0, text: answer, mode: "answer", confidence: 0, citations, recalled, ...empty };
}
