import type { ReactiveController, ReactiveControllerHost } from "lit";

type Host = ReactiveControllerHost & { readonly renderRoot: HTMLElement | DocumentFragment };

/**
 * Keeps the place of somebody who uses the keyboard: when what has the focus leaves the page, as a button does that was
 * pressed to take its own message away, the focus goes on to a sensible place instead of to the top of the page.
 */
export class FocusKeeper implements ReactiveController {
  private focused: HTMLElement | null = null;

  constructor(
    private readonly host: Host,
    private readonly goOn: () => void,
  ) {
    host.addController(this);
    const { renderRoot } = host; // outside of it nobody hears how the focus moves inside
    renderRoot.addEventListener("focusin", ({ target }) => {
      this.focused = target as HTMLElement;
    });
    renderRoot.addEventListener("focusout", ({ target }) =>
      queueMicrotask(() => {
        if (target === this.focused && this.focused?.isConnected) this.focused = null; // it was left, not taken away
      }),
    );
  }

  hostConnected(): void {}

  hostUpdated(): void {
    requestAnimationFrame(() => {
      if (!this.focused || this.focused.isConnected) return;
      this.focused = null;
      if (!(this.host.renderRoot as ShadowRoot).activeElement) this.goOn();
    });
  }
}
