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
    position: relative;
    margin: 0 0 0.85rem;
    padding: 0.9rem 1.05rem;
    overflow: auto;
    line-height: 1.55;
    background: var(--sunken);
    border: 1px solid var(--line);
    border-radius: 0.8rem;
    overflow-wrap: normal;
  }
  .copy-code {
    position: absolute;
    top: 0.35rem;
    right: 0.35rem;
    padding: 0.15rem 0.6rem;
    color: var(--soft);
    font: 0.75rem/1.5 system-ui, sans-serif;
    background: var(--raised);
    border: 1px solid var(--line);
    opacity: 0;
  }
  pre:hover .copy-code,
  pre:focus .copy-code,
  .copy-code:focus {
    opacity: 1;
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
