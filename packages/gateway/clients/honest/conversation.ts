import { randomUUID } from 'node:crypto';
import { isBody, listOf, type Body } from '../../test/upstream/dialect.ts';
import { recordings, type RecordedRequest } from '../../test/recorded/recorded.ts';
import { readReply } from './reply.ts';

/** A client that sends what Claude Code sends: its prompt, tools, betas and headers, recorded. */
export class Conversation {
  readonly #request: RecordedRequest;
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #messages: Body[] = [];

  constructor(url: string, key: string) {
    this.#request = firstOf('claude-code');
    this.#url = url;
    this.#headers = {
      ...this.#request.headers,
      'x-api-key': key,
      'x-claude-code-session-id': randomUUID(),
    };
  }

  /** The first turn stands where the user's words stood in the recording. */
  say(text: string): void {
    if (this.#messages.length > 0) {
      this.#messages.push({ role: 'user', content: [{ type: 'text', text }] });
      return;
    }
    const [first, ...rest] = listOf(this.#request.body['messages']);
    const content = listOf(first?.['content']);
    const words = [...content.slice(0, -1).map(closed), { type: 'text', text }];
    this.#messages.push({ role: 'user', content: words }, ...rest);
  }

  /** One request. The blocks of the answer, which stand in the conversation from now on. */
  async ask(): Promise<readonly Body[]> {
    const response = await fetch(`${this.#url}${this.#request.path}`, {
      method: 'POST',
      headers: this.#headers,
      body: JSON.stringify({ ...this.#request.body, messages: this.#messages }),
    });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    const content = readReply(await response.text());
    this.#messages.push({ role: 'assistant', content });
    return content;
  }

  giveBack(id: string, content: string): void {
    const block = { type: 'tool_result', tool_use_id: id, content };
    this.#messages.push({ role: 'user', content: [block] });
  }
}

function firstOf(wanted: string): RecordedRequest {
  const request = recordings().find(({ agent }) => agent === wanted)?.requests[0];
  if (request === undefined || !isBody(request.body)) throw new Error(`no recording of ${wanted}`);
  return request;
}

/** The recording cuts long texts, and with them the end of what Claude Code says itself. */
function closed(block: Body): Body {
  const { text } = block;
  const isOpen = typeof text === 'string' && text.startsWith(opens) && !text.includes(closes);
  return isOpen ? { ...block, text: `${text}\n${closes}` } : block;
}

const [opens, closes] = ['<system-reminder>', '</system-reminder>'] as const;
