import { css } from "lit";

/** The pane of the endpoint that phrases answers. */
export const answerStyle = css`
  .style-panel h3 {
    margin: 1.6rem 0 0.4rem;
    color: var(--soft);
    font-size: 0.8125rem;
    font-weight: 600;
  }
  .style-panel .note {
    margin: 0 0 0.5rem;
    padding: 0;
    font-size: 0.8125rem;
  }
  .style-panel .in-force {
    margin: 0 0 1.2rem;
    padding: 0.6rem 0.9rem;
    font-size: 0.875rem;
    background: var(--accent-wash);
    border-radius: 0.75rem;
    overflow-wrap: anywhere;
  }
  .style-panel .label {
    display: block;
    margin-bottom: 0.25rem;
    font-size: 0.875rem;
    font-weight: 600;
  }
  .style-panel .field {
    margin-bottom: 0.9rem;
  }
  .style-panel .field:has(+ .hint-text) {
    margin-bottom: 0.3rem;
  }
  .style-panel p.hint-text {
    margin: 0 0 0.9rem;
    color: var(--soft);
    font-size: 0.8125rem;
  }
  .style-panel .row {
    flex-wrap: wrap;
  }
  .style-panel .filled {
    color: var(--accent-ink);
    background: var(--accent);
    border-color: var(--accent);
  }
  .style-panel .told,
  .style-panel .problem {
    margin: 0.3rem 0 0;
    font-size: 0.875rem;
    overflow-wrap: anywhere;
  }
`;
