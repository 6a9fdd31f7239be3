/** Does a work that can wait, such as measuring, when the page has nothing else to do; after 2 seconds in any case. */
export function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 2000 });
  else setTimeout(work, 500);
}
