import { css } from "lit";

/** What stands below an answer: options, sources, how it was understood, what can be done, errors. */
export const belowAnswers = css`
  .below {
    margin-top: 0.5rem;
  }
  .below:empty {
    display: none;
  }
  .options,
  .sources,
  .chips {
    display: flex;
    flex-wrap: wrap;
    gap: 0.45rem;
    margin: 0.75rem 0 0;
    padding: 0;
    list-style: none;
  }
  .option {
    padding: 0.45rem 1rem;
    color: var(--accent);
    text-align: start;
    background: var(--raised);
    border: 1px solid var(--edge);
    border-radius: 1.4rem;
  }
  .source {
    display: flex;
    align-items: baseline;
    gap: 0.4rem;
    max-width: min(22rem, 82vw);
    padding: 0.3rem 0.75rem 0.3rem 0.35rem;
    font-size: 0.8125rem;
    background: var(--raised);
    border: 1px solid var(--line);
    border-radius: 1rem;
  }
  .source:hover {
    border-color: var(--accent);
  }
  .source .heading {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .source .path {
    flex: 0 9999 auto;
    min-width: 2.5rem;
    overflow: hidden;
    color: var(--soft);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .number,
  .cite {
    flex: none;
    min-width: 1.25rem;
    padding: 0 0.3rem;
    color: var(--accent);
    font-size: 0.75rem;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    line-height: 1.25rem;
    text-align: center;
    background: var(--accent-wash);
    border-radius: 0.65rem;
  }
  .cite {
    position: relative;
    margin-inline: 0.1rem;
    vertical-align: 0.12em;
  }
  .cite::after {
    position: absolute;
    inset: -0.3rem;
    content: "";
  }
  .cite:hover {
    color: var(--accent-ink);
    background: var(--accent);
  }
  .wary {
    display: inline-grid;
    place-items: center;
    min-width: 1.25rem;
    margin-inline: 0.1rem;
    color: var(--bad);
    font-size: 0.75rem;
    font-weight: 700;
    line-height: 1.25rem;
    vertical-align: 0.12em;
    background: var(--bad-wash);
    border-radius: 0.65rem;
    cursor: help;
  }
  .note.marks {
    margin: 0.6rem 0 0;
    padding: 0;
    font-size: 0.8125rem;
  }
  .note.early {
    margin: 0.6rem 0 0;
    padding: 0;
    font-size: 0.8125rem;
  }
  .note.early .quiet {
    min-height: 24px;
    padding: 0;
    color: var(--accent);
    font-size: inherit;
    font-weight: 600;
  }
  .related > .label {
    display: block;
    margin-top: 0.75rem;
    color: var(--soft);
    font-size: 0.8125rem;
  }
  .related > .options {
    margin-top: 0.35rem;
  }
  .related .option {
    padding: 0.25rem 0.8rem;
    font-size: 0.875rem;
  }
  .understood {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.5rem;
    margin-top: 0.75rem;
    color: var(--soft);
    font-size: 0.8125rem;
  }
  .understood .chips {
    margin: 0;
  }
  .chip {
    padding: 0.1rem 0.4rem 0.1rem 0.75rem;
    color: var(--ink);
    background: var(--raised);
    border: 1px solid var(--edge);
    border-radius: 1rem;
  }
  .chip.settled {
    display: inline-block;
    padding-inline: 0.75rem;
    color: var(--soft);
    border-color: var(--line);
  }
  .chip .cross {
    padding-inline: 0.35rem;
    color: var(--soft);
  }
  .chip:hover .cross {
    color: var(--bad);
  }
  .below > .actions {
    margin: 0.35rem 0 0 -0.6rem;
  }
  .note {
    padding-inline: 0.6rem;
    color: var(--soft);
    font-size: 0.875rem;
  }
  .error {
    padding: 0.75rem 1rem 0.5rem;
    background: var(--bad-wash);
    border-radius: 1rem;
  }
  .error strong {
    color: var(--bad);
  }
  .error p {
    margin: 0.15rem 0 0.25rem;
    overflow-wrap: anywhere;
  }
  .error .actions {
    margin-left: -0.6rem;
  }
  .error .quiet {
    color: var(--ink);
    font-weight: 600;
  }
`;
