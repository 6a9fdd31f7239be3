/**
 * The name of this tab's session: the same after a reload, another one in another tab. Without storage each load is a
 * session of its own.
 */
export function sessionName(key: string): { name: string; isContinued: boolean } {
  const fresh = { name: crypto.randomUUID?.() ?? String(Math.random()).slice(2), isContinued: false };
  try {
    const kept = sessionStorage.getItem(key);
    if (kept) return { name: kept, isContinued: true };
    sessionStorage.setItem(key, fresh.name);
  } catch {
    // The session then ends with the page.
  }
  return fresh;
}
