import { css } from "lit";

/** All colours, light and dark; nothing else names one. */
export const colours = css`
  :host {
    color-scheme: light dark;
    --paper: light-dark(#fbfaf7, #14191b);
    --raised: light-dark(#ffffff, #1c2326);
    --sunken: light-dark(#f2f0ea, #101416);
    --ink: light-dark(#1c2426, #e4e9e8);
    --soft: light-dark(#566164, #9fabac);
    --line: light-dark(#e3dfd6, #2c3639);
    --edge: light-dark(#b9b3a6, #566164);
    --accent: light-dark(#0b645f, #72cbc0);
    --accent-ink: light-dark(#ffffff, #0c2422);
    --accent-wash: light-dark(#e2f0ed, #1a3431);
    --mine: light-dark(#e9efe9, #233330);
    --mark: light-dark(#fdebb0, #5a4a12);
    --bad: light-dark(#9c2f22, #f0a195);
    --bad-wash: light-dark(#fbece8, #38211e);
    --shadow: light-dark(rgb(60 50 30 / 10%), rgb(0 0 0 / 40%));
  }
  :host([data-theme="light"]) {
    color-scheme: light;
  }
  :host([data-theme="dark"]) {
    color-scheme: dark;
  }
`;
