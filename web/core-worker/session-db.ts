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
    const found = await (await this.#open()).get("sessions", sessionId);
    return found && found.expires_s > nowS ? found.text : undefined;
  }

  async save(sessionId: string, text: string, expiresS: number): Promise<void> {
    await (await this.#open()).put("sessions", { text, expires_s: expiresS }, sessionId);
  }

  async delete(sessionId: string): Promise<void> {
    await (await this.#open()).delete("sessions", sessionId);
  }

  /** The texts whose time is over, each handed out once: they are gone from the database when this resolves. */
  async takeExpired(nowS: number): Promise<string[]> {
    const transaction = (await this.#open()).transaction("sessions", "readwrite");
    const texts: string[] = [];
    const expired = transaction.store.index("expires_s").iterate(IDBKeyRange.upperBound(nowS));
    for await (const cursor of expired) {
      texts.push(cursor.value.text);
      void cursor.delete();
    }
    await transaction.done;
    return texts;
  }

  /** The names and texts of all sessions but one: those of other tabs, open or closed. */
  async others(sessionId: string): Promise<{ name: string; text: string }[]> {
    const { store } = (await this.#open()).transaction("sessions");
    const others: { name: string; text: string }[] = [];
    for await (const cursor of store) {
      if (cursor.key !== sessionId) others.push({ name: cursor.key, text: cursor.value.text });
    }
    return others;
  }

  /** Opens once. A database that could not be opened is tried again. */
  #open(): Promise<IDBPDatabase<Sessions>> {
    this.#database ??= openDB<Sessions>(this.#name, 1, {
      upgrade: (database) => {
        database.createObjectStore("sessions").createIndex("expires_s", "expires_s");
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
