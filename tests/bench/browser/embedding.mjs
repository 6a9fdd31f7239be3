// One short text to a vector: ours beside transformers.js, the same model file, one thread each, one page.

import { AutoModel, AutoTokenizer, env, FeatureExtractionPipeline } from "@huggingface/transformers";
import { modelBytes, watchMemories } from "../../../web/embedder-worker/memory";
import { loadRuntime, MiniLm } from "../../../web/embedder-worker/session";
import { WordPiece } from "../../../web/embedder-worker/tokenizer";
import { quantile, summary } from "./clock.mjs";

// Words of one token each; the two end tokens make up the rest.
const WORDS =
  "how can the reader find a good answer to this question about water and wood in the old house by the sea".split(" ");

/** Runs that are not counted and pairs that are, by tokens: the browser compiles hot code better only after some tens. */
const RUNS = { 8: [60, 100], 32: [40, 60], 128: [20, 40] };

export async function embedding(runtime, rivals, ort) {
  watchMemories();
  const tokenizerJson = await (await fetch(`${runtime}tokenizer.json`)).text();
  const model = new Uint8Array(await (await fetch(`${runtime}model.onnx`)).arrayBuffer());
  const ours = await MiniLm.start(await loadRuntime(runtime), model, tokenizerJson);
  await ours.embed(["once more, so that all memory is there", "x ".repeat(300)]);
  const heap_bytes = modelBytes();

  env.allowLocalModels = true;
  env.allowRemoteModels = false;
  env.localModelPath = new URL("models/", rivals).pathname; // a full address would count as a remote one
  env.useBrowserCache = false;
  env.backends.onnx.wasm.wasmPaths = ort;
  env.backends.onnx.wasm.numThreads = 1;
  const [theirTokenizer, theirModel] = await Promise.all([
    AutoTokenizer.from_pretrained("minilm"),
    AutoModel.from_pretrained("minilm", { dtype: "fp32", device: "wasm" }),
  ]);
  const extract = new FeatureExtractionPipeline({
    task: "feature-extraction",
    model: theirModel,
    tokenizer: theirTokenizer,
  });
  const contestants = {
    ours: async (text) => ours.embed([text]),
    "transformers.js": (text) => extract(text, { pooling: "mean", normalize: true }),
  };

  const tokenizer = new WordPiece(tokenizerJson);
  const table = {};
  let farthest = 0;
  for (const [tokens, [warmUp, runs]] of Object.entries(RUNS)) {
    const texts = Array.from({ length: Math.max(warmUp, runs) }, (_, i) => textOf(Number(tokens), i));
    const wrong = texts.find((text) => tokenizer.encode(text).length !== Number(tokens));
    if (wrong) throw new Error(`"${wrong}" has not ${tokens} tokens.`);
    const [mine, theirs] = [await ours.embed([texts[0]]), (await contestants["transformers.js"](texts[0])).data];
    farthest = Math.max(farthest, ...mine.map((value, i) => Math.abs(value - theirs[i])));
    for (const text of texts.slice(0, warmUp)) for (const run of Object.values(contestants)) await run(text);
    table[tokens] = await inPairs(contestants, texts.slice(0, runs));
  }
  return { tokens: table, heap_bytes, largest_difference: farthest };
}

/**
 * Each text by both, one right after the other, first the one and then the other: what slows the machine for a while
 * slows both of a pair, and the median of the pairs' ratios does not see the rest.
 */
async function inPairs(contestants, texts) {
  const spent = { ours: [], "transformers.js": [] };
  for (const [i, text] of texts.entries()) {
    const order = i % 2 ? ["transformers.js", "ours"] : ["ours", "transformers.js"];
    for (const name of order) {
      const start = performance.now();
      await contestants[name](text);
      spent[name].push(performance.now() - start);
    }
  }
  const ratios = spent.ours.map((mine, i) => mine / spent["transformers.js"][i]).sort((a, b) => a - b);
  const sorted = (list) => list.sort((a, b) => a - b);
  return {
    ratio: quantile(ratios, 0.5),
    middle_half: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    by: Object.fromEntries(Object.entries(spent).map(([name, list]) => [name, summary(sorted(list))])),
  };
}

function textOf(tokens, shift) {
  return Array.from({ length: tokens - 2 }, (_, i) => WORDS[(i + shift) % WORDS.length]).join(" ");
}
