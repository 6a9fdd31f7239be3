import { css } from "lit";

/** A document open at the cited place. */
export const source = css`
  .source-text {
    color: var(--soft);
    font-size: 0.9375rem;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .source-text .heading {
    color: var(--ink);
    font-weight: 650;
  }
  .source-text .code {
    font-size: 0.8125rem;
  }
  .source-text.rendered {
    white-space: normal;
  }
  .rendered > :first-child {
    margin-top: 0;
  }
  .rendered :is(p, ul, ol, pre, table, blockquote) {
    margin: 0 0 0.75rem;
  }
  .rendered :is(h3, h4, h5, h6) {
    margin: 1.3rem 0 0.4rem;
    color: var(--ink);
    font-size: 1rem;
    font-weight: 650;
    line-height: 1.35;
  }
  .rendered h3 {
    font-size: 1.125rem;
  }
  .rendered :is(ul, ol) {
    padding-inline-start: 1.3rem;
  }
  .rendered li > :is(p, ul, ol) {
    margin-bottom: 0.25rem;
  }
  .rendered blockquote {
    padding-inline-start: 0.9rem;
    border-inline-start: 3px solid var(--line);
  }
  .rendered :is(code, pre) {
    font-family: ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", "Liberation Mono", monospace;
    font-size: 0.8125rem;
  }
  .rendered pre {
    padding: 0.7rem 0.9rem;
    white-space: pre-wrap;
    background: var(--sunken);
    border-radius: 0.6rem;
  }
  .rendered table {
    width: 100%;
    border-collapse: collapse;
    font-size: 0.875rem;
  }
  .rendered :is(th, td) {
    padding: 0.3rem 0.5rem 0.3rem 0;
    text-align: start;
    vertical-align: top;
    border-bottom: 1px solid var(--line);
  }
  .rendered hr {
    border: 0;
    border-top: 1px solid var(--line);
  }
  .rendered a:not([href]) {
    color: inherit;
  }
  .rendered .picture {
    font-style: italic;
  }
  .source-text mark {
    padding: 0.12em 0;
    color: var(--ink);
    background: var(--mark);
    border-radius: 0.2rem;
    box-decoration-break: clone;
    -webkit-box-decoration-break: clone;
  }
`;
