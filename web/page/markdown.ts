import DOMPurify from "dompurify";
import MarkdownIt from "markdown-it";
import { addressRule, citeRule, isSafeLink, mathsRule, pictureRule, waryRule } from "./markdown-rules";

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false, breaks: false });
markdown.use(addressRule).use(citeRule).use(waryRule).use(mathsRule).use(pictureRule);
markdown.renderer.rules.table_open = () => '<div class="table" tabindex="0" role="group" aria-label="Table"><table>';
markdown.renderer.rules.table_close = () => "</table></div>";

const purifier = DOMPurify(window);
const PURIFY = {
  ALLOWED_TAGS: [
    ..."p br hr strong em s code pre blockquote ul ol li h1 h2 h3 h4 h5 h6 table thead tbody tr th td a span div button".split(
      " ",
    ),
  ],
  ALLOWED_ATTR: [
    "href",
    "class",
    "start",
    "type",
    "data-cite",
    "data-maths",
    "aria-label",
    "tabindex",
    "role",
    "style",
  ],
  // None of these can hold an address, so their values need not look like a harmless one.
  ADD_URI_SAFE_ATTR: ["data-cite", "data-maths", "start", "type", "tabindex", "aria-label"],
  ALLOW_DATA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
  RETURN_DOM_FRAGMENT: true as const,
};

const PROSE = { ...PURIFY, FORBID_TAGS: ["button"], ALLOWED_ATTR: ["href", "start"] };

purifier.addHook("afterSanitizeAttributes", (node) => {
  if (node.hasAttribute("style") && !/^text-align:(left|right|center)$/.test(node.getAttribute("style") ?? ""))
    node.removeAttribute("style");
  if (node.nodeName !== "A") return;
  if (!isSafeLink(node.getAttribute("href") ?? "")) return node.removeAttribute("href");
  node.setAttribute("target", "_blank");
  node.setAttribute("rel", "noopener noreferrer");
  node.setAttribute("referrerpolicy", "no-referrer");
});

/** Markdown of an untrusted text as nodes that are safe to put into the page; loads nothing, runs nothing. */
export function renderMarkdown(text: string): DocumentFragment {
  return purifier.sanitize(markdown.render(text), PURIFY);
}

/** Markup of a document as nodes of plain prose: nothing that could be pressed but links, no look of its own. */
export function purifyProse(markup: string): DocumentFragment {
  return purifier.sanitize(markup, PROSE);
}

/** Markup that a colouring library made of code, with everything but spans and classes taken out. */
export function purifySpans(markup: string): DocumentFragment {
  return purifier.sanitize(markup, { ALLOWED_TAGS: ["span"], ALLOWED_ATTR: ["class"], RETURN_DOM_FRAGMENT: true });
}
