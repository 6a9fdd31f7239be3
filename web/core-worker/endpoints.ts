/** What Python asks of a model's endpoint; names are the Python spelling. */
export interface EndpointFunctions {
  post(number: number, requestJson: string): Promise<string>;
  read(number: number): Promise<string>;
  close(number: number): void;
}

interface Reply {
  control: AbortController;
  reader?: ReadableStreamDefaultReader<Uint8Array>;
  decoder: TextDecoder;
}

/**
 * Requests to the one address that the visitor has named, and their replies, known by number. Nothing goes out unless
 * Python asks, and Python asks only for an endpoint that was configured. No cookie and no referrer goes along, and no
 * redirect is followed, so that a key reaches nobody else.
 */
export class Endpoints implements EndpointFunctions {
  readonly #replies = new Map<number, Reply>();

  async post(number: number, requestJson: string): Promise<string> {
    const { address, headers, body } = JSON.parse(requestJson) as {
      address: string;
      headers: Record<string, string>;
      body: string;
    };
    const reply: Reply = { control: new AbortController(), decoder: new TextDecoder() };
    this.#replies.set(number, reply);
    const response = await fetch(address, {
      method: "POST",
      headers,
      body,
      mode: "cors",
      credentials: "omit",
      cache: "no-store",
      redirect: "error",
      referrerPolicy: "no-referrer",
      signal: reply.control.signal,
    });
    const reader = response.body?.getReader();
    if (reader) reply.reader = reader;
    return JSON.stringify({ status: response.status, content_type: response.headers.get("Content-Type") ?? "" });
  }

  /** Never empty before the end: a piece that ends in the middle of a letter waits for the rest of it. */
  async read(number: number): Promise<string> {
    const { reader, decoder } = this.#replies.get(number) ?? { decoder: new TextDecoder() };
    while (reader) {
      const { done, value } = await reader.read();
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true });
      if (done || text) return text;
    }
    return "";
  }

  close(number: number): void {
    this.#replies.get(number)?.control.abort();
    this.#replies.delete(number);
  }
}
