/** Saved sessions in IndexedDB: one text a session, with the time after which it is gone. */

import { type DBSchema, type IDBPDatabase, openDB } from "idb";

interface Sessions extends DBSchema {
  sessions: { key: string; value: { text: string; expires_s: number }; indexes: { expires_s: number } };
}

export class SessionDb {
  readonly #name: string;
  #database: Promise<IDBPDatabase<Sessions>> | undefined;

  /** `basePath` keeps sites of one origin apart. */
  constructor(basePath: string) {
    this.#name = `limpet:${basePath}:sessions`;
  }

  /** The text, or undefined when there is none or its time is over. */
  async load(sessionId: string, nowS: number): Promise<string | undefined> {
    const found = await (await this.#open(nowS)).get("sessions", sessionId);
    return found && found.expires_s > nowS ? found.text : undefined;
  }

  async save(sessionId: string, text: string, expiresS: number, nowS: number): Promise<void> {
    await (await this.#open(nowS)).put("sessions", { text, expires_s: expiresS }, sessionId);
  }

  async delete(sessionId: string): Promise<void> {
    await (await this.#open(0)).delete("sessions", sessionId);
  }

  /** Opens once, and then removes what has expired. A database that could not be opened is tried again. */
  #open(nowS: number): Promise<IDBPDatabase<Sessions>> {
    this.#database ??= openDB<Sessions>(this.#name, 1, {
      upgrade: (database) => {
        database.createObjectStore("sessions").createIndex("expires_s", "expires_s");
      },
      blocking: () => void this.#close(),
      terminated: () => {
        this.#database = undefined;
      },
    }).then(
      async (database) => {
        await purge(database, nowS);
        return database;
      },
      (error: unknown) => {
        this.#database = undefined;
        throw error;
      },
    );
    return this.#database;
  }

  async #close(): Promise<void> {
    const database = this.#database;
    this.#database = undefined;
    (await database)?.close();
  }
}

async function purge(database: IDBPDatabase<Sessions>, nowS: number): Promise<void> {
  const transaction = database.transaction("sessions", "readwrite");
  const expired = await transaction.store.index("expires_s").getAllKeys(IDBKeyRange.upperBound(nowS));
  await Promise.all([...expired.map((key) => transaction.store.delete(key)), transaction.done]);
}
