// {"tokenizer_module", "tokenizer_file", "texts"} -> the token ids of every text.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const task = JSON.parse(readFileSync(0, "utf8"));
const { WordPiece } = await import(pathToFileURL(task.tokenizer_module).href);
const tokenizer = new WordPiece(readFileSync(task.tokenizer_file, "utf8"));
process.stdout.write(`${JSON.stringify(task.texts.map((text) => tokenizer.encode(text)))}\n`);
