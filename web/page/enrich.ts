/** Colours code and sets maths in a settled block; both libraries arrive only when a text needs them. */
export function enrich(block: HTMLElement): void {
  const codes = [...block.querySelectorAll<HTMLElement>("pre > code")];
  if (block.matches("pre")) addCopyButton(block);
  for (const pre of block.querySelectorAll<HTMLElement>("pre")) addCopyButton(pre);
  if (codes.length > 0) void import("./code-colours").then(({ colour }) => codes.forEach(colour));
  const formulas = [...block.querySelectorAll<HTMLElement>("[data-maths]")];
  if (formulas.length > 0) void import("./maths").then(({ set }) => formulas.forEach(set));
}

function addCopyButton(pre: HTMLElement): void {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy-code";
  button.dataset.action = "copy-code";
  button.textContent = "Copy";
  button.setAttribute("aria-label", "Copy this code");
  pre.tabIndex = 0;
  pre.append(button);
}
