import type { ComposerSetting } from "../wire";
import type { RequestBody, WorkerLink } from "./worker-link";

/** What is kept on this device; the key only when the visitor asks for it. */
interface Kept {
  base_url: string;
  model: string;
  is_on: boolean;
  has_key: boolean;
  key?: string;
}

/** What the form holds. */
export interface StyleDraft {
  baseUrl: string;
  model: string;
  key: string;
  keepsKey: boolean;
}

/** Who phrases the answers: limpet itself, or a model at an endpoint that the visitor has named. Off until then. */
export class AnswerStyle {
  draft: StyleDraft = { baseUrl: "", model: "", key: "", keepsKey: false };
  isOn = false;
  isBusy = false;
  problem = "";
  told = "";
  /** It was on with a key that was not kept. */
  needsKey = false;
  private inForce: ComposerSetting | null = null;

  constructor(
    private readonly link: WorkerLink,
    private readonly storageKey: string,
    private readonly changed: () => void,
  ) {
    const kept = this.kept();
    if (!kept) return;
    this.draft = { baseUrl: kept.base_url, model: kept.model, key: kept.key ?? "", keepsKey: Boolean(kept.key) };
    this.needsKey = kept.is_on && kept.has_key && !kept.key;
    if (kept.is_on && !this.needsKey) this.take(setting(this.draft));
  }

  /** Goes before all other requests of a start, because the core forgets it. */
  get opening(): RequestBody | null {
    return this.inForce ? { type: "configure", settings: { composer: this.inForce } } : null;
  }

  /** Model and host, for people. */
  get shown(): string {
    return this.inForce ? `${this.inForce.model} · ${hostOf(this.inForce.base_url)}` : "";
  }

  /** Asks the model for one word. */
  async test(draft: StyleDraft, found: (reply: string) => string): Promise<void> {
    await this.attempt(draft, async () => {
      const done = await this.link.request({ type: "try_composer", composer: setting(draft) }, "done");
      this.told = found(String(done.reply));
    });
  }

  async use(draft: StyleDraft): Promise<void> {
    await this.attempt(draft, async () => {
      await this.link.request({ type: "configure", settings: { composer: setting(draft) } }, "done");
      this.take(setting(draft));
      this.needsKey = false;
      this.keep();
    });
  }

  /** Back to limpet's own sentences; the key goes, address and model stay for another time. */
  async turnOff(): Promise<void> {
    await this.attempt({ ...this.draft, key: "", keepsKey: false }, async () => {
      this.take(null);
      this.keep();
      await this.link.request({ type: "configure", settings: { composer: null } }, "done");
    });
  }

  /** Nothing of it stays on this device, nor in force. */
  async forget(): Promise<void> {
    await this.turnOff();
    this.draft = { baseUrl: "", model: "", key: "", keepsKey: false };
    this.needsKey = false;
    try {
      localStorage.removeItem(this.storageKey);
    } catch {
      // Without storage there is nothing to remove.
    }
    this.changed();
  }

  private take(wanted: ComposerSetting | null): void {
    this.inForce = wanted;
    this.isOn = wanted !== null;
  }

  private keep(): void {
    const { baseUrl, model, key, keepsKey } = this.draft;
    const kept: Kept = { base_url: baseUrl, model, is_on: this.isOn, has_key: key !== "" };
    if (keepsKey && key) kept.key = key;
    try {
      localStorage.setItem(this.storageKey, JSON.stringify(kept));
    } catch {
      // Without storage it holds for this page only.
    }
  }

  private kept(): Kept | null {
    try {
      const kept = JSON.parse(localStorage.getItem(this.storageKey) ?? "null") as Kept | null;
      return kept && typeof kept.base_url === "string" && typeof kept.model === "string" ? kept : null;
    } catch {
      return null;
    }
  }

  private async attempt(draft: StyleDraft, work: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    Object.assign(this, { draft, problem: "", told: "", isBusy: true });
    this.changed();
    try {
      await work();
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
    this.isBusy = false;
    this.changed();
  }
}

function setting({ baseUrl, model, key }: StyleDraft): ComposerSetting {
  return { base_url: baseUrl.trim(), model: model.trim(), ...(key.trim() ? { key: key.trim() } : {}) };
}

function hostOf(address: string): string {
  try {
    return new URL(address).host;
  } catch {
    return address;
  }
}
