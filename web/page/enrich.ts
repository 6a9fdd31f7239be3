import { boxed } from "./code-box";

/** Colours code and sets maths in a settled block; both libraries arrive only when a text needs them. */
export function enrich(block: HTMLElement): void {
  const codes = block.querySelectorAll<HTMLElement>("pre > code");
  for (const code of codes) boxed(code);
  if (codes.length > 0) void import("./code-colours").then(({ colour }) => eachInTurn(codes, colour));
  const formulas = block.querySelectorAll<HTMLElement>("[data-maths]");
  if (formulas.length > 0) void import("./maths").then(({ set }) => eachInTurn(formulas, set));
}

/** One task for each, so that none holds up a frame. */
function eachInTurn(elements: Iterable<HTMLElement>, work: (element: HTMLElement) => void): void {
  for (const element of elements) setTimeout(() => work(element));
}
