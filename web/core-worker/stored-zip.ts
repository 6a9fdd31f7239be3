/** Zip files whose members are stored as they are: the site's build makes them, to be compressed as a whole. */

const END_BYTES = 22;
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;

/** Members by name, each a view of `zip`; null when it is a zip file of another kind. */
export function storedMembers(zip: Uint8Array<ArrayBuffer>): Map<string, Uint8Array<ArrayBuffer>> | null {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = zip.length - END_BYTES;
  if (end < 0 || view.getUint32(end, true) !== END) return null;
  const members = new Map<string, Uint8Array<ArrayBuffer>>();
  const names = new TextDecoder();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const isStored =
      at + ENTRY_BYTES <= end && view.getUint32(at, true) === ENTRY && view.getUint16(at + 10, true) === 0;
    if (!isStored) return null;
    const nameBytes = view.getUint16(at + 28, true);
    const name = names.decode(zip.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes));
    members.set(name, contentAt(zip, view, view.getUint32(at + 42, true), view.getUint32(at + 24, true)));
    at += ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return members;
}

/** A member's bytes, which come after its own head, its name and what else stands there. */
function contentAt(zip: Uint8Array<ArrayBuffer>, view: DataView, head: number, bytes: number): Uint8Array<ArrayBuffer> {
  const start = head + LOCAL_BYTES + view.getUint16(head + 26, true) + view.getUint16(head + 28, true);
  return zip.subarray(start, start + bytes);
}
