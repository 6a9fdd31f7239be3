// {"runtime"} -> what two starts of the page's Python differ in and agree on, and whether micropip brings a wheel in.

import { answer, startPyodide, task } from "./start_pyodide.mjs";

const starts = [];
for (let i = 0; i < 2; i++) {
  const { pyodide, manifest, read, unpack } = await startPyodide(task.runtime);
  const heap_bytes = pyodide._module.HEAPU8.length;
  const [installer, wheel] = manifest.on_demand;
  unpack(installer);
  pyodide.FS.writeFile(`/tmp/${wheel}`, read(wheel));
  pyodide.globals.set("wheel", wheel);
  const told = await pyodide.runPythonAsync(`
import importlib, json, random, sys
from limpet.host import browser

class Surroundings:
    events = []
    class blocks:
        put = get = newest = delete_all = clear = size = load_ledger = save_ledger = version = hold = let_go = None
    def post(self, event_json): self.events.append(json.loads(event_json))
    session, sessions = "page", None
    async def embed(self, texts_json): raise RuntimeError("none here")

class Bytes:
    def to_bytes(self): return b"no index"

surroundings = Surroundings()
baked = random.random()
fault = json.loads(await browser.boot(Bytes(), surroundings))
fresh = random.random()

is_there_before = importlib.util.find_spec(wheel.split("-")[0]) is not None
await browser.install("emfs:/tmp/" + wheel)
is_there_after = importlib.util.find_spec(wheel.split("-")[0]) is not None
json.dumps({
    "baked": baked, "fresh": fresh, "fault": fault, "modules": len(sys.modules),
    "is_there_before": is_there_before, "is_there_after": is_there_after,
})
`);
  starts.push({ ...JSON.parse(told), heap_bytes });
}
answer(starts);
