/** One IndexedDB database: opened once, given up for a newer version, tried again after a failure. */

import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from "idb";

/** Longest wait for another tab that holds on to an older version of the database. */
const BLOCKED_MS = 3_000;

export class Database<Schema extends DBSchema> {
  readonly #version: number;
  readonly #upgrade: (database: IDBPDatabase<Schema>, from: number) => void;
  #opened: Promise<IDBPDatabase<Schema>> | undefined;

  /** `upgrade` makes what a database of version `from` lacks; 0 is none at all. */
  constructor(
    readonly name: string,
    version: number,
    upgrade: (database: IDBPDatabase<Schema>, from: number) => void,
  ) {
    this.#version = version;
    this.#upgrade = upgrade;
  }

  /** Rejects when the browser refuses, or when an older tab does not let go; the next call tries again. */
  open(): Promise<IDBPDatabase<Schema>> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  /** The database goes, whatever is in it. Resolves to false when another tab does not let go of it in time. */
  async drop(): Promise<boolean> {
    await this.#close();
    return new Promise((resolve, reject) => {
      const blocked = () => setTimeout(() => resolve(false), BLOCKED_MS);
      deleteDB(this.name, { blocked }).then(() => resolve(true), reject);
    });
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const giveUp = () => {
        isLate = true;
        reject(new Error("another tab of this site holds the memory in an older version; close that tab and reload"));
      };
      openDB<Schema>(this.name, this.#version, {
        upgrade: (database, from) => this.#upgrade(database, from),
        blocked: () => void setTimeout(giveUp, BLOCKED_MS),
        blocking: () => void this.#close(),
        terminated: () => {
          this.#opened = undefined;
        },
      }).then((database) => (isLate ? database.close() : resolve(database)), reject);
    });
  }

  async #close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.then(
      (database) => database.close(),
      () => undefined,
    );
  }
}
