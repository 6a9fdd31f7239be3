/** Blocks of persistent memory in IndexedDB: small heads apart from bodies, so that choosing among them reads no body. */

import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from "idb";

interface Blocks extends DBSchema {
  heads: {
    key: string;
    /** `order` is [user, minus the end's time, id]: ascending, it is newest first with ties by id. */
    value: { id: string; order: [string, number, string]; head: Uint8Array<ArrayBuffer> };
    indexes: { order: [string, number, string] };
  };
  bodies: { key: string; value: Uint8Array<ArrayBuffer> };
  ledgers: { key: string; value: string };
}

const STORES = ["heads", "bodies", "ledgers"] as const;

export class BlockDb {
  readonly #name: string;
  #database: Promise<IDBPDatabase<Blocks>> | undefined;

  readonly #changed: () => void;

  /** `basePath` keeps sites of one origin apart; `changed` is called after every write, for other tabs. */
  constructor(basePath: string, changed: () => void) {
    this.#changed = changed;
    this.#name = `limpet:${basePath}:blocks`;
  }

  /** Resolves when the block is on disk, not merely handed over. */
  async put(id: string, user: string, endedS: number, head: Uint8Array<ArrayBuffer>, body: Uint8Array<ArrayBuffer>) {
    await this.#write(async (database) => {
      const transaction = database.transaction(["heads", "bodies"], "readwrite", { durability: "strict" });
      await Promise.all([
        transaction.objectStore("heads").put({ id, order: [user, -endedS, id], head }),
        transaction.objectStore("bodies").put(body, id),
        transaction.done,
      ]);
    });
  }

  async get(id: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    return (await this.#open()).get("bodies", id);
  }

  /** At most `count` heads of a user, newest first, from after the first `skip`. */
  async newest(user: string, skip: number, count: number): Promise<Uint8Array<ArrayBuffer>[]> {
    const index = (await this.#open()).transaction("heads").store.index("order");
    const heads: Uint8Array<ArrayBuffer>[] = [];
    let cursor = await index.openCursor(ofUser(user));
    if (cursor && skip > 0) cursor = await cursor.advance(skip);
    for (; cursor && heads.length < count; cursor = await cursor.continue()) heads.push(cursor.value.head);
    return heads;
  }

  /** How many of them were there and are gone. */
  async delete(ids: string[]): Promise<number> {
    return this.#write(async (database) => {
      const transaction = database.transaction(["heads", "bodies"], "readwrite");
      const [heads, bodies] = [transaction.objectStore("heads"), transaction.objectStore("bodies")];
      const found = await Promise.all(ids.map((id) => heads.count(id)));
      await Promise.all([...ids.flatMap((id) => [heads.delete(id), bodies.delete(id)]), transaction.done]);
      return found.reduce((sum, count) => sum + count, 0);
    });
  }

  /** Everything of one user; without a user the database itself. */
  async clear(user: string | undefined): Promise<void> {
    if (user === undefined) {
      await this.#close();
      await deleteDB(this.#name);
      this.#changed();
      return;
    }
    await this.#write(async (database) => {
      const transaction = database.transaction(STORES, "readwrite");
      const heads = transaction.objectStore("heads");
      const ids = await heads.index("order").getAllKeys(ofUser(user));
      const bodies = transaction.objectStore("bodies");
      const gone = ids.flatMap((id) => [heads.delete(id), bodies.delete(id)]);
      await Promise.all([...gone, transaction.objectStore("ledgers").delete(user), transaction.done]);
    });
  }

  /** Bytes of all bodies and ledgers. */
  async size(): Promise<number> {
    const transaction = (await this.#open()).transaction(["bodies", "ledgers"]);
    let bytes = 0;
    for await (const cursor of transaction.objectStore("bodies")) bytes += cursor.value.length;
    for await (const cursor of transaction.objectStore("ledgers"))
      bytes += new TextEncoder().encode(cursor.value).length;
    return bytes;
  }

  async loadLedger(user: string): Promise<string | undefined> {
    return (await this.#open()).get("ledgers", user);
  }

  async saveLedger(user: string, text: string): Promise<void> {
    await this.#write((database) => database.put("ledgers", text, user));
  }

  /** One writer at a time among all tabs; the others hear of it afterwards. */
  async #write<T>(work: (database: IDBPDatabase<Blocks>) => Promise<T>): Promise<T> {
    const open = async (): Promise<T> => work(await this.#open());
    const result = navigator.locks ? await navigator.locks.request(this.#name, open) : await open();
    this.#changed();
    return result as T;
  }

  #open(): Promise<IDBPDatabase<Blocks>> {
    this.#database ??= openDB<Blocks>(this.#name, 1, {
      upgrade: (database) => {
        database.createObjectStore("heads", { keyPath: "id" }).createIndex("order", "order");
        database.createObjectStore("bodies");
        database.createObjectStore("ledgers");
      },
      blocking: () => void this.#close(),
      terminated: () => {
        this.#database = undefined;
      },
    }).catch((error: unknown) => {
      this.#database = undefined;
      throw error;
    });
    return this.#database;
  }

  async #close(): Promise<void> {
    const database = this.#database;
    this.#database = undefined;
    (await database)?.close();
  }
}

function ofUser(user: string): IDBKeyRange {
  return IDBKeyRange.bound([user], [user, []]); // an array sorts after every number
}
