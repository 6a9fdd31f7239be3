// {"zip_module", "zips", "snapshot_module", "snapshot", "bytes", "base_bytes", "base"} -> how the page unpacks what the
// build packed: digests of the members of each zip file by name (null for a file of another kind), and of the snapshot,
// or the code of its fault.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const task = JSON.parse(readFileSync(0, "utf8"));
const { storedMembers } = await import(pathToFileURL(task.zip_module).href);
const { Snapshot } = await import(pathToFileURL(task.snapshot_module).href);
const digest = (bytes) => createHash("sha256").update(bytes).digest("hex");
const whole = (file) => new Uint8Array(file.endsWith(".gz") ? gunzipSync(readFileSync(file)) : readFileSync(file));

const members = task.zips.map((file) => {
  const found = storedMembers(whole(file));
  return found && Object.fromEntries(Array.from(found, ([name, content]) => [name, digest(content)]));
});

async function completed(bytes) {
  const file = { path: "snapshot", bytes: 0, sha256: "" };
  const packed = Promise.resolve(new Uint8Array(readFileSync(task.snapshot)));
  const snapshot = new Snapshot(file, bytes, task.base_bytes, packed);
  try {
    await snapshot.complete(new Uint8Array(readFileSync(task.base)).buffer);
    return digest(snapshot.bytes);
  } catch (error) {
    return error.code;
  }
}

const snapshots = [];
for (const bytes of [task.bytes, task.bytes + 4, task.bytes - 4]) snapshots.push(await completed(bytes));
process.stdout.write(`${JSON.stringify({ members, snapshots })}\n`);
