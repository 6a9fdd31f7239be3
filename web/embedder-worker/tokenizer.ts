/**
 * WordPiece for MiniLM, exact against the Rust tokenizer that made the index's vectors.
 *
 * The JavaScript tokenizer of the model's maker splits ideographs beyond the basic plane differently and lower-cases a
 * final capital sigma by its neighbours; a query would then meet vectors of other token ids. The steps, in the order of
 * the Rust code: cut out special tokens, clean, space ideographs, decompose and drop accents, lower-case each code point
 * alone, split at white space and punctuation, longest piece first.
 */

/** The parts of `tokenizer.json` that are read; padding and truncation in that file are ignored on purpose. */
interface TokenizerFile {
  added_tokens: { id: number; content: string }[];
  model: {
    type: string;
    vocab: Record<string, number>;
    unk_token: string;
    continuing_subword_prefix: string;
    max_input_chars_per_word: number;
  };
}

/** [CLS] and [SEP] included; the length that the model was trained for. */
export const MAX_TOKENS = 256;

const FIRST = "[CLS]";
const LAST = "[SEP]";

/** Ideograph blocks that become words of their own; the odd 2B920 is the Rust code's. */
const IDEOGRAPH =
  /[\u{4E00}-\u{9FFF}\u{3400}-\u{4DBF}\u{20000}-\u{2A6DF}\u{2A700}-\u{2B73F}\u{2B740}-\u{2B81F}\u{2B920}-\u{2CEAF}\u{F900}-\u{FAFF}\u{2F800}-\u{2FA1F}]/gu;
/**
 * The Rust code's tables of categories are those of Unicode 8: controls, marks and punctuation that came later are letters
 * to it. These ranges hold all of them, and no older one.
 */
const NEWER = [
  "\\u{61D}\\u{7FD}\\u{890}-\\u{8E2}\\u{9FD}-\\u{9FE}\\u{A76}\\u{AFA}-\\u{AFF}\\u{B55}\\u{C04}-\\u{C3C}\\u{C77}",
  "\\u{C84}\\u{D00}\\u{D3B}-\\u{D3C}\\u{D81}\\u{EBA}\\u{ECE}\\u{180F}-\\u{1886}\\u{1ABF}-\\u{1AEB}",
  "\\u{1B4E}-\\u{1B4F}\\u{1B7D}-\\u{1B7F}\\u{1DF6}-\\u{1DFB}\\u{2E43}-\\u{2E5D}\\u{A82C}\\u{A8C5}\\u{A8FF}\\u{A9BD}",
  "\\u{10D24}-\\u{10F89}\\u{11070}-\\u{11074}\\u{110C2}-\\u{110CD}\\u{111C9}\\u{111CF}\\u{1123E}-\\u{11241}",
  "\\u{1133B}\\u{113BB}-\\u{1145E}\\u{11660}-\\u{1166C}\\u{116B9}\\u{1182F}-\\u{11FFF}\\u{12FF1}-\\u{1612F}",
  "\\u{16D6D}-\\u{16F4F}\\u{16FE2}-\\u{16FE4}\\u{1CF00}-\\u{1CF46}\\u{1E000}-\\u{1E6F5}\\u{1E944}-\\u{1E95F}",
].join("");

const DROPPED = new RegExp(`[\\0\\uFFFD]|(?![\\t\\n\\r${NEWER}])[\\p{Cc}\\p{Cf}\\p{Co}\\p{Cs}]`, "gu");
const SPACE = /\p{White_Space}/u;
/** Characters that are named one by one had this category in Unicode 8 and have moved since. */
const ACCENT = new RegExp(`[\\u1734\\u{1171E}]|(?![${NEWER}])\\p{Mn}`, "gu");
const PUNCTUATION = new RegExp(`[!-/:-@[-\`{-~\\u166D\\u{111C9}]|(?![${NEWER}])\\p{P}`, "u");

export class WordPiece {
  readonly #ids: Map<string, number>;
  readonly #specials: Map<string, number>;
  readonly #specialPattern: RegExp;
  readonly #unknown: number;
  readonly #prefix: string;
  readonly #maxWordChars: number;
  readonly #longestPiece: number;

  /** Throws an Error when the file is no WordPiece tokenizer with the tokens that MiniLM needs. */
  constructor(json: string) {
    const file = JSON.parse(json) as TokenizerFile;
    if (file.model?.type !== "WordPiece") throw new Error("The tokenizer file holds no WordPiece model.");
    this.#ids = new Map(Object.entries(file.model.vocab));
    this.#specials = new Map(file.added_tokens.map((token) => [token.content, token.id]));
    const escaped = [...this.#specials.keys()].map((token) => token.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    this.#specialPattern = new RegExp(`(${escaped.join("|")})`);
    this.#unknown = this.#special(file.model.unk_token);
    this.#prefix = file.model.continuing_subword_prefix;
    this.#maxWordChars = file.model.max_input_chars_per_word;
    this.#longestPiece = Math.max(...[...this.#ids.keys()].map((piece) => piece.length));
  }

  /** Token ids of `text`, between [CLS] and [SEP], at most `MAX_TOKENS`. */
  encode(text: string): number[] {
    const ids: number[] = [];
    for (const part of text.split(this.#specialPattern)) {
      const special = this.#specials.get(part);
      if (special === undefined) this.#encodePlain(part, ids);
      else ids.push(special);
      if (ids.length >= MAX_TOKENS - 2) break;
    }
    return [this.#special(FIRST), ...ids.slice(0, MAX_TOKENS - 2), this.#special(LAST)];
  }

  #special(token: string): number {
    const id = this.#specials.get(token) ?? this.#ids.get(token);
    if (id === undefined) throw new Error(`The tokenizer file lacks ${token}.`);
    return id;
  }

  #encodePlain(text: string, ids: number[]): void {
    for (const word of words(normalise(text))) {
      this.#encodeWord(word, ids);
      if (ids.length >= MAX_TOKENS - 2) return;
    }
  }

  #encodeWord(word: string, ids: number[]): void {
    const whole = this.#ids.get(word);
    const chars = whole === undefined ? [...word] : [];
    if (whole !== undefined || chars.length > this.#maxWordChars) {
      ids.push(whole ?? this.#unknown);
      return;
    }
    const pieces: number[] = [];
    for (let start = 0; start < chars.length; ) {
      const [id, end] = this.#longestFrom(chars, start);
      if (id === undefined) {
        ids.push(this.#unknown);
        return;
      }
      pieces.push(id);
      start = end;
    }
    ids.push(...pieces);
  }

  #longestFrom(chars: string[], start: number): [id: number | undefined, end: number] {
    const prefix = start > 0 ? this.#prefix : "";
    for (let end = Math.min(chars.length, start + this.#longestPiece); end > start; end--) {
      const id = this.#ids.get(prefix + chars.slice(start, end).join(""));
      if (id !== undefined) return [id, end];
    }
    return [undefined, start];
  }
}

/** The text as BERT reads it: no controls, ideographs apart, no accents, lower case. */
export function normalise(text: string): string {
  const spaced = text.replace(DROPPED, "").replace(IDEOGRAPH, " $& ");
  const bare = spaced.normalize("NFD").replace(ACCENT, "");
  let lowered = "";
  for (const char of bare) lowered += char.toLowerCase();
  return lowered;
}

function* words(text: string): Generator<string> {
  let word = "";
  for (const char of text) {
    const isPunctuation = PUNCTUATION.test(char);
    if (!isPunctuation && !SPACE.test(char)) {
      word += char;
      continue;
    }
    if (word) yield word;
    word = "";
    if (isPunctuation) yield char;
  }
  if (word) yield word;
}
