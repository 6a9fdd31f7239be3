import type { MarkdownIt } from "markdown-it";
import { texts } from "./texts";

const LONGEST_QUERY_CHARS = 200;
/** Keeps a citation on the line of what it belongs to. */
const NO_BREAK = "\u00a0";
/** `[3]`, also before another one or a mark, but not where a link begins. */
const CITATION = /^\[(\d{1,2})\](?!\()(?!\[(?!(?:\d{1,2}|\?)\]))/;
const LONGEST_CHARS = 8;
const SCHEME = /(?<![a-z\d+.-])https?$/i;
const ADDRESS = /:\/\/[^\s<>"`*]+/y;
const SAFE_ADDRESS = /^(https?:\/\/|mailto:)/i;

/** True when a link may be followed: an ordinary address, without so much data that it could carry a conversation away. */
export function isSafeLink(address: string): boolean {
  if (!SAFE_ADDRESS.test(address)) return false;
  try {
    const { search, hash, username, password } = new URL(address);
    return search.length + hash.length <= LONGEST_QUERY_CHARS && !username && !password;
  } catch {
    return false;
  }
}

/** `[3]` as a button that opens citation 3. */
export function citeRule(markdown: MarkdownIt): void {
  markdown.inline.ruler.before("link", "cite", (state, isSilent) => {
    const found = CITATION.exec(state.src.slice(state.pos, state.pos + LONGEST_CHARS));
    if (!found || /\w/.test(state.src[state.pos - 1] ?? "")) return false;
    if (!isSilent) {
      state.pending = state.pending.replace(/ +$/, NO_BREAK);
      state.push("cite", "", 0).content = found[1] ?? "";
    }
    state.pos += found[0].length;
    return true;
  });
  markdown.renderer.rules.cite = (tokens, index) => {
    const number = tokens[index]?.content ?? "";
    return `<button type="button" class="cite" data-cite="${number}" aria-label="Source ${number}">${number}</button>`;
  };
}

/** `[?]` after a sentence of a model that no source bears out. */
export function waryRule(markdown: MarkdownIt): void {
  markdown.inline.ruler.before("link", "wary", (state, isSilent) => {
    if (!state.src.startsWith("[?]", state.pos)) return false;
    if (!isSilent) {
      state.pending = state.pending.replace(/ +$/, NO_BREAK);
      state.push("wary", "", 0);
    }
    state.pos += 3;
    return true;
  });
  markdown.renderer.rules.wary = () => `<span class="wary" role="note" aria-label="${texts.wary}">?</span>`;
}

/** `$x$`, `$$x$$`, `\(x\)` and `\[x\]` as maths; an amount such as $5 is none. */
export function mathsRule(markdown: MarkdownIt): void {
  const shapes: [RegExp, boolean][] = [
    [/\$\$([^$]+?)\$\$/y, true],
    [/\\\[([\s\S]+?)\\\]/y, true],
    [/\\\(([\s\S]+?)\\\)/y, false],
    [/\$((?=[^\s$])[^$\n]*?[^\s$\\])\$(?!\d)/y, false],
    [/\$([^\s$\d])\$(?!\d)/y, false],
  ];
  markdown.inline.ruler.before("escape", "maths", (state, isSilent) => {
    if (state.src[state.pos] !== "$" && state.src[state.pos] !== "\\") return false;
    for (const [shape, isBlock] of shapes) {
      shape.lastIndex = state.pos;
      const found = shape.exec(state.src);
      if (!found) continue;
      if (!isSilent) Object.assign(state.push("maths", "", 0), { content: found[1] ?? "", hidden: isBlock });
      state.pos += found[0].length;
      return true;
    }
    return false;
  });
  markdown.renderer.rules.maths = (tokens, index) => {
    const token = tokens[index];
    const display = token?.hidden ? "block" : "inline";
    return `<span class="maths" data-maths="${display}">${markdown.utils.escapeHtml(token?.content ?? "")}</span>`;
  };
}

/** Pictures become their description: nothing of an answer is fetched from anywhere. */
export function pictureRule(markdown: MarkdownIt): void {
  markdown.renderer.rules.image = (tokens, index) => {
    const description = markdown.utils.escapeHtml(tokens[index]?.content || "picture");
    return `<span class="picture">${description}</span>`;
  };
}

/**
 * A bare address with its scheme as a link, without the marks of the sentence that it ends. markdown-it's own finder
 * has expressions for every kind of address, whose compiled code takes a quarter of a megabyte.
 */
export function addressRule(markdown: MarkdownIt): void {
  markdown.inline.ruler.before("link", "address", (state, isSilent) => {
    if (state.src[state.pos] !== ":" || state.linkLevel > 0) return false;
    const scheme = SCHEME.exec(state.pending)?.[0];
    ADDRESS.lastIndex = state.pos;
    const rest = scheme && withoutClosingMarks(ADDRESS.exec(state.src)?.[0] ?? "");
    if (!rest || rest.length <= "://".length) return false;
    if (!isSilent) {
      const address = scheme + rest;
      state.pending = state.pending.slice(0, -scheme.length);
      state.push("link_open", "a", 1).attrs = [["href", markdown.normalizeLink(address)]];
      state.push("text", "", 0).content = address;
      state.push("link_close", "a", -1);
    }
    state.pos += rest.length;
    return true;
  });
}

/** Without what closes the sentence or a bracket that was opened before the address. */
function withoutClosingMarks(address: string): string {
  let end = address.length;
  const count = (mark: string): number => address.slice(0, end).split(mark).length - 1;
  for (; end > 0; end -= 1) {
    const last = address[end - 1] ?? "";
    const isClosing = (last === ")" && count(")") > count("(")) || (last === "]" && count("]") > count("["));
    if (!isClosing && !".,;:!?'".includes(last)) break;
  }
  return address.slice(0, end);
}
