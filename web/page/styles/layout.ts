import { css } from "lit";

/** The column: header, transcript, form; the pane beside it, or over it where the element is narrow. */
export const layout = css`
  :host {
    display: block;
    height: 100%;
    overflow: clip;
    container-type: inline-size;
    background: var(--paper);
    color: var(--ink);
    font: 400 1rem/1.6 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif;
    -webkit-text-size-adjust: 100%;
    --pad: clamp(1rem, 4cqi, 1.75rem);
    --column: 46rem;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  .app {
    position: relative;
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
    height: 100%;
  }
  .top {
    display: flex;
    align-items: center;
    gap: 0.25rem;
    grid-column: 1 / -1;
    padding: max(0.5rem, env(safe-area-inset-top)) max(0.75rem, env(safe-area-inset-right)) 0.5rem max(1rem, env(safe-area-inset-left));
    border-bottom: 1px solid var(--line);
  }
  .top h1 {
    display: -webkit-box;
    flex: 1;
    min-width: 0;
    margin: 0;
    overflow: hidden;
    font-size: 1rem;
    font-weight: 600;
    letter-spacing: -0.005em;
    line-height: 1.25;
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
  .top .mark {
    display: grid;
    margin-right: 0.4rem;
    color: var(--accent);
  }
  main {
    position: relative;
    display: flex;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
  }
  .scroller {
    flex: 1;
    min-height: 0;
    overflow-y: auto;
    overscroll-behavior: contain;
    outline: none;
    scrollbar-width: thin;
    scrollbar-color: var(--edge) transparent;
    scrollbar-gutter: stable both-edges;
  }
  .column,
  .form,
  .notices,
  .failure,
  .progress {
    width: 100%;
    max-width: calc(var(--column) + 2 * var(--pad));
    margin-inline: auto;
    padding-inline: max(var(--pad), env(safe-area-inset-left)) max(var(--pad), env(safe-area-inset-right));
  }
  .dock {
    position: relative;
    padding-bottom: max(0.9rem, env(safe-area-inset-bottom));
  }
  .jump {
    display: flex;
    align-items: center;
    gap: 0.4rem;
    margin: 0.35rem auto 0.5rem;
    padding: 0.2rem 0.9rem 0.2rem 0.7rem;
    color: var(--soft);
    font-size: 0.8125rem;
    background: var(--raised);
    border: 1px solid var(--edge);
    border-radius: 1rem;
  }
  .jump:hover {
    color: var(--ink);
  }
  .jump svg {
    width: 1rem;
    height: 1rem;
  }
  .pane {
    display: flex;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
    background: var(--raised);
    border-left: 1px solid var(--line);
  }
  .app.with-pane {
    /* The pane takes what the column of answers leaves, so that no line of it breaks anew, up to its own measure. */
    grid-template-columns: minmax(0, 1fr) clamp(22rem, calc(100cqi - var(--column) - 2 * var(--pad) - 2rem), 38cqi);
  }
  @container (max-width: 820px) {
    .scroller {
      scrollbar-gutter: auto;
    }
    .app.with-pane {
      grid-template-columns: minmax(0, 1fr);
    }
    .with-pane > :is(.top, main) {
      visibility: hidden;
    }
    .pane {
      position: absolute;
      inset: 0;
      z-index: 2;
      border-left: 0;
      padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left);
    }
  }
  @container (max-width: 360px) {
    .top {
      gap: 0;
    }
    .top h1 {
      font-size: 0.9375rem;
    }
    .top .icon {
      width: 2.25rem;
    }
  }
  .hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
