import type { Forgotten } from "../wire";
import type { Entry } from "./entry";

/** Whether an entry shows what was forgotten. */
export function isOf(entry: Entry, what: Forgotten, turns: [string, string][]): boolean {
  if (what === "all" || what === "session") return true;
  const words = folded(what.text ?? what.entity ?? "");
  if (words) return folded(`${entry.message} ${entry.text}`).includes(words);
  return turns.some(([session, turn]) => session === entry.session && turn === String(entry.turn));
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase().split(/\s+/).join(" ").trim();
}
