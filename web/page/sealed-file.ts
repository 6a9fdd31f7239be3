/** An exported memory behind a passphrase: AES-256-GCM under a key that PBKDF2 makes. */

const KIND = "limpet-sealed-memory";
const VERSION = 1;
/** What OWASP's password storage sheet asks of PBKDF2 with SHA-256. */
const ITERATIONS = 600_000;
const MOST_ITERATIONS = 5_000_000;
const SALT_BYTES = 16;
const IV_BYTES = 12;

interface Sealed {
  kind: string;
  version: number;
  iterations: number;
  salt: string;
  iv: string;
  data: string;
}

/** Why a sealed file cannot be opened; the message is a sentence for people. */
export class SealError extends Error {
  constructor(
    readonly code: "wrong-passphrase" | "damaged-file" | "newer-file",
    message: string,
  ) {
    super(message);
  }
}

/** What a file of exported memory holds, still sealed or not. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("The file is no exported memory: it is not JSON.");
  }
}

/** True when the file needs a passphrase. */
export function isSealed(document: unknown): document is Sealed {
  return typeof document === "object" && document !== null && (document as Sealed).kind === KIND;
}

/** `text` as a file that only the passphrase opens. */
export async function seal(text: string, passphrase: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const key = await keyOf(passphrase, salt, ITERATIONS);
  const data = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, new TextEncoder().encode(text));
  const sealed: Sealed = {
    kind: KIND,
    version: VERSION,
    iterations: ITERATIONS,
    salt: toBase64(salt),
    iv: toBase64(iv),
    data: toBase64(new Uint8Array(data)),
  };
  return JSON.stringify(sealed);
}

/** The text in a sealed file; rejects with a SealError. */
export async function unseal(sealed: Sealed, passphrase: string): Promise<string> {
  if (sealed.version !== VERSION)
    throw new SealError("newer-file", `The file has version ${sealed.version}; this page reads ${VERSION}.`);
  const { iterations } = sealed;
  if (!Number.isInteger(iterations) || iterations < 1 || iterations > MOST_ITERATIONS) throw damaged();
  const [salt, iv, data] = [fromBase64(sealed.salt), fromBase64(sealed.iv), fromBase64(sealed.data)];
  const key = await keyOf(passphrase, salt, iterations);
  try {
    return new TextDecoder().decode(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, data));
  } catch {
    throw new SealError(
      "wrong-passphrase",
      "The passphrase does not open this file. Type it again; nothing was changed.",
    );
  }
}

async function keyOf(passphrase: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(passphrase.normalize("NFKC"));
  const raw = await crypto.subtle.importKey("raw", bytes, "PBKDF2", false, ["deriveKey"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt, iterations };
  return crypto.subtle.deriveKey(how, raw, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

function damaged(): SealError {
  return new SealError("damaged-file", "The file is damaged: it is not what this page exported.");
}

function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let start = 0; start < bytes.length; start += 8192)
    binary += String.fromCharCode(...bytes.subarray(start, start + 8192));
  return btoa(binary);
}

function fromBase64(text: unknown): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(String(text)), (char) => char.charCodeAt(0));
  } catch {
    throw damaged();
  }
}
