/** Bytes of messages in a request, and how a conversation comes to hold them. */
export interface Size {
  readonly name: string;
  /** Characters of the system prompt. */
  readonly systemCharacters: number;
  /** Exchanges of a call and a result before anything is measured. */
  readonly before: number;
  /** Characters of a result in these. */
  readonly resultCharacters: number;
  /** Requests that are measured, each with the exchange before it added. */
  readonly measured: number;
}

/** From 1.5 to 2.5 kB; every fifth request begins a run. */
export const small: Size = {
  name: '2 kB',
  systemCharacters: 1_300,
  before: 0,
  resultCharacters: 0,
  measured: 5,
};

/** From 195 to 205 kB in 97 to 177 messages. */
export const large: Size = {
  name: '200 kB',
  systemCharacters: 1_300,
  before: 48,
  resultCharacters: 3_800,
  measured: 40,
};

export const tools = ['look_up', 'send_money'].map((name) => ({
  type: 'function',
  function: {
    name,
    description: `The tool ${name}.`,
    parameters: { type: 'object', properties: { key: { type: 'string' } } },
  },
}));

let conversations = 0;

/**
 * The state of an agent's client: it sends the whole conversation with each request, does what the
 * response asks for, and adds both. Its JSON grows piece by piece, so that the load generator
 * costs little.
 */
export class Conversation {
  readonly #size: Size;
  #messages: string;
  #exchanges = 0;

  constructor(size: Size) {
    this.#size = size;
    conversations += 1;
    const system = { role: 'system', content: words(size.systemCharacters) };
    const user = { role: 'user', content: `Look up what I asked for in letter ${conversations}.` };
    this.#messages = `${JSON.stringify(system)},${JSON.stringify(user)}`;
  }

  /** True if its next request is one to measure. */
  get isReady(): boolean {
    return this.#exchanges >= this.#size.before;
  }

  get isOver(): boolean {
    return this.#exchanges >= this.#size.before + this.#size.measured;
  }

  get messageBytes(): number {
    return this.#messages.length;
  }

  body({ stream = false }: { readonly stream?: boolean } = {}): string {
    const head = `{"model":"bench-1",${stream ? '"stream":true,' : ''}"tools":`;
    return `${head}${JSON.stringify(tools)},"messages":[${this.#messages}]}`;
  }

  /** Adds a response and the result of its call. Throws where it made none. */
  add(response: string): void {
    const { choices } = JSON.parse(response);
    const message = choices?.[0]?.message;
    const id = message?.tool_calls?.[0]?.id;
    if (typeof id !== 'string') throw new Error(`not a response with a call: ${response}`);
    const characters = this.isReady ? 90 : this.#size.resultCharacters;
    const result = { role: 'tool', tool_call_id: id, content: words(characters) };
    this.#messages += `,${JSON.stringify(message)},${JSON.stringify(result)}`;
    this.#exchanges += 1;
  }
}

const sentence = 'The rain over Basel ends at noon, and the ferry leaves from pier four. ';

function words(characters: number): string {
  return sentence.repeat(Math.ceil(characters / sentence.length)).slice(0, characters);
}
