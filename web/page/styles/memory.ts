import { css } from "lit";

/** The memory panel: heap, structures with their caps, turns. */
export const memory = css`
  .memory-panel .note {
    margin: 0 0 0.6rem;
    padding: 0;
  }
  .memory-panel dl + .framed {
    margin-top: 0.6rem;
  }
  .memory-panel section {
    margin-bottom: 1.9rem;
  }
  .memory-panel h3 {
    margin: 0 0 0.5rem;
    color: var(--soft);
    font-size: 0.8125rem;
    font-weight: 600;
  }
  .memory-panel .big {
    margin: 0 0 0.4rem;
    font-size: 1.75rem;
    font-weight: 500;
    font-variant-numeric: tabular-nums;
    line-height: 1.2;
    letter-spacing: -0.02em;
  }
  .curve {
    display: block;
    width: 100%;
    height: 4.5rem;
    margin-bottom: 0.75rem;
    color: var(--accent);
    background: var(--sunken);
    border-radius: 0.6rem;
  }
  .memory-panel dl {
    display: grid;
    gap: 0.15rem;
    margin: 0;
    font-size: 0.875rem;
  }
  .memory-panel dl div {
    display: flex;
    justify-content: space-between;
    gap: 1rem;
  }
  .memory-panel dt {
    color: var(--soft);
  }
  .memory-panel dd {
    margin: 0;
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  .structures,
  .turns {
    display: grid;
    gap: 0.9rem;
    margin: 0;
    padding: 0;
    list-style: none;
    font-size: 0.875rem;
  }
  .structures li {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 0 1rem;
  }
  .structures .size {
    color: var(--soft);
    font-variant-numeric: tabular-nums;
  }
  .structures .evicts {
    grid-column: 1 / -1;
    margin-top: 0.2rem;
    color: var(--soft);
    font-size: 0.8125rem;
  }
  .turns li {
    padding-bottom: 0.8rem;
    border-bottom: 1px solid var(--line);
  }
  .turns p {
    margin: 0.15rem 0 0;
    color: var(--soft);
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
  .turns .asked {
    color: var(--ink);
  }
  .memory-panel .fold {
    margin-top: 0.5rem;
  }
  .memory-panel .chips {
    margin: 0;
    font-size: 0.875rem;
  }
  .technical {
    padding-top: 0.4rem;
    border-top: 1px solid var(--line);
  }
  .memory-panel :is(.technical, .fold) > summary {
    width: fit-content;
    margin-bottom: 0.9rem;
    padding: 0.3rem 0.6rem 0.3rem 0;
    color: var(--soft);
    font-size: 0.875rem;
    cursor: pointer;
    border-radius: 0.4rem;
  }
  .memory-panel :is(.technical, .fold) > summary:hover {
    color: var(--ink);
  }
  .turns .name {
    margin-right: 0.5rem;
    font-weight: 600;
  }
  .turns .tag {
    margin: 0 0.3rem 0 0;
    font-size: 0.75rem;
  }
`;
