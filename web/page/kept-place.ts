const READ = ".entry .message, .entry .body > *, .entry .below > *";

/**
 * Notes what a reader sees at a place, and gives back what puts it there again: a pane that opens beside the column
 * makes it narrower, lines break anew, and everything below them would move.
 *
 * @param near what was pressed; it stays where it is if it is in view, else what is read at the top does
 */
export function keptPlace(root: ParentNode, near: Element | null): () => void {
  const scroller = root.querySelector<HTMLElement>(".scroller");
  if (!scroller) return () => undefined;
  const { top, bottom } = scroller.getBoundingClientRect();
  const isSeen = (one: Element): boolean => {
    const place = one.getBoundingClientRect();
    return place.height > 0 && place.bottom > top && place.top < bottom;
  };
  const isNear = near && scroller.contains(near) && isSeen(near);
  const kept = isNear ? near : [...scroller.querySelectorAll(READ)].find(isSeen);
  const before = kept?.getBoundingClientRect().top ?? 0;
  return () => {
    if (kept?.isConnected) scroller.scrollTop += kept.getBoundingClientRect().top - before;
  };
}
