/** Blocks of persistent memory in IndexedDB: small heads apart from bodies, so that choosing among them reads no body. */

import type { DBSchema, IDBPDatabase, IDBPTransaction } from "idb";
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
/** 2 has `versions`. */
const VERSION = 2;

export class BlockDb {
  readonly #database: Database<Blocks>;
  readonly #changed: () => void;
  readonly lock: WriterLock;

  /** `basePath` keeps sites of one origin apart; `changed` is called after every write, for other tabs. */
  constructor(basePath: string, changed: () => void) {
    const name = `limpet:${basePath}:blocks`;
    this.#changed = changed;
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
    return (await this.#database.open()).get("bodies", id);
  }

  /**
   * At most `count` heads of a user, newest first, from after the block `afterId` that ended at `afterS` (undefined:
   * from the start), as one array: before each head its length in four bytes, little-endian.
   */
  async newest(user: string, afterS: number | undefined, afterId: string, count: number): Promise<Uint8Array> {
    const all = ofUser(user);
    const range = afterS === undefined ? all : IDBKeyRange.bound([user, -afterS, afterId], all.upper, true);
    const found = await (await this.#database.open()).getAllFromIndex("heads", "order", range, count);
    return run(found.map(({ head }) => head));
  }

  /** How many of them were there and are gone. */
  async delete(ids: string[]): Promise<number> {
    const transaction = await this.#writing();
    const [heads, bodies] = [transaction.objectStore("heads"), transaction.objectStore("bodies")];
    const found = (await Promise.all(ids.map((id) => heads.get(id)))).filter((head) => head !== undefined);
    const users = new Set(found.map(({ order }) => order[0]));
    const versions = [...users].map((user) => transaction.objectStore("versions").put(crypto.randomUUID(), user));
    await Promise.all([...ids.flatMap((id) => [heads.delete(id), bodies.delete(id)]), ...versions, transaction.done]);
    this.#changed();
    return found.length;
  }

  /** Drops the database; when an old tab does not let go of it, everything in it. */
  async clear(): Promise<void> {
    if (!(await this.#database.drop())) {
      const transaction = await this.#writing();
      await Promise.all([...EVERYTHING.map((name) => transaction.objectStore(name).clear()), transaction.done]);
    }
    this.#changed();
  }

  /** Bytes of all bodies and ledgers. */
  async size(): Promise<number> {
    const transaction = (await this.#database.open()).transaction(["bodies", "ledgers"]);
    let bytes = 0;
    for await (const cursor of transaction.objectStore("bodies")) bytes += cursor.value.length;
    for await (const cursor of transaction.objectStore("ledgers"))
      bytes += new TextEncoder().encode(cursor.value).length;
    return bytes;
  }

  async loadLedger(user: string): Promise<string | undefined> {
    return (await this.#database.open()).get("ledgers", user);
  }

  async saveLedger(user: string, text: string): Promise<void> {
    await this.#write(user, (transaction) => [transaction.objectStore("ledgers").put(text, user)]);
  }

  async version(user: string): Promise<string | undefined> {
    return (await this.#database.open()).get("versions", user);
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
