// {"runtime", "index", "searches": [{"text", "vector"?, "mode", "terms"?}]} -> [[fragment id, score], ...] per search;
// mode "signs": [fragment id, distance of the coarse scan] of every fragment.

import { readFileSync } from "node:fs";
import { answer, startPyodide, task } from "./start_pyodide.mjs";

const { pyodide } = await startPyodide(task.runtime);
pyodide.FS.writeFile("/tmp/index.bin", new Uint8Array(readFileSync(task.index)));
pyodide.globals.set("searches", JSON.stringify(task.searches));
const ranked = pyodide.runPython(`
import json
import numpy as np
from limpet.retrieval.document import Query
from limpet.retrieval.index import Index
from limpet.retrieval.sign_bits import sign_distance, sign_query, sign_words

index = Index.load("/tmp/index.bin")

def search(wish):
    vector = None if wish["vector"] is None else np.array(wish["vector"], dtype=np.float32)
    if wish["mode"] == "signs":
        distances = sign_distance(sign_words(index.vectors.codes), sign_query(vector)).tolist()
        return [[fragment.fragment_id, distance] for fragment, distance in zip(index.fragments, distances)]
    query = Query(wish["text"], vector, wish["terms"])
    return [[hit.fragment.fragment_id, hit.score] for hit in index.retrieve(query, k=10, mode=wish["mode"])]

json.dumps([search(wish) for wish in json.loads(searches)])
`);
answer(JSON.parse(ranked));
