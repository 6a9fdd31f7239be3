import { css } from "lit";

/** Remembered blocks, receipts, and buttons that ask twice. */
export const custody = css`
  .blocks .field + .note {
    margin-top: 0.6rem;
  }
  .receipt {
    padding: 0.6rem 0.9rem;
    font-size: 0.8125rem;
    background: var(--accent-wash);
    border-radius: 0.75rem;
  }
  .refused {
    margin-top: 0.7rem;
    padding: 0.6rem 0.9rem;
    border: 1px solid var(--bad);
    border-radius: 0.75rem;
    font-size: 0.8125rem;
  }
  .block .waits {
    color: var(--soft);
    font-size: 0.8125rem;
    font-style: italic;
  }
  .receipt p,
  .refused p {
    margin: 0.2rem 0 0;
  }
  .block {
    padding: 0.6rem 0;
    border-bottom: 1px solid var(--line);
    font-size: 0.875rem;
  }
  .block summary {
    cursor: pointer;
    overflow-wrap: anywhere;
  }
  .block time {
    color: var(--soft);
    font-size: 0.8125rem;
  }
  .block .told {
    padding-left: 0.6rem;
    border-left: 3px solid var(--accent);
  }
  .block .turns {
    margin: 0.7rem 0 0.3rem;
  }
  .danger .sure,
  .danger[data-sure] > :first-child {
    display: none;
  }
  .danger[data-sure] .sure {
    display: inline;
    color: var(--bad);
    font-weight: 600;
  }
  .memory-panel .danger:not(.framed) {
    margin-left: -0.6rem;
  }
`;
