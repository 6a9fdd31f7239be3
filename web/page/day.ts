import { texts } from "./texts";

const FORMAT = new Intl.DateTimeFormat(texts.locale, { year: "numeric", month: "long", day: "numeric" });

/** A day as answers tell it ("1 March 2026"); empty for a time that is not known. */
export function day(atS: number): string {
  return atS > 0 ? FORMAT.format(new Date(atS * 1000)) : "";
}
