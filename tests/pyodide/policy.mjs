// The policy network in Pyodide: the outputs for some rows, and the shortest time of one pass in milliseconds.

import { readFileSync } from "node:fs";
import { answer, startPyodide, task } from "./start_pyodide.mjs";

const { pyodide } = await startPyodide(task.runtime);
pyodide.FS.writeFile("/network.npz", new Uint8Array(readFileSync(task.network)));
pyodide.globals.set("rows_json", JSON.stringify(task.rows));
const outcome = pyodide.runPython(`
import json, time
from pathlib import Path
import numpy as np
from limpet.policy.network import load
network = load(Path("/network.npz"))
rows = np.array(json.loads(rows_json), dtype=np.float32)
took = []
for _ in range(50):
    for row in rows:
        start = time.perf_counter()
        network.logits(row)
        took.append(time.perf_counter() - start)
json.dumps({"logits": [network.logits(row).tolist() for row in rows], "shortest_ms": 1000 * min(took),
            "median_ms": 1000 * sorted(took)[len(took) // 2]})
`);
answer(JSON.parse(outcome));
