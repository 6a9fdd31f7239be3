/** Blocks of persistent memory in IndexedDB: small heads apart from bodies, so that choosing among them reads no body. */

import type { DBSchema, IDBPDatabase, IDBPObjectStore, IDBPTransaction } from "idb";
import { Database } from "./database";
import { WriterLock } from "./writer-lock";

interface Blocks extends DBSchema {
  heads: {
    key: string;
    /** `order` is [user, minus the end's time, id]: ascending, it is newest first with ties by id. */
    value: { id: string; order: [string, number, string]; head: Uint8Array<ArrayBuffer> };
    indexes: { order: [string, number, string] };
  };
  bodies: { key: string; value: Uint8Array<ArrayBuffer> };
  ledgers: { key: string; value: string };
  /** For each user a text that is another one after every write. */
  versions: { key: string; value: string };
}

type Name = "heads" | "bodies" | "ledgers" | "versions";
const EVERYTHING: Name[] = ["heads", "bodies", "ledgers", "versions"];
type Writing = IDBPTransaction<Blocks, Name[], "readwrite">;
type Versions = IDBPObjectStore<Blocks, Name[], "versions", "readwrite">;
/** 2 has `versions`. */
const VERSION = 2;

/**
 * A browser that has no more room refuses every transaction that writes, however little, but none that only deletes.
 * What must go can therefore always go; there is then no room for a new version, so other tabs are told by message.
 */
export class BlockDb {
  readonly #database: Database<Blocks>;
  readonly #changed: () => void;
  readonly #held: () => void;
  /** Changes by other tabs that may have left no version. */
  #heard = 0;
  readonly lock: WriterLock;

  /**
   * `basePath` keeps sites of one origin apart; `changed` is called after every write, for other tabs; `held` when
   * another tab holds on to a database that was dropped.
   */
  constructor(basePath: string, changed: () => void, held: () => void) {
    const name = `limpet:${basePath}:blocks`;
    this.#changed = changed;
    this.#held = held;
    this.#database = new Database(name, VERSION, upgrade);
    this.lock = new WriterLock(name);
  }

  /** Resolves when the block is on disk, not merely handed over. */
  async put(id: string, user: string, endedS: number, head: Uint8Array<ArrayBuffer>, body: Uint8Array<ArrayBuffer>) {
    await this.#write(user, (transaction) => [
      transaction.objectStore("heads").put({ id, order: [user, -endedS, id], head }),
      transaction.objectStore("bodies").put(body, id),
    ]);
  }

  async get(id: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    if (this.#database.isGoing) return undefined;
    return (await this.#database.open()).get("bodies", id);
  }

  /**
   * At most `count` heads of a user, newest first, from after the block `afterId` that ended at `afterS` (undefined:
   * from the start), as one array: before each head its length in four bytes, little-endian.
   */
  async newest(user: string, afterS: number | undefined, afterId: string, count: number): Promise<Uint8Array> {
    if (this.#database.isGoing) return run([]);
    const all = ofUser(user);
    const range = afterS === undefined ? all : IDBKeyRange.bound([user, -afterS, afterId], all.upper, true);
    const found = await (await this.#database.open()).getAllFromIndex("heads", "order", range, count);
    return run(found.map(({ head }) => head));
  }

  /** How many of them were there and are gone. */
  async delete(ids: string[]): Promise<number> {
    const transaction = (await this.#database.open()).transaction("heads");
    const found = (await Promise.all(ids.map((id) => transaction.store.get(id)))).filter((one) => one !== undefined);
    const users = [...new Set(found.map(({ order }) => order[0]))];
    await this.#remove(users, (writing) =>
      ids.flatMap((id) => [writing.objectStore("heads").delete(id), writing.objectStore("bodies").delete(id)]),
    );
    return found.length;
  }

  /** Empties the database and drops it; where another tab holds on to it, it goes when that tab lets go. */
  async clear(): Promise<void> {
    if (!this.#database.isGoing) {
      const emptied = await this.#empty().then(
        () => null,
        (error: unknown) => ({ error }), // a damaged database can still be dropped
      );
      const isGone = await this.#database.drop();
      if (!isGone && emptied) throw emptied.error;
      if (!isGone) this.#held();
    }
    this.#changed();
  }

  async #empty(): Promise<void> {
    const transaction = await this.#writing();
    await Promise.all([...EVERYTHING.map((name) => transaction.objectStore(name).clear()), transaction.done]);
  }

  /** Another tab has written or removed something. */
  hear(): void {
    this.#heard += 1;
  }

  /** Bytes of all bodies and ledgers. */
  async size(): Promise<number> {
    if (this.#database.isGoing) return 0;
    const transaction = (await this.#database.open()).transaction(["bodies", "ledgers"]);
    let bytes = 0;
    for await (const cursor of transaction.objectStore("bodies")) bytes += cursor.value.length;
    for await (const cursor of transaction.objectStore("ledgers"))
      bytes += new TextEncoder().encode(cursor.value).length;
    return bytes;
  }

  async loadLedger(user: string): Promise<string | undefined> {
    if (this.#database.isGoing) return undefined;
    return (await this.#database.open()).get("ledgers", user);
  }

  /** An empty text deletes what is stored. */
  async saveLedger(user: string, text: string): Promise<void> {
    if (text === "") await this.#remove([user], (transaction) => [transaction.objectStore("ledgers").delete(user)]);
    else await this.#write(user, (transaction) => [transaction.objectStore("ledgers").put(text, user)]);
  }

  async version(user: string): Promise<string | undefined> {
    const version = this.#database.isGoing ? undefined : await (await this.#database.open()).get("versions", user);
    return version ?? (this.#heard > 0 ? String(this.#heard) : undefined);
  }

  /** Removes something of `users`; without room for their new versions, the versions too. */
  async #remove(users: string[], work: (transaction: Writing) => Promise<unknown>[]): Promise<void> {
    const attempt = async (version: (versions: Versions, user: string) => Promise<unknown>) => {
      const transaction = await this.#writing();
      const versions = users.map((user) => version(transaction.objectStore("versions"), user));
      await Promise.all([...work(transaction), ...versions, transaction.done]);
    };
    try {
      await attempt((versions, user) => versions.put(crypto.randomUUID(), user));
    } catch (error) {
      if (!isFull(error)) throw error;
      await attempt((versions, user) => versions.delete(user));
    }
    this.#changed();
  }

  async #write(user: string, work: (transaction: Writing) => Promise<unknown>[]): Promise<void> {
    const transaction = await this.#writing();
    const version = transaction.objectStore("versions").put(crypto.randomUUID(), user);
    await Promise.all([...work(transaction), version, transaction.done]);
    this.#changed();
  }

  async #writing(): Promise<Writing> {
    return (await this.#database.open()).transaction(EVERYTHING, "readwrite", { durability: "strict" });
  }
}

function upgrade(database: IDBPDatabase<Blocks>, from: number): void {
  if (from < 1) {
    database.createObjectStore("heads", { keyPath: "id" }).createIndex("order", "order");
    database.createObjectStore("bodies");
    database.createObjectStore("ledgers");
  }
  if (from < 2) database.createObjectStore("versions");
}

function isFull(error: unknown): boolean {
  return error instanceof Error && error.name === "QuotaExceededError";
}

function ofUser(user: string): IDBKeyRange {
  return IDBKeyRange.bound([user], [user, []]); // an array sorts after every number
}

/** Arrays one after the other, each behind its length. */
function run(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + 4 + part.length, 0));
  const view = new DataView(whole.buffer);
  let at = 0;
  for (const part of parts) {
    view.setUint32(at, part.length, true);
    whole.set(part, at + 4);
    at += 4 + part.length;
  }
  return whole;
}
