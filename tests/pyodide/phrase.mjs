// {"runtime", "endpoints", "steps": [{"base_url", "wait_s", "stop_s"}]} -> what the page's Python made of each endpoint.

import { pathToFileURL } from "node:url";
import { answer, startPyodide, task } from "./start_pyodide.mjs";

const { Endpoints } = await import(pathToFileURL(task.endpoints).href);
const { pyodide } = await startPyodide(task.runtime);
const endpoints = new Endpoints();
pyodide.globals.set("functions", {
  post: (number, requestJson) => endpoints.post(number, requestJson),
  read: (number) => endpoints.read(number),
  close: (number) => endpoints.close(number),
});
pyodide.globals.set("steps", JSON.stringify(task.steps));
const told = await pyodide.runPythonAsync(`
import asyncio, json
from limpet.chat import Chat
from limpet.clock import FixedClock
from limpet.events import Delta, Notice, StopFlag
from limpet.host.bridge_transport import BridgeTransport
from limpet.limits import Limits
from limpet.retrieval.document import Document

TEXT = "# Care\\n\\n## Silk\\n\\nSilk is dry-cleaned only. It fades in the sun. A wash costs ₹99.\\n"

async def told(step):
    wait_s = step["wait_s"]
    chat = Chat(clock=FixedClock(0.0), limits=Limits(model_wait_s=wait_s, model_silence_s=wait_s))
    await chat.add_documents([Document("care", "Care", TEXT)])
    chat.composers.transport = BridgeTransport(functions)
    composer = {"base_url": step["base_url"], "model": "small", "key": "sesame"}
    await chat.configure({}, {"composer": composer})
    flag = StopFlag()
    if step["stop_s"]:
        asyncio.get_running_loop().call_later(step["stop_s"], flag.set)
    events = [event async for event in chat.ask("How is silk cleaned?", stop=flag)]
    answered = events[-1]
    return {
        "text": answered.text, "by": answered.composed_by, "was_stopped": answered.was_stopped,
        "notices": [event.code for event in events if isinstance(event, Notice)],
        "deltas": sum(isinstance(event, Delta) for event in events),
        "kept": [turn.answer for turn in chat.session.view().turns],
    }

json.dumps([await told(step) for step in json.loads(steps)])
`);
answer(JSON.parse(told));
