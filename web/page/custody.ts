import type { Forgotten, Inspected, RecalledBlock, Receipt, RememberedBlock, TabNews } from "../wire";
import type { Entry } from "./entry";
import { isOf } from "./forgotten-entry";
import { isSealed, parsed, seal, unseal } from "./sealed-file";
import { texts } from "./texts";
import type { RequestBody, WorkerLink } from "./worker-link";

const EXPORT_NAME = "limpet-memory.json";
const MOST_FILE_BYTES = 64 * 1_048_576;

export interface CustodyListener {
  changed(): void;
  /** What is shown of a forgotten thing must go. */
  drop(isForgotten: (entry: Entry) => boolean): Promise<void>;
  /** Another tab has changed what is remembered. */
  otherTab(): void;
  /** Everything was erased: what the page keeps by itself goes too. */
  erased(): void;
  /** The core has turns that the transcript does not show. */
  restored(): void;
}

/** What is kept about the visitor: allowed, shown, searched, taken out, put back, and forgotten, in all tabs. */
export class Custody {
  consent: NonNullable<Inspected["consent"]> | null = null;
  keeping: NonNullable<Inspected["keeping"]> | null = null;
  blocks: RememberedBlock[] = [];
  hasMore = false;
  search = "";
  /** The block that is shown open, and the turns of it that an answer told. */
  opened: RecalledBlock = { block_id: "", turn_ids: [] };
  receipt: Receipt | null = null;
  problem = "";
  told = "";
  storage: { used_bytes: number; isKept: boolean } | null = null;
  /** A file that waits for its passphrase. */
  waiting: unknown = null;
  private readonly news: BroadcastChannel | null;

  constructor(
    private readonly link: WorkerLink,
    channel: string,
    private readonly privateKey: string,
    private readonly listener: CustodyListener,
  ) {
    this.news = "BroadcastChannel" in globalThis ? new BroadcastChannel(channel) : null;
    this.news?.addEventListener("message", (event: MessageEvent<TabNews>) => void this.hear(event.data));
  }

  close(): void {
    this.news?.close();
  }

  /** The first request of every start: a private chat stays private over a reload. */
  get opening(): RequestBody | null {
    return this.isMarkedPrivate ? { type: "consent", private: true } : null;
  }

  /** Takes what an inspection told, and asks for the blocks. */
  async refresh(inspected: Inspected | null): Promise<void> {
    this.consent = inspected?.consent ?? this.consent;
    this.keeping = inspected?.keeping ?? this.keeping;
    try {
      const found = await this.link.request({ type: "blocks", search: this.search }, "blocks");
      this.blocks = found.blocks;
      this.hasMore = found.has_more;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
    await this.measure();
  }

  async find(words: string): Promise<void> {
    this.search = words;
    await this.refresh(null);
  }

  /** Shows one block, whatever is searched for. */
  async open(recalled: RecalledBlock): Promise<void> {
    this.opened = recalled;
    this.search = "";
    await this.refresh(null);
    if (this.blocks.some((block) => block.block_id === recalled.block_id)) return;
    await this.attempt(async () => {
      const found = await this.link.request({ type: "blocks", block: recalled.block_id }, "blocks");
      this.blocks = [...found.blocks, ...this.blocks];
      if (found.blocks.length === 0) this.problem = "That earlier conversation has been forgotten.";
    });
  }

  async allow(isAllowed: boolean): Promise<void> {
    await this.setConsent({ type: "consent", remember: isAllowed });
  }

  /** In a private chat nothing is written; what was saved of it is deleted. */
  async makePrivate(isPrivate: boolean): Promise<void> {
    this.isMarkedPrivate = isPrivate;
    await this.setConsent({ type: "consent", private: isPrivate });
  }

  async forgetEntry(entry: Entry): Promise<void> {
    if (entry.turn === null || entry.session === null) return;
    await this.forgetTurn(entry.session, String(entry.turn), entry.message);
  }

  async forgetTurn(session: string, turnId: string, message: string): Promise<void> {
    await this.forget({ turn: turnId }, [[session, turnId]], session, [message]);
  }

  async forgetBlock(block: RememberedBlock): Promise<void> {
    const turns = block.turns.map(({ turn_id, session }): [string, string] => [session ?? block.session, turn_id]);
    const said = block.turns.map(({ message }) => message);
    await this.forget({ block: block.block_id }, turns, undefined, said);
  }

  /** Forgets a text, the running session, or everything; of a turn or block, also what quotes what was said in it. */
  async forget(what: Forgotten, turns: [string, string][] = [], session?: string, said: string[] = []): Promise<void> {
    await this.attempt(async () => {
      const whose = { what, said, ...(session ? { session } : {}) };
      this.receipt = await this.link.request({ type: "forget", ...whose }, "receipt");
      const gone = [...turns, ...this.receipt.left];
      await this.listener.drop((entry) => isOf(entry, what, gone));
      // Forgetting everything forgets that this chat is private as well; it stays so.
      if (what === "all") this.listener.erased();
      if (what === "all" && this.opening) await this.link.request(this.opening, "done");
      this.news?.postMessage({ kind: "forgotten", turns: gone, ...whose } satisfies TabNews);
    });
    const inspected = await this.link.request({ type: "inspect" }, "inspected").catch(() => null);
    await this.refresh(inspected);
  }

  /** All memory as a file of this machine; with a passphrase nobody else can read it. */
  async exportFile(passphrase: string): Promise<void> {
    await this.attempt(async () => {
      const { document: memory } = await this.link.request({ type: "export" }, "exported");
      const text = JSON.stringify(memory);
      const file = new Blob([passphrase ? await seal(text, passphrase) : text], { type: "application/json" });
      const anchor = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file) });
      anchor.download = EXPORT_NAME;
      anchor.click();
      setTimeout(() => URL.revokeObjectURL(anchor.href), 10_000);
    });
  }

  async importFile(file: Blob): Promise<void> {
    await this.attempt(async () => {
      if (file.size > MOST_FILE_BYTES) throw new Error("The file is larger than any that this page exports.");
      const memory = parsed(await file.text());
      if (isSealed(memory)) this.waiting = memory;
      else await this.take(memory);
    });
  }

  async unlock(passphrase: string): Promise<void> {
    await this.attempt(async () => {
      if (!isSealed(this.waiting)) return;
      const text = await unseal(this.waiting, passphrase);
      this.waiting = null;
      await this.take(parsed(text));
    });
  }

  /** Leaves a file whose passphrase is not known. */
  leaveFile(): void {
    this.waiting = null;
    this.problem = "";
    this.listener.changed();
  }

  /** Asks the browser not to clear this site's storage by itself. */
  async keepStorage(): Promise<void> {
    await navigator.storage?.persist?.();
    await this.measure();
  }

  private async take(memory: unknown): Promise<void> {
    const done = await this.link.request({ type: "import", document: memory }, "done");
    const [added = 0, known = 0, forgotten = 0] = [done.added, done.known, done.forgotten].map(Number);
    this.told = texts.custody.cameIn(added, known, forgotten);
    if (done.session_restored) this.listener.restored();
    await this.refresh(null);
  }

  private async setConsent(body: RequestBody): Promise<void> {
    await this.attempt(async () => {
      const { remembers, is_private } = await this.link.request(body, "done");
      const sentence = this.consent?.sentence ?? "";
      this.consent = { remembers: Boolean(remembers), is_private: Boolean(is_private), sentence };
    });
  }

  private async hear(told: TabNews): Promise<void> {
    if (told.kind === "forgotten") {
      const { kind: _, turns, ...whose } = told;
      const { what, said } = whose;
      const isShared = what === "all" || (typeof what === "object" && ("text" in what || "entity" in what));
      await this.listener.drop((entry) => isOf(entry, what, turns));
      if (isShared || said.length > 0) {
        // This tab's own answers may hold it or quote it.
        const receipt = await this.link.request({ type: "forget", ...whose }, "receipt").catch(() => null);
        if (receipt) await this.listener.drop((entry) => isOf(entry, what, receipt.left));
      }
    }
    this.listener.otherTab();
  }

  private async measure(): Promise<void> {
    const [estimate, isKept] = await Promise.all([
      navigator.storage?.estimate?.().catch(() => null),
      navigator.storage?.persisted?.().catch(() => false),
    ]);
    this.storage = estimate ? { used_bytes: estimate.usage ?? 0, isKept: Boolean(isKept) } : null;
    this.listener.changed();
  }

  /** Does a work whose failure is shown, never thrown. */
  private async attempt(work: () => Promise<void>): Promise<void> {
    this.problem = "";
    this.told = "";
    this.receipt = null;
    try {
      await work();
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.listener.changed();
  }

  /** Whether nothing of this chat is kept. */
  get isPrivate(): boolean {
    return this.consent?.is_private ?? this.isMarkedPrivate;
  }

  private get isMarkedPrivate(): boolean {
    try {
      return sessionStorage.getItem(this.privateKey) !== null;
    } catch {
      return false;
    }
  }

  private set isMarkedPrivate(isPrivate: boolean) {
    try {
      if (isPrivate) sessionStorage.setItem(this.privateKey, "1");
      else sessionStorage.removeItem(this.privateKey);
    } catch {
      // Without storage nothing survives a reload anyway.
    }
  }
}
