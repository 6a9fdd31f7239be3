import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import css from "highlight.js/lib/languages/css";
import http from "highlight.js/lib/languages/http";
import ini from "highlight.js/lib/languages/ini";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { purifySpans } from "./markdown";

const LONGEST_CHARS = 20_000;
const LETTER = 0x78;
const languages = { bash, css, http, ini, javascript, json, python, rust, sql, typescript, xml, yaml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);
hljs.registerAliases(["console", "shell"], { languageName: "bash" });

/** Colours a `code` element by the language in its class; without a known one it stays as it is. */
export function colour(code: HTMLElement): void {
  const language = /language-([\w+#-]+)/.exec(code.className)?.[1] ?? "";
  const text = code.textContent ?? "";
  if (!hljs.getLanguage(language) || text.length > LONGEST_CHARS) return;
  const coloured = purifySpans(hljs.highlight(asciiOf(text), { language, ignoreIllegals: true }).value);
  if (coloured.textContent?.length !== text.length) return;
  putBack(coloured, text);
  code.replaceChildren(coloured);
}

/**
 * *text* with every other character as a letter. The engine compiles an expression twice, for texts with and without
 * characters beyond Latin 1, and for Python's that is a quarter of a megabyte each time.
 */
function asciiOf(text: string): string {
  const bytes = Uint8Array.from({ length: text.length }, (_, place) => {
    const unit = text.charCodeAt(place);
    return unit < 0x80 ? unit : LETTER;
  });
  return new TextDecoder().decode(bytes);
}

/** Puts the characters of *text* back, which the spans have the length of. */
function putBack(spans: DocumentFragment, text: string): void {
  const walker = document.createTreeWalker(spans, NodeFilter.SHOW_TEXT);
  let start = 0;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const end = start + node.length;
    node.data = text.slice(start, end);
    start = end;
  }
}
