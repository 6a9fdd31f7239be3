// Plain text tables.

export function table(title, head, rows) {
  const texts = [head, ...rows].map((row) =>
    row.map((cell) => (typeof cell === "number" ? number(cell) : String(cell))),
  );
  const widths = head.map((_, column) => Math.max(...texts.map((row) => row[column].length)));
  const lines = texts.map((row) =>
    row
      .map((cell, i) => (i ? cell.padStart(widths[i]) : cell.padEnd(widths[i])))
      .join("  ")
      .trimEnd(),
  );
  return [title, ...lines, ""].join("\n");
}

function number(value) {
  if (Number.isInteger(value)) return value.toLocaleString("en-US");
  return value.toFixed(value < 10 ? 3 : 1);
}
