type Part = { part: string; label: string };

/** Words of grammar, which a reading may add to a message without saying anything new. */
const GRAMMAR = new Set(
  "a an the of in on at to for from with and or is are was were be do does did have has can could will would should how what which who where when why i you we it its my your this that these those there about any some please".split(
    " ",
  ),
);

/**
 * What of "understood as" tells a reader something: filters and mended words, which can be taken back, and of the other
 * parts those with a word that neither the message nor a longer part has.
 */
export function tellingParts(parts: readonly Part[], message: string): readonly Part[] {
  const said = wordsOf(message);
  const read = parts.map((one) => {
    const words = wordsOf(one.label);
    return { one, words, fresh: [...words].filter((word) => !said.has(word)) };
  });
  const told = read.filter(({ one, words, fresh }) => {
    const isLonger = (other: Set<string>): boolean => other.size > words.size && fresh.every((word) => other.has(word));
    const mayRepeat = /^(?:topic$|question$|word:)/.test(one.part);
    return !mayRepeat || (fresh.length > 0 && !read.some((other) => isLonger(other.words)));
  });
  return told.map(({ one }) => one);
}

/** Whether all of them are filters. */
export function areFilters(parts: readonly Part[]): boolean {
  return parts.every(({ part }) => part.startsWith("slot:"));
}

function wordsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const content = words.filter((word) => !GRAMMAR.has(word));
  return new Set(
    (content.length > 0 ? content : words).map((word) => (word.length > 3 ? word.replace(/s$/, "") : word)),
  );
}
