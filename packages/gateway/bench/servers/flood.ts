/** A client that sends twelve bodies of the largest size at once, when it is told to. */
import { request } from 'undici';
import { limits } from '../../src/limits.ts';
import { tools } from '../conversation.ts';
import { serve } from './serve.ts';

const [, , url = '', key = ''] = process.argv;
const bodies = 12;
const sentence = 'The rain over Basel ends at noon, and the ferry leaves from pier four. ';
/** More than the JSON around the texts takes. */
const around = 200_000;
const bytes = limits.bodyBytesMax - around;

/** One long text; the same with a letter beyond Latin-1; many turns; a text of escapes. */
const shapes: readonly (() => unknown)[] = [
  () => [user(textOf(bytes))],
  () => [user(`€${textOf(bytes - 3)}`)],
  () => Array.from({ length: 1_001 }, (_, at) => turn(at, textOf(Math.floor(bytes / 1_001) - 60))),
  () => [user('\n"'.repeat(bytes / 4))],
];

let answered = 0;

async function flood(): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const all = Array.from({ length: bodies }, async (_, at) => {
    const messages = shapes[at % shapes.length]?.();
    const body = JSON.stringify({ model: 'bench-1', user: String(at), tools, messages });
    const waits = { headersTimeout: 600_000, bodyTimeout: 600_000 };
    const path = `${url}/v1/chat/completions`;
    const response = await request(path, { method: 'POST', headers, body, ...waits });
    await response.body.dump();
    if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`);
    answered += 1;
  });
  const ended = await Promise.allSettled(all);
  for (const each of ended) if (each.status === 'rejected') console.error(String(each.reason));
}

function user(content: string): object {
  return { role: 'user', content };
}

function turn(at: number, content: string): object {
  return { role: at % 2 === 0 ? 'user' : 'assistant', content: `${at} ${content}` };
}

function textOf(length: number): string {
  return sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length);
}

serve({ url, key }, { flood, count: () => answered });
