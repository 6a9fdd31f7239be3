/**
 * The messages between page and core worker. The same as `app/limpet/wire.py`; keys have the Python spelling on both
 * sides. They cross the worker boundary as JSON text.
 */
export type * from "./wire/answers";
export type * from "./wire/events";
export type * from "./wire/files";
export type * from "./wire/memory";
export type * from "./wire/requests";
export type * from "./wire/workers";
