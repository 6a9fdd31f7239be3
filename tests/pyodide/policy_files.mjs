// {"runtime", "files": {name: path or null}} -> who decides in the page where the network is asked for, for each file in the
// network's place; null takes it away. Then the fault of a start with a policy that there is not.

import { readFileSync } from "node:fs";
import { answer, startPyodide, task } from "./start_pyodide.mjs";

const { pyodide } = await startPyodide(task.runtime);
const found = {};
for (const [name, path] of Object.entries(task.files)) {
  pyodide.FS.writeFile("/given", path === null ? new Uint8Array() : new Uint8Array(readFileSync(path)));
  pyodide.globals.set("is_there", path !== null);
  const told = await pyodide.runPythonAsync(`
import json
from pathlib import Path
from limpet.chat import Chat
from limpet.custody import inspect
from limpet.policy.features import Features
from limpet.policy.network import SHIPPED
from limpet.retrieval.document import Document

SHIPPED.unlink(missing_ok=True)
if is_there:
    SHIPPED.write_bytes(Path("/given").read_bytes())
chat = Chat(policy="network")
await chat.add_documents([Document("tea", "Tea", "Green tea is steeped at 75 degrees.")])
answered = await chat.answer("How is green tea steeped?")
json.dumps({
    "policy": (await inspect(chat))["policy"],
    "decided_by": chat.policy.decide(Features(domain_similarity=0.3, unseen_idf=9.0, confidence=0.9)).decided_by,
    "answer": answered.text, "why": answered.why["decided_by"],
})
`);
  found[name] = JSON.parse(told);
}
const fault = await pyodide.runPythonAsync(`
from limpet.host import browser
from limpet.retrieval.index import Index

class Surroundings:
    class blocks:
        put = get = newest = delete_all = clear = size = load_ledger = save_ledger = version = hold = let_go = None
    def post(self, event_json): pass
    session, sessions = "page", None
    async def embed(self, texts_json): raise RuntimeError("none here")

class Bytes:
    def to_bytes(self): return Path("/given.limpet").read_bytes()

chat.knowledge.index.save(Path("/given.limpet"))
await browser.boot(Bytes(), Surroundings(), "dice")
`);
answer({ found, fault: JSON.parse(fault) });
