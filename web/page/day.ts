/** A day as the visitor writes it; empty for a time that is not known. */
export function day(atS: number): string {
  if (atS <= 0) return "";
  return new Date(atS * 1000).toLocaleDateString(undefined, { year: "numeric", month: "long", day: "numeric" });
}
