export type Theme = "light" | "dark";

/** The visitor's choice of colours; without one the system's counts. Storage may be forbidden. */
export class ThemeChoice {
  private picked: Theme | null = null;

  constructor(private readonly key: string) {}

  get chosen(): Theme | null {
    if (this.picked) return this.picked;
    try {
      const kept = localStorage.getItem(this.key);
      return kept === "light" || kept === "dark" ? kept : null;
    } catch {
      return null;
    }
  }

  get current(): Theme {
    return this.chosen ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  }

  get other(): Theme {
    return this.current === "dark" ? "light" : "dark";
  }

  choose(theme: Theme): void {
    this.picked = theme;
    try {
      localStorage.setItem(this.key, theme);
    } catch {
      // Without storage the choice holds for this page only.
    }
  }
}
