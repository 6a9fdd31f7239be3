import { cpus, loadavg } from "node:os";

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args: { name?: string };
}

export interface Task {
  start_ms: number;
  wall_ms: number;
  cpu_ms: number;
}

/** The page's main thread's tasks, on the clock and on the processor. */
export function mainThreadTasks(trace: Buffer): Task[] {
  const events = eventsIn(trace);
  const main = events.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const isMain = (event: TraceEvent): boolean => main.some(({ pid, tid }) => pid === event.pid && tid === event.tid);
  const tasks = events.filter((event) => event.name.endsWith("RunTask") && event.ph === "X" && isMain(event));
  return tasks.map(({ ts, dur = 0, tdur = 0 }) => ({
    start_ms: ts / 1000,
    wall_ms: dur / 1000,
    cpu_ms: tdur / 1000,
  }));
}

/** Whether the machine has nothing else to do; what the clock tells is about other things otherwise. */
export function isQuiet(): boolean {
  return (loadavg()[0] ?? 0) < cpus().length;
}

function eventsIn(trace: Buffer): TraceEvent[] {
  return JSON.parse(trace.toString()).traceEvents;
}
