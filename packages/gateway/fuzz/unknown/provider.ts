import { createServer, type ServerResponse } from 'node:http';
import { chatDialect } from '../../test/upstream/chat.ts';
import { dialectFor, isBody, type Dialect } from '../../test/upstream/dialect.ts';
import { geminiDialect } from '../../test/upstream/gemini.ts';
import { messagesDialect } from '../../test/upstream/messages.ts';
import { responsesDialect } from '../../test/upstream/responses.ts';
import type { Reply } from '../../test/upstream/script.ts';
import { unknownEvents, unknownWhole, type Unknowns } from './answer.ts';

const dialects: readonly Dialect[] = [
  chatDialect,
  messagesDialect,
  responsesDialect,
  geminiDialect,
];

/** What the model says in a try. */
export interface Plan {
  readonly reply: Reply;
  readonly unknowns: Unknowns | undefined;
}

/** Takes whatever comes, and tells the tries apart by the word that each request holds. */
export interface TryProvider {
  readonly url: string;
  readonly expect: (word: string, plan: Plan) => void;
  /** All that came of a try, headers too; from now on it is expected no longer. */
  readonly take: (word: string) => readonly string[];
  /** What came without the word of a try that is expected. */
  readonly takeStray: () => readonly string[];
  readonly close: () => void;
}

const wordForm = /zz[0-9a-z]+zz/g;

export async function startTryProvider(): Promise<TryProvider> {
  const plans = new Map<string, Plan>();
  const sent = new Map<string, string[]>();
  let stray: string[] = [];
  let minted = 0;
  const ids = (prefix: string): string => `${prefix}${String((minted += 1)).padStart(24, '0')}`;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const { url: address = '', headers } = request;
      const all = `${address}\n${JSON.stringify(headers)}\n${text}`;
      const word = all.match(wordForm)?.find((each) => plans.has(each));
      if (word === undefined) stray.push(all);
      else sent.set(word, [...(sent.get(word) ?? []), all]);
      const plan = plans.get(word ?? '') ?? { reply: { text: 'Who is it?' }, unknowns: undefined };
      answer(response, { address, text, plan, ids });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    expect: (word, plan) => void plans.set(word, plan),
    take: (word) => {
      const taken = sent.get(word) ?? [];
      plans.delete(word);
      sent.delete(word);
      return taken;
    },
    takeStray: () => {
      const taken = stray;
      stray = [];
      return taken;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Asked {
  readonly address: string;
  readonly text: string;
  readonly plan: Plan;
  readonly ids: (prefix: string) => string;
}

function answer(response: ServerResponse, { address, text, plan, ids }: Asked): void {
  const { reply, unknowns } = plan;
  const body: unknown = JSON.parse(text);
  const found = isBody(body) ? dialectFor(dialects, address, body) : undefined;
  if (found === undefined) {
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"no such address"}}');
    return;
  }
  const { dialect } = found;
  const seen = dialect.see(found.body);
  if (seen.stream || address.includes('alt=sse')) {
    const events = dialect.events(reply, seen, ids);
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.end((unknowns === undefined ? events : unknownEvents(events, unknowns)).join(''));
    return;
  }
  const whole = dialect.whole(reply, seen, ids);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(unknowns === undefined ? whole : unknownWhole(whole, unknowns)));
}
