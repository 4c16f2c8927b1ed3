import { Pool } from 'undici';
import { Conversation, type Size } from './conversation.ts';

/** Where requests go, with the headers that are wanted there. */
export interface Target {
  readonly url: string;
  readonly key: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One client's connections to a server. */
export class Client {
  readonly #pool: Pool;
  readonly #headers: Readonly<Record<string, string>>;

  constructor({ url, key, headers = {} }: Target, connections: number) {
    this.#pool = new Pool(url, { connections, pipelining: 1, headersTimeout: 60_000 });
    const type = { 'content-type': 'application/json' };
    this.#headers = { ...type, authorization: `Bearer ${key}`, ...headers };
  }

  /** Sends one request and reads the response whole. Throws for any status but 200. */
  async send(body: string): Promise<string> {
    const response = await this.#request(body);
    return response.text();
  }

  /** Milliseconds until the first word of a stream is there; then it is read to its end. */
  async firstWord(body: string, word: string, begun = (): void => {}): Promise<number> {
    const startMs = performance.now();
    let atMs = Number.NaN;
    let text = '';
    for await (const chunk of await this.#request(body)) {
      text += String(chunk);
      if (!Number.isNaN(atMs) || !text.includes(word)) continue;
      atMs = performance.now() - startMs;
      begun();
    }
    if (!text.includes('[DONE]')) throw new Error('the stream has no end');
    return atMs;
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  async #request(body: string) {
    const { statusCode, body: response } = await this.#pool.request({
      method: 'POST',
      path: '/v1/chat/completions',
      headers: this.#headers,
      body,
    });
    if (statusCode === 200) return response;
    throw new Error(`status ${statusCode}: ${await response.text()}`);
  }
}

/** An agent that works on one conversation after another. */
export class LoadAgent {
  readonly #client: Client;
  readonly #size: Size;
  #conversation: Conversation;

  constructor(client: Client, size: Size) {
    this.#client = client;
    this.#size = size;
    this.#conversation = new Conversation(size);
  }

  /** Brings the conversation to where its next request is one to measure. */
  async prepare(): Promise<void> {
    if (this.#conversation.isOver) this.#conversation = new Conversation(this.#size);
    while (!this.#conversation.isReady) await this.step();
  }

  /** One request; its time in milliseconds. */
  async step(): Promise<number> {
    const body = this.#conversation.body();
    const startMs = performance.now();
    const response = await this.#client.send(body);
    const ms = performance.now() - startMs;
    this.#conversation.add(response);
    return ms;
  }
}
