const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])\s/;

/**
 * Where the last block that can no longer change ends in a Markdown text that is still growing: after the last blank
 * line that is outside of code and maths, and not inside a list. 0 when nothing is settled.
 */
export function settledLength(text: string): number {
  let settled = 0;
  let offset = 0;
  let fence = "";
  let isMaths = false;
  let isList = false;
  let isAfterBlank = false;
  const lines = text.split("\n");
  for (const line of lines.slice(0, -1)) {
    const isBlank = line.trim() === "";
    if (isAfterBlank && !isBlank && !fence && !isMaths) {
      const goesOn = isList && (LIST_ITEM.test(line) || /^\s/.test(line));
      if (!goesOn) [settled, isList] = [offset, false];
    }
    const mark = FENCE.exec(line)?.[1];
    if (mark && !fence) fence = mark;
    else if (mark && line.trim() === mark && mark[0] === fence[0] && mark.length >= fence.length) fence = "";
    else if (!fence && (line.split("$$").length - 1) % 2 === 1) isMaths = !isMaths;
    if (!fence && LIST_ITEM.test(line)) isList = true;
    isAfterBlank = isBlank && !fence && !isMaths;
    offset += line.length + 1;
  }
  const tail = lines.at(-1) ?? "";
  const canDecide = tail !== "" && !/^\s/.test(tail) && !LIST_ITEM.test(`${tail} `) && !/^(\d+|[-*+])$/.test(tail);
  if (isAfterBlank && !fence && !isMaths && (!isList || canDecide)) settled = offset;
  return settled;
}
