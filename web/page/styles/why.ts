import { css } from "lit";

/** "Why this answer?" under an answer. */
export const why = css`
  .why {
    margin-top: 0.15rem;
    color: var(--soft);
    font-size: 0.875rem;
  }
  .why summary {
    width: fit-content;
    padding: 0.3rem 0.6rem 0.3rem 0;
    cursor: pointer;
    border-radius: 0.4rem;
  }
  .why summary:hover {
    color: var(--ink);
  }
  .why[open] {
    padding-bottom: 0.6rem;
    border-bottom: 1px solid var(--edge);
  }
  .why p {
    margin: 0.2rem 0;
  }
  .why h4 {
    margin: 0.7rem 0 0.15rem;
    color: var(--ink);
    font-size: inherit;
    font-weight: 600;
  }
  .why dl,
  .why .passages {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .why dl > div,
  .why .passages > li {
    display: flex;
    justify-content: space-between;
    gap: 1rem;
    padding: 0.15rem 0;
  }
  .why dd {
    margin: 0;
    text-align: end;
    overflow-wrap: anywhere;
  }
  .why .passages .note {
    flex: none;
    max-width: 45%;
    padding: 0;
    text-align: end;
  }
`;
