/** A client that sends twelve of the largest bodies at once, or asks for such replies, when told. */
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

const flood = (): Promise<void> =>
  atOnce((at) => ({ model: 'bench-1', messages: shapes[at % shapes.length]?.() }));

const ask = (): Promise<void> =>
  atOnce((at) => {
    return {
      model: `large-${at}`,
      stream: at % 2 === 1,
      messages: [user('Tell me everything.')],
    };
  });

async function atOnce(bodyAt: (at: number) => object): Promise<void> {
  answered = 0;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  const all = Array.from({ length: bodies }, async (_, at) => {
    const body = JSON.stringify({ user: String(at), tools, ...bodyAt(at) });
    const waits = { headersTimeout: 600_000, bodyTimeout: 600_000 };
    const path = `${url}/v1/chat/completions`;
    const response = await request(path, { method: 'POST', headers, body, ...waits });
    if (response.statusCode !== 200) throw new Error(await response.body.text());
    let end = '';
    for await (const chunk of response.body) end = String(chunk).slice(-200);
    if (end.includes('"error"')) throw new Error(end);
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

serve({ url, key }, { flood, ask, count: () => answered });
