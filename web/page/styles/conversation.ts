import { css } from "lit";

/** Greeting, messages and answers. */
export const conversation = css`
  .column {
    padding-block: 1.5rem 1rem;
  }
  .greeting {
    padding-block: clamp(1.5rem, 12vh, 7rem) 1rem;
  }
  .greeting h2 {
    min-height: 1.25em;
    margin: 0 0 0.6rem;
    font: 500 clamp(1.5rem, 1.1rem + 2vw, 2.125rem) / 1.25 ui-serif, "Iowan Old Style", Charter, Georgia, "Liberation Serif", serif;
    letter-spacing: -0.01em;
    text-wrap: balance;
  }
  .greeting p {
    max-width: 38rem;
    margin: 0 0 2rem;
    color: var(--soft);
    text-wrap: pretty;
  }
  .greeting ul {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr));
    gap: 0.6rem;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .suggestion {
    width: 100%;
    height: 100%;
    padding: 0.8rem 1.05rem;
    text-align: start;
    line-height: 1.45;
    background: var(--raised);
    border: 1px solid var(--line);
    border-radius: 1rem;
    transition: border-color 0.15s;
  }
  .suggestion:hover,
  .option:hover {
    border-color: var(--accent);
  }
  .more {
    display: block;
    margin: 0 auto 1.5rem;
    padding: 0.4rem 1rem;
    color: var(--soft);
    font-size: 0.875rem;
    border: 1px solid var(--line);
    border-radius: 2rem;
  }
  .entry {
    margin-bottom: 2rem;
  }
  .message {
    width: fit-content;
    max-width: min(88%, 36rem);
    margin: 0 0 1.1rem auto;
    padding: 0.6rem 1.05rem;
    background: var(--mine);
    border-radius: 1.25rem 1.25rem 0.35rem;
  }
  .message p {
    margin: 0;
    max-height: 24rem;
    overflow: auto;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .pending {
    display: flex;
    align-items: center;
    gap: 0.6rem;
    margin: 0;
    color: var(--soft);
  }
  .dots {
    width: 0.5rem;
    height: 0.5rem;
    border-radius: 50%;
    background: var(--accent);
    animation: breathe 1.4s ease-in-out infinite;
  }
  @keyframes breathe {
    50% {
      opacity: 0.25;
      scale: 0.7;
    }
  }
  .tag {
    display: inline-block;
    margin-bottom: 0.4rem;
    padding: 0.05rem 0.6rem;
    color: var(--soft);
    font-size: 0.8125rem;
    background: var(--sunken);
    border: 1px solid var(--line);
    border-radius: 1rem;
  }
`;
