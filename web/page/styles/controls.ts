import { css } from "lit";

/** Buttons, the form, notices, progress. */
export const controls = css`
  button {
    font: inherit;
    color: inherit;
    cursor: pointer;
    background: none;
    border: 0;
    border-radius: 0.6rem;
    -webkit-tap-highlight-color: transparent;
  }
  button:disabled {
    cursor: default;
    opacity: 0.4;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  textarea:focus-visible {
    outline: none;
  }
  .icon {
    display: grid;
    place-items: center;
    flex: none;
    width: 2.5rem;
    height: 2.5rem;
    border-radius: 50%;
    color: var(--soft);
  }
  .icon.small {
    width: 2rem;
    height: 2rem;
  }
  .icon:not(:disabled):hover,
  .icon[aria-expanded="true"] {
    color: var(--ink);
    background: var(--sunken);
  }
  .quiet {
    padding: 0.25rem 0.6rem;
    color: var(--soft);
    font-size: 0.875rem;
  }
  .quiet:hover {
    color: var(--ink);
    background: var(--sunken);
  }
  .box {
    display: flex;
    align-items: end;
    gap: 0.4rem;
    padding: 0.4rem 0.4rem 0.4rem 1.1rem;
    background: var(--raised);
    border: 1px solid var(--edge);
    border-radius: 1.6rem;
    box-shadow: 0 2px 12px var(--shadow);
    transition: border-color 0.15s;
  }
  .box:focus-within {
    border-color: var(--accent);
    outline: 1px solid var(--accent);
  }
  textarea {
    flex: 1;
    min-width: 0;
    min-height: 2.5rem;
    max-height: min(40dvh, 14rem);
    padding: 0.5rem 0;
    resize: none;
    color: inherit;
    background: none;
    border: 0;
    font: inherit;
    font-size: max(16px, 1rem);
    line-height: 1.5rem;
    field-sizing: content;
  }
  textarea::placeholder {
    overflow: hidden;
    color: var(--soft);
    text-overflow: ellipsis;
    white-space: nowrap;
    opacity: 1;
  }
  .round {
    display: grid;
    place-items: center;
    flex: none;
    width: 2.5rem;
    height: 2.5rem;
    border-radius: 50%;
    color: var(--accent-ink);
    background: var(--accent);
  }
  .round:not(:disabled):hover {
    filter: brightness(1.1);
  }
  .round.stop {
    color: var(--ink);
    background: var(--sunken);
    border: 1px solid var(--line);
  }
  .phrasing {
    display: block;
    max-width: 100%;
    margin: 0.35rem auto -0.35rem;
    overflow: hidden;
    font-size: 0.8125rem;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .hint {
    margin: 0.5rem 1.1rem 0;
    color: var(--bad);
    font-size: 0.875rem;
  }
  .progress {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 0 1rem;
    margin-bottom: 0.75rem;
    color: var(--soft);
    font-size: 0.8125rem;
    font-variant-numeric: tabular-nums;
  }
  progress {
    appearance: none;
    grid-column: 1 / -1;
    width: 100%;
    height: 3px;
    margin-top: 0.3rem;
    overflow: hidden;
    border: 0;
    border-radius: 2px;
    background: var(--line);
  }
  progress::-webkit-progress-bar {
    background: var(--line);
  }
  progress::-webkit-progress-value {
    background: var(--accent);
    border-radius: 2px;
    transition: inline-size 0.2s;
  }
  progress::-moz-progress-bar {
    background: var(--accent);
  }
  .notices {
    display: grid;
    gap: 0.4rem;
    margin-block: 0 0.6rem;
    list-style: none;
    font-size: 0.875rem;
  }
  .notices li {
    display: flex;
    align-items: center;
    gap: 0.5rem;
    padding: 0.3rem 0.4rem 0.3rem 1rem;
    background: var(--accent-wash);
    border-radius: 0.9rem;
  }
  .notices li span {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .notices .quiet {
    flex: none;
    color: var(--accent);
    font-weight: 600;
  }
  .failure {
    margin-bottom: 0.6rem;
  }
  .failure p,
  .failure .actions {
    margin: 0;
    padding: 0.6rem 1rem 0.2rem;
    background: var(--bad-wash);
    border-radius: 0.9rem 0.9rem 0 0;
    overflow-wrap: anywhere;
  }
  .failure .actions {
    padding: 0.2rem 0.4rem 0.5rem;
    border-radius: 0 0 0.9rem 0.9rem;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.25rem;
  }
  .code {
    color: var(--soft);
    font: 0.8125rem/1.5 ui-monospace, "SF Mono", Menlo, "DejaVu Sans Mono", monospace;
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation: none !important;
      transition: none !important;
      scroll-behavior: auto !important;
    }
  }
`;
