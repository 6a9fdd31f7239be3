import { css } from "lit";

/** What is filled in and switched on in panes: fields, switches, framed buttons, files. */
export const fields = css`
  .toggle {
    display: flex;
    gap: 0.75rem;
    align-items: start;
    margin-bottom: 0.9rem;
    font-size: 0.875rem;
    cursor: pointer;
  }
  .toggle .name,
  .toggle .hint-text {
    display: block;
  }
  .toggle .hint-text,
  .custody .note,
  .blocks .note,
  .memory-panel .note {
    color: var(--soft);
    font-size: 0.8125rem;
  }
  .toggle input {
    flex: none;
    width: 2.4rem;
    height: 1.4rem;
    margin: 0.1rem 0 0;
    appearance: none;
    background: radial-gradient(circle at 0.7rem 50%, var(--raised) 0.5rem, transparent 0.53rem), var(--edge);
    border-radius: 0.7rem;
    cursor: pointer;
    transition: background-position 0.15s;
  }
  .toggle input:checked {
    background: radial-gradient(circle at 1.7rem 50%, var(--accent-ink) 0.5rem, transparent 0.53rem), var(--accent);
  }
  .toggle input:disabled {
    opacity: 0.45;
    cursor: default;
  }
  .field {
    flex: 1;
    width: 100%;
    min-width: 0;
    box-sizing: border-box;
    padding: 0.45rem 0.75rem;
    color: inherit;
    font: inherit;
    font-size: max(16px, 0.875rem);
    background: var(--raised);
    border: 1px solid var(--edge);
    border-radius: 0.6rem;
  }
  .field::placeholder {
    color: var(--soft);
    opacity: 1;
  }
  .row {
    display: flex;
    gap: 0.5rem;
    margin-bottom: 0.6rem;
  }
  .framed {
    display: inline-block;
    flex: none;
    padding: 0.45rem 0.9rem;
    color: var(--ink);
    border: 1px solid var(--edge);
    border-radius: 0.6rem;
  }
  .file {
    position: relative;
    cursor: pointer;
  }
  .file input {
    position: absolute;
    inset: 0;
    width: 100%;
    opacity: 0;
    cursor: pointer;
  }
  .file:focus-within {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
`;
