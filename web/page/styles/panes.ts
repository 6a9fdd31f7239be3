import { css } from "lit";

/** The source pane and the memory panel. */
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
  .memory-panel .note {
    margin: 0 0 0.6rem;
    padding: 0;
  }
  .blocks .field + .note {
    margin-top: 0.6rem;
  }
  .memory-panel dl + .framed {
    margin-top: 0.6rem;
  }
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
  .receipt {
    padding: 0.6rem 0.9rem;
    font-size: 0.8125rem;
    background: var(--accent-wash);
    border-radius: 0.75rem;
  }
  .receipt p {
    margin: 0.2rem 0 0;
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
  .problem {
    color: var(--bad);
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
    overflow-wrap: anywhere;
  }
  .turns .asked {
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
