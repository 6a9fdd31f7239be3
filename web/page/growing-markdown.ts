import { settledLength } from "./block-boundary";
import { enrich } from "./enrich";
import { renderMarkdown } from "./markdown";

export { renderSource } from "./rendered-source"; // in the same chunk, which has come long before a source is opened

/**
 * A Markdown text that grows at its end inside an element. Settled blocks are rendered once and stay; only the block
 * at the end is rendered again, so the work of a frame does not grow with the answer.
 */
export class GrowingMarkdown {
  private tailText = "";
  private tailNodes: ChildNode[] = [];
  private isEmpty = true;

  constructor(private readonly body: HTMLElement) {}

  add(piece: string): void {
    this.tailText += piece;
    const settled = settledLength(this.tailText);
    if (settled > 0) {
      this.replaceTail(this.tailText.slice(0, settled), true);
      this.tailText = this.tailText.slice(settled);
      this.tailNodes = [];
    }
    this.replaceTail(this.tailText, false);
  }

  /** The text is whole: the last block settles too. */
  finish(): void {
    this.replaceTail(this.tailText, true);
    this.tailText = "";
    this.tailNodes = [];
  }

  /** Starts over with a whole text. */
  show(text: string): void {
    this.body.replaceChildren();
    this.tailNodes = [];
    this.isEmpty = true;
    this.tailText = text;
    this.finish();
  }

  private replaceTail(text: string, isSettled: boolean): void {
    for (const node of this.tailNodes) node.remove();
    this.tailNodes = [];
    if (text === "" && this.isEmpty) return;
    const fragment = renderMarkdown(text);
    this.tailNodes = [...fragment.childNodes];
    this.isEmpty = false;
    this.body.append(fragment);
    if (isSettled) for (const node of this.tailNodes) if (node instanceof HTMLElement) enrich(node);
  }
}
