/**
 * The UTF-16 offset of a count of Unicode code points; past the end it is the text's length.
 *
 *     utf16Offset("a😀b", 2) // 3
 */
export function utf16Offset(text: string, codePoints: number): number {
  let offset = 0;
  for (let left = codePoints; left > 0 && offset < text.length; left -= 1) {
    offset += (text.codePointAt(offset) ?? 0) > 0xffff ? 2 : 1;
  }
  return offset;
}
