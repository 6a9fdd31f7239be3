import type { FromCoreWorker, FromEmbedderWorker, ToCoreWorker } from "../wire";

/** What a connection tells: messages of both workers, and that one of them is gone. */
export interface ConnectionListener {
  core(message: FromCoreWorker): void;
  embedder(message: FromEmbedderWorker): void;
  died(who: "core" | "embedder", detail: string): void;
}

/** A running pair of workers. */
export interface Connection {
  post(message: ToCoreWorker): void;
  /** Puts a new embedder worker in the place of the old one. */
  restartEmbedder(): void;
  close(): void;
}

/**
 * Starts the workers of the site at `site` (an absolute address that ends in a slash); `session` names the saved
 * session that is continued.
 */
export type Connect = (site: string, session: string, listener: ConnectionListener) => Connection;
