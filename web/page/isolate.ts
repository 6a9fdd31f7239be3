import { siteAddress, siteKey } from "./site";

const WAIT_MS = 3000;
const MAX_RELOADS = 1;

/**
 * Reloads the page once, through the service worker that adds the isolation headers, where the host sends none.
 *
 * Resolves with true when the page is being reloaded. Never reloads twice in one tab, never when the count of reloads
 * cannot be kept, nor when the visitor has begun to write; the chat works without isolation, it only measures less.
 */
export async function isolate(isInUse: () => boolean): Promise<boolean> {
  if (
    globalThis.crossOriginIsolated ||
    !globalThis.isSecureContext ||
    !navigator.serviceWorker ||
    window.top !== window
  )
    return false;
  const key = siteKey(siteAddress("./"), "isolation-reloads");
  if (reloads(key) >= MAX_RELOADS) return false;
  const isActive = await Promise.race([activeWorker(), delay(WAIT_MS)]);
  if (!isActive || isInUse() || !countReload(key)) return false;
  location.reload();
  return true;
}

async function activeWorker(): Promise<boolean> {
  try {
    await navigator.serviceWorker.register("./sw.js", { updateViaCache: "none" });
    await navigator.serviceWorker.ready;
    return true;
  } catch {
    return false;
  }
}

function delay(ms: number): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), ms));
}

function reloads(key: string): number {
  try {
    return Number(sessionStorage.getItem(key) ?? 0);
  } catch {
    return MAX_RELOADS;
  }
}

function countReload(key: string): boolean {
  try {
    const count = String(reloads(key) + 1);
    sessionStorage.setItem(key, count);
    return sessionStorage.getItem(key) === count;
  } catch {
    return false;
  }
}
