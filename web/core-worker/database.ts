/** One IndexedDB database: opened once, given up for a newer version, tried again after a failure. */

import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from "idb";

/** Longest wait for another tab that holds on to an older version of the database. */
const BLOCKED_MS = 3_000;
/** Longest wait for a database that does not open at all: it waits behind another tab that cannot delete it. */
const OPEN_MS = 10_000;
const HELD = "another tab of this site holds the memory open; close that tab";

export class Database<Schema extends DBSchema> {
  readonly #version: number;
  readonly #upgrade: (database: IDBPDatabase<Schema>, from: number) => void;
  #opened: Promise<IDBPDatabase<Schema>> | undefined;
  /** A deletion that another tab holds up; it happens when that tab lets go. */
  #isGoing = false;

  /** `upgrade` makes what a database of version `from` lacks; 0 is none at all. */
  constructor(
    readonly name: string,
    version: number,
    upgrade: (database: IDBPDatabase<Schema>, from: number) => void,
  ) {
    this.#version = version;
    this.#upgrade = upgrade;
  }

  /** Dropped, but not gone yet: nothing is in it, and it cannot be opened. */
  get isGoing(): boolean {
    return this.#isGoing;
  }

  /** Rejects when the browser refuses, or when an older tab does not let go; the next call tries again. */
  open(): Promise<IDBPDatabase<Schema>> {
    if (this.#isGoing) return Promise.reject(new Error(HELD)); // it would wait behind the deletion
    this.#opened ??= this.#open().catch((error: unknown) => {
      this.#opened = undefined;
      throw error;
    });
    return this.#opened;
  }

  /** The empty database goes. Resolves to false when another tab does not let go of it in time: then it goes later. */
  async drop(): Promise<boolean> {
    await this.#close();
    return new Promise((resolve, reject) => {
      const hold = () => {
        this.#isGoing = true;
        resolve(false);
      };
      let timer: ReturnType<typeof setTimeout> | undefined;
      const blocked = () => {
        timer = setTimeout(hold, BLOCKED_MS);
      };
      deleteDB(this.name, { blocked })
        .then(() => resolve(true), reject)
        .finally(() => {
          clearTimeout(timer);
          this.#isGoing = false;
        });
    });
  }

  #open(): Promise<IDBPDatabase<Schema>> {
    return new Promise((resolve, reject) => {
      let isLate = false;
      const giveUp = (sentence: string) => {
        isLate = true;
        reject(new Error(sentence));
      };
      const older = "another tab of this site holds the memory in an older version; close that tab and reload";
      const timer = setTimeout(() => giveUp(`${HELD} and reload`), OPEN_MS);
      openDB<Schema>(this.name, this.#version, {
        upgrade: (database, from) => this.#upgrade(database, from),
        blocked: () => void setTimeout(() => giveUp(older), BLOCKED_MS),
        blocking: () => void this.#close(),
        terminated: () => {
          this.#opened = undefined;
        },
      })
        .then((database) => (isLate ? database.close() : resolve(database)), reject)
        .finally(() => clearTimeout(timer));
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
