/** Colours code and sets maths in a settled block; both libraries arrive only when a text needs them. */
export function enrich(block: HTMLElement): void {
  const codes = block.querySelectorAll<HTMLElement>("pre > code");
  for (const code of codes) addCopyButton(code);
  if (codes.length > 0) void import("./code-colours").then(({ colour }) => eachInTurn(codes, colour));
  const formulas = block.querySelectorAll<HTMLElement>("[data-maths]");
  if (formulas.length > 0) void import("./maths").then(({ set }) => eachInTurn(formulas, set));
}

/** One task for each, so that none holds up a frame. */
function eachInTurn(elements: Iterable<HTMLElement>, work: (element: HTMLElement) => void): void {
  for (const element of elements) setTimeout(() => work(element));
}

function addCopyButton(code: HTMLElement): void {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy-code";
  button.dataset.action = "copy-code";
  button.textContent = "Copy";
  button.setAttribute("aria-label", "Copy this code");
  code.parentElement?.append(button);
  code.parentElement?.setAttribute("tabindex", "0");
}
