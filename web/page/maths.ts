import katex from "katex";

/** Turns the TeX in an element into MathML, which browsers lay out without fonts or styles of ours. */
export function set(element: HTMLElement): void {
  const tex = element.textContent ?? "";
  katex.render(tex, element, {
    displayMode: element.dataset.maths === "block",
    output: "mathml",
    throwOnError: false,
    trust: false,
    maxExpand: 200,
    maxSize: 20,
  });
}
