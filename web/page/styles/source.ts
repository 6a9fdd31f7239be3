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
  .source-text mark {
    padding: 0.12em 0;
    color: var(--ink);
    background: var(--mark);
    border-radius: 0.2rem;
    box-decoration-break: clone;
    -webkit-box-decoration-break: clone;
  }
`;
