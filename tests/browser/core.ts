import type { Page } from "@playwright/test";
import type { Event, RememberedBlock } from "../../web/wire";

interface ChatElement extends HTMLElement {
  settled: Promise<void>;
  link: { request(body: unknown, type: string): Promise<Record<string, unknown>> };
}

/** Sends a request to the page's core and gives its last event of `type`; an error event is thrown. */
export async function request<T extends Event["type"]>(
  page: Page,
  body: Record<string, unknown>,
  type: T,
): Promise<Extract<Event, { type: T }>> {
  const found = await page.evaluate(
    async (asked) => {
      const chat = document.querySelector<ChatElement>("limpet-chat");
      if (!chat) throw new Error("no chat");
      return chat.link.request(asked.body, asked.type);
    },
    { body, type },
  );
  return found as unknown as Extract<Event, { type: T }>;
}

/** Waits until all that the start loads has come, or has failed. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector<ChatElement>("limpet-chat")?.settled);
}

/** Every remembered block. */
export async function blocks(page: Page): Promise<RememberedBlock[]> {
  return (await request(page, { type: "blocks", k: 100 }, "blocks")).blocks;
}

/** A turn that somebody else answered, then the end of the session: one consolidation. */
export async function tell(page: Page, ...messages: string[]): Promise<void> {
  for (const message of messages) await request(page, { type: "observe", message, answer: "Noted." }, "done");
  await request(page, { type: "reset" }, "done");
}

/** All text in the site's databases and in local storage. */
export async function stored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const texts: string[] = [JSON.stringify({ ...localStorage })];
    for (const { name, version } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name ?? "", version);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
      for (const store of database.objectStoreNames) {
        const all = await new Promise<unknown[]>((resolve, reject) => {
          const request = database.transaction(store).objectStore(store).getAll();
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
        const decoder = new TextDecoder();
        const plain = (_key: string, value: unknown) => (value instanceof Uint8Array ? decoder.decode(value) : value);
        texts.push(`${name}/${store}: ${JSON.stringify(all, plain)}`);
      }
      database.close();
    }
    return texts.join("\n");
  });
}

/** Puts `script` in front of the core worker's own, as a browser would behave differently. */
export function inCoreWorker(script: string): (path: string, bytes: Buffer) => Buffer {
  return (path, bytes) =>
    path.endsWith(".js") && bytes.includes("limpet.host.browser") ? Buffer.concat([Buffer.from(script), bytes]) : bytes;
}

/** A site whose model cannot be had: answers go by words, and the start is quicker. */
export function withoutModel(path: string, bytes: Buffer): Buffer | null {
  return path.endsWith(".onnx") ? null : bytes;
}
