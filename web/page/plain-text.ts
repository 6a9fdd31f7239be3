/** An answer's Markdown as text: without marks of emphasis and code, list signs and numbers of sources. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/^- /gm, "")
    .replace(/ - (?=\*\*)/g, " · ")
    .replace(/(\*\*|`)(.+?)\1/g, "$2")
    .replace(/ ?\[\d{1,2}\](?!\()/g, "")
    .replace(/\\([\\`*_{}[\]()#+\-.!|>~])/g, "$1");
}
