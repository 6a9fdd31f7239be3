const UNITS = ["bytes", "KB", "MB", "GB"];

/** A count of bytes for people: `12.4 MB`. */
export function formatBytes(bytes: number): string {
  let value = Math.abs(bytes);
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  return `${bytes < 0 ? "−" : ""}${value.toFixed(digits)} ${UNITS[unit]}`;
}
