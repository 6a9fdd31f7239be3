import { css } from "lit";

/** Rendered Markdown. */
export const prose = css`
  .body {
    overflow-wrap: anywhere;
    text-wrap: pretty;
  }
  .body > :first-child {
    margin-top: 0;
  }
  .body > :last-child {
    margin-bottom: 0;
  }
  .body p,
  .body ul,
  .body ol,
  .body blockquote,
  .body .table {
    margin: 0 0 0.85rem;
  }
  .body :is(h1, h2, h3, h4, h5, h6) {
    margin: 1.4rem 0 0.5rem;
    font-size: 1.0625rem;
    font-weight: 650;
    line-height: 1.35;
  }
  .body :is(ul, ol) {
    padding-inline-start: 1.4rem;
  }
  .body li {
    margin-block: 0.2rem;
  }
  .body a {
    color: var(--accent);
    text-underline-offset: 0.15em;
  }
  .body a:not([href]) {
    color: inherit;
  }
  .body blockquote {
    padding-inline-start: 1rem;
    color: var(--soft);
    border-inline-start: 3px solid var(--line);
  }
  .body hr {
    margin: 1.5rem 0;
    border: 0;
    border-top: 1px solid var(--line);
  }
  .body :is(code, pre) {
    font-family: ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", "Liberation Mono", monospace;
    font-size: 0.875em;
  }
  .body :not(pre) > code {
    padding: 0.1em 0.35em;
    background: var(--sunken);
    border-radius: 0.35rem;
  }
  .body pre {
    max-height: calc(16lh + 1.8rem);
    margin: 0 0 0.85rem;
    padding: 0.9rem 1.05rem;
    overflow: auto;
    line-height: 1.55;
    background: var(--sunken);
    border: 1px solid var(--line);
    border-radius: 0.8rem;
    overflow-wrap: normal;
  }
  .body .code-box {
    margin: 0 0 0.85rem;
    background: var(--sunken);
    border: 1px solid var(--line);
    border-radius: 0.8rem;
  }
  .body .code-box pre {
    max-height: none;
    margin: 0;
    padding-bottom: 0.3rem;
    border: 0;
    background: none;
    outline-offset: -2px;
  }
  .body .code-box.short {
    display: flex;
  }
  .body .code-box.short pre {
    flex: 1;
    min-width: 0;
    padding-block: 0.45rem;
  }
  .short > .code-bar {
    align-items: end;
    padding-bottom: 0.45rem;
  }
  .code-box code {
    display: block;
    width: max-content;
    min-width: 100%;
    line-height: 1.7;
  }
  .folded code {
    max-height: 16lh;
    overflow-y: clip;
    mask-image: linear-gradient(#000 calc(100% - 3lh), transparent);
  }
  .code-bar {
    display: flex;
    justify-content: end;
    gap: 0.5rem;
    padding: 0 0.35rem 0.3rem;
  }
  .code-bar .quiet {
    padding: 0.1rem 0.7rem;
    font-size: 0.75rem;
  }
  .code-bar [aria-expanded] {
    margin-inline-end: auto;
    color: var(--accent);
    font-weight: 600;
  }
  .body .table {
    overflow-x: auto;
  }
  .body table {
    border-collapse: collapse;
    font-size: 0.9375rem;
  }
  .body :is(th, td) {
    padding: 0.4rem 0.8rem;
    text-align: start;
    overflow-wrap: break-word;
    border-bottom: 1px solid var(--line);
  }
  .body th {
    font-weight: 600;
  }
  .body .picture {
    color: var(--soft);
    font-style: italic;
  }
  .maths[data-maths="block"] {
    display: block;
    margin: 0.85rem 0;
    overflow-x: auto;
    text-align: center;
  }
  .hljs-comment,
  .hljs-quote {
    color: var(--soft);
    font-style: italic;
  }
  .hljs-keyword,
  .hljs-selector-tag,
  .hljs-meta {
    color: light-dark(#7a3e9d, #c9a2ea);
  }
  .hljs-string,
  .hljs-regexp,
  .hljs-attr {
    color: light-dark(#41661a, #a5c878);
  }
  .hljs-number,
  .hljs-literal,
  .hljs-built_in,
  .hljs-type {
    color: light-dark(#8a4b08, #e2b06e);
  }
  .hljs-title,
  .hljs-section,
  .hljs-name {
    color: light-dark(#1f5a94, #8fbfee);
  }
`;
