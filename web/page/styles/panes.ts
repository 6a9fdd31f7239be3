import { css } from "lit";

/** The frame that source, memory and answer style have in common. */
export const panes = css`
  .pane > header {
    display: flex;
    align-items: start;
    gap: 0.5rem;
    padding: 0.8rem 0.75rem 0.8rem 1.25rem;
    border-bottom: 1px solid var(--line);
  }
  .pane > header > div {
    flex: 1;
    min-width: 0;
  }
  .pane h2 {
    margin: 0;
    font-size: 1rem;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .pane > header p {
    margin: 0;
    color: var(--soft);
    font-size: 0.8125rem;
    overflow-wrap: anywhere;
  }
  .pane .scroll {
    flex: 1;
    min-height: 0;
    padding: 1.1rem 1.25rem 2rem;
    overflow-y: auto;
    overscroll-behavior: contain;
    outline-offset: -2px;
  }
  .pane > footer {
    padding: 0.7rem 1.25rem;
    font-size: 0.875rem;
    border-top: 1px solid var(--line);
  }
  .pane a {
    color: var(--accent);
  }
  .problem {
    color: var(--bad);
  }
`;
