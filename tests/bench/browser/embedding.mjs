// One short text to a vector: ours beside transformers.js, the same model file, one thread each, one page.

import { AutoModel, AutoTokenizer, env, FeatureExtractionPipeline } from "@huggingface/transformers";
import { modelBytes, watchMemories } from "../../../web/embedder-worker/memory";
import { loadRuntime, MiniLm } from "../../../web/embedder-worker/session";
import { WordPiece } from "../../../web/embedder-worker/tokenizer";
import { race, summary } from "./clock.mjs";

// Words of one token each; the two end tokens make up the rest.
const WORDS = "how can the reader find a good answer to this question about water and wood in the old house by the sea".split(" ");

const RUNS = { 8: [60, 60], 32: [40, 40], 128: [15, 25] };

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
  const extract = new FeatureExtractionPipeline({ task: "feature-extraction", model: theirModel, tokenizer: theirTokenizer });
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
    // Text by text in turns: a slow second then falls on both.
    const times = await race(contestants, texts.slice(0, warmUp), { warmUp, rounds: 0 }).then(() =>
      inTurns(contestants, texts.slice(0, runs)),
    );
    table[tokens] = Object.fromEntries(Object.entries(times).map(([name, sorted]) => [name, summary(sorted)]));
  }
  return { tokens: table, heap_bytes, largest_difference: farthest };
}

async function inTurns(contestants, texts) {
  const times = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  for (const [i, text] of texts.entries()) {
    const order = Object.entries(contestants);
    if (i % 2) order.reverse();
    for (const [name, run] of order) {
      const start = performance.now();
      await run(text);
      times[name].push(performance.now() - start);
    }
  }
  for (const list of Object.values(times)) list.sort((a, b) => a - b);
  return times;
}

function textOf(tokens, shift) {
  return Array.from({ length: tokens - 2 }, (_, i) => WORDS[(i + shift) % WORDS.length]).join(" ");
}
