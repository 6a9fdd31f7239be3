const FENCE = /^ *(?:```|~~~).*$\n?/m;
const RULE_ROW = /^ *(?:\|(?: *:?-+:? *\|)+|-{3,}) *$\n?/gm;

/** An answer's Markdown as text: code as it is, all else without its marks and without the numbers of sources. */
export function plainText(markdown: string): string {
  const parts = markdown.split(FENCE);
  return parts.map((part, place) => (place % 2 === 1 ? part : plainProse(part))).join("");
}

function plainProse(markdown: string): string {
  return markdown
    .replace(RULE_ROW, "")
    .replace(/^ *\|(.*?)\|? *$/gm, (_, row: string) => cellsOf(row).join(" · "))
    .replace(/^ {0,3}(?:#{1,6} +|> ?|[-*+] +)/gm, "")
    .replace(/ - (?=\*\*)/g, " · ")
    .replace(/(\*\*|`)(.+?)\1/g, "$2")
    .replace(/ ?\[(?:\d{1,2}|\?)\](?!\()/g, "")
    .replace(/\\([\\`*_{}[\]()#+\-.!|>~])/g, "$1");
}

function cellsOf(row: string): string[] {
  return row
    .split("|")
    .map((cell) => cell.trim())
    .filter((cell) => cell !== "");
}
