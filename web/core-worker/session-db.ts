/** Saved sessions in IndexedDB: one text a session, with the time after which it is gone. */

import type { DBSchema } from "idb";
import { Database } from "./database";

interface Saved {
  text: string;
  expires_s: number;
}

interface Sessions extends DBSchema {
  sessions: { key: string; value: Saved; indexes: { expires_s: number } };
}

export class SessionDb {
  readonly #database: Database<Sessions>;

  /** `basePath` keeps sites of one origin apart. */
  constructor(basePath: string) {
    this.#database = new Database(`limpet:${basePath}:sessions`, 1, (database) => {
      database.createObjectStore("sessions").createIndex("expires_s", "expires_s");
    });
  }

  /** The text, or undefined when there is none or its time is over. */
  async load(sessionId: string, nowS: number): Promise<string | undefined> {
    return live(await (await this.#database.open()).get("sessions", sessionId), nowS);
  }

  /**
   * Resolves when the text is on disk: turns that wait for their block are in it. `seen` is what `load` gave, which
   * another tab must not have changed since (false: it has, and nothing was saved); empty, to replace anything.
   */
  async save(
    sessionId: string,
    text: string,
    expiresS: number,
    nowS: number,
    seen: string | undefined,
  ): Promise<boolean> {
    const transaction = await this.#writing();
    const isSeen = seen === "" || live(await transaction.store.get(sessionId), nowS) === seen;
    const saving = isSeen ? [transaction.store.put({ text, expires_s: expiresS }, sessionId)] : [];
    await Promise.all([...saving, transaction.done]);
    return isSeen;
  }

  async delete(sessionId: string): Promise<void> {
    const transaction = await this.#writing();
    await Promise.all([transaction.store.delete(sessionId), transaction.done]);
  }

  /** The names and texts of the sessions whose time is over; they stay until they are deleted. */
  async expired(nowS: number): Promise<{ name: string; text: string }[]> {
    const { store } = (await this.#database.open()).transaction("sessions");
    const expired: { name: string; text: string }[] = [];
    for await (const cursor of store.index("expires_s").iterate(IDBKeyRange.upperBound(nowS)))
      expired.push({ name: cursor.primaryKey, text: cursor.value.text });
    return expired;
  }

  /** The names and texts of all sessions but one: those of other tabs, open or closed. */
  async others(sessionId: string): Promise<{ name: string; text: string }[]> {
    const { store } = (await this.#database.open()).transaction("sessions");
    const others: { name: string; text: string }[] = [];
    for await (const cursor of store) {
      if (cursor.key !== sessionId) others.push({ name: cursor.key, text: cursor.value.text });
    }
    return others;
  }

  async #writing() {
    return (await this.#database.open()).transaction("sessions", "readwrite", { durability: "strict" });
  }
}

function live(saved: Saved | undefined, nowS: number): string | undefined {
  return saved && saved.expires_s > nowS ? saved.text : undefined;
}
