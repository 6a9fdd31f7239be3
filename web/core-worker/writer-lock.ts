/** One writer at a time among all tabs of a site. */

/** Longest wait for another tab; a tab that is frozen while it writes keeps its lock. */
const WAIT_MS = 30_000;

export class WriterLock {
  readonly #name: string;
  readonly #held = new Map<number, () => void>();
  #last = 0;

  constructor(name: string) {
    this.#name = name;
  }

  /** Waits for the lock and keeps it; resolves to a ticket for `letGo`. Rejects when the others take too long. */
  hold(): Promise<number> {
    const ticket = ++this.#last;
    if (!navigator.locks) return Promise.resolve(ticket); // an insecure context; nothing better is to be had
    return new Promise((resolve, reject) => {
      const whenHeld = () =>
        new Promise<void>((release) => {
          this.#held.set(ticket, release);
          resolve(ticket);
        });
      navigator.locks.request(this.#name, { signal: AbortSignal.timeout(WAIT_MS) }, whenHeld).catch(reject);
    });
  }

  letGo(ticket: number): void {
    this.#held.get(ticket)?.();
    this.#held.delete(ticket);
  }
}
