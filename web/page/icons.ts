import { svg, type TemplateResult } from "lit";

const icon = (path: TemplateResult, box = "0 0 24 24"): TemplateResult =>
  svg`<svg viewBox=${box} width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`;

export const arrowUp = icon(svg`<path d="M12 19V5M6 11l6-6 6 6"/>`);
export const arrowDown = icon(svg`<path d="M12 5v14M6 13l6 6 6-6"/>`);
export const square = icon(svg`<rect x="7" y="7" width="10" height="10" rx="2" fill="currentColor" stroke="none"/>`);
export const pen = icon(svg`<path d="M4 20h4L19 9l-4-4L4 16v4zM13 7l4 4"/>`);
export const sun = icon(
  svg`<circle cx="12" cy="12" r="4"/><path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4"/>`,
);
export const moon = icon(svg`<path d="M20 14.5A8 8 0 1 1 9.5 4a6.5 6.5 0 0 0 10.5 10.5z"/>`);
export const gauge = icon(svg`<path d="M4 18a9 9 0 1 1 16 0M12 14l4-5"/>`);
export const quill = icon(svg`<path d="M5 19c1-6 5-12 14-14-1 8-6 11-11 11M5 19l6-7"/>`);
export const cross = icon(svg`<path d="M6 6l12 12M18 6 6 18"/>`);
/** A limpet on its rock. */
export const shell = icon(svg`<path d="M3 18c2-7 5-11 9-11s7 4 9 11zM12 7v11M8 9.5 6.5 18M16 9.5 17.5 18"/>`);
