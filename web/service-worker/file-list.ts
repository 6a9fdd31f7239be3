/** One file of a built site, as `precache.json` names it. */
export interface ListedFile {
  path: string;
  bytes: number;
  sha256: string;
}

export const LIST = "precache.json";

/** Fetches the list of a site's files; throws when it is missing or not such a list. */
export async function fetchList(scope: string): Promise<Response> {
  const response = await fetch(new URL(LIST, scope), { cache: "no-cache" });
  if (!response.ok) throw new Error(`${LIST} answered ${response.status}`);
  return response;
}

/** The files of a list, by absolute address. */
export async function readList(response: Response, scope: string): Promise<Map<string, ListedFile>> {
  const { files } = (await response.json()) as { files: ListedFile[] };
  return new Map(files.map((file) => [new URL(file.path, scope).href, file]));
}

/** True when the bytes are those that the list names. */
export async function isIntact(bytes: ArrayBuffer, file: ListedFile): Promise<boolean> {
  if (bytes.byteLength !== file.bytes) return false;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") === file.sha256;
}
