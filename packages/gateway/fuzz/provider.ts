import { createServer, type ServerResponse } from 'node:http';
import type { Rng } from '../../core/fuzz/rng.ts';
import { chatDialect } from '../test/upstream/chat.ts';
import { dialectFor, isBody, type Dialect } from '../test/upstream/dialect.ts';
import { geminiDialect } from '../test/upstream/gemini.ts';
import { messagesDialect } from '../test/upstream/messages.ts';
import { responsesDialect } from '../test/upstream/responses.ts';
import { mutatedBytes } from './mutate.ts';
import { randomReply } from './reply.ts';

const dialects: readonly Dialect[] = [
  chatDialect,
  messagesDialect,
  responsesDialect,
  geminiDialect,
];

/** A provider that answers at random, often wrongly, and keeps what it was sent. */
export interface Provider {
  readonly url: string;
  /** From now on these choices are made. */
  readonly play: (rng: Rng) => void;
  /** The bodies that came since they were last taken, in order. */
  readonly takeSent: () => readonly string[];
  /** The answers to them, in the order in which the answers began. */
  readonly takeGiven: () => readonly Given[];
  readonly close: () => void;
}

/** An answer as it went out. */
export interface Given {
  readonly status: number;
  readonly bytes: Buffer;
  /** `false`: the connection was broken off before its end. */
  readonly isWhole: boolean;
}

const broken: Given = { status: 0, bytes: Buffer.alloc(0), isWhole: false };

export async function startProvider(first: Rng): Promise<Provider> {
  let rng = first;
  let sent: string[] = [];
  let given: Given[] = [];
  let minted = 0;
  const ids = (prefix: string): string => `${prefix}${String((minted += 1)).padStart(24, '0')}`;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      sent.push(text);
      given.push(answered(response, { address: request.url ?? '', text, rng, ids }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    play: (next) => (rng = next),
    takeSent: () => {
      const taken = sent;
      sent = [];
      return taken;
    },
    takeGiven: () => {
      const taken = given;
      given = [];
      return taken;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

interface Context {
  readonly address: string;
  readonly text: string;
  readonly rng: Rng;
  readonly ids: (prefix: string) => string;
}

/** A reply that a dialect cannot express, such as a value that is too deep, ends the connection. */
function answered(response: ServerResponse, context: Context): Given {
  try {
    return answer(response, context);
  } catch {
    response.destroy();
    return broken;
  }
}

function answer(response: ServerResponse, { address, text, rng, ids }: Context): Given {
  const found = foundFor(address, text);
  if (found === undefined) return json(response, 404, '{"error":{}}');
  const { dialect, seen } = found;
  if (rng.chance(4)) return fail(response, dialect, rng);
  const reply = randomReply(rng, text);
  const type = seen.stream ? 'text/event-stream; charset=utf-8' : 'application/json';
  const whole = seen.stream
    ? dialect.events(reply, seen, ids).join('')
    : JSON.stringify(dialect.whole(reply, seen, ids));
  const bytes = rng.chance(12) ? mutatedBytes(rng, Buffer.from(whole)) : Buffer.from(whole);
  response.writeHead(200, { 'content-type': rng.chance(2) ? 'text/html' : type });
  if (rng.chance(3)) {
    const part = bytes.subarray(0, rng.below(bytes.length + 1));
    response.write(part, () => response.destroy());
    return { status: 200, bytes: part, isWhole: false };
  }
  sendInPieces(response, bytes, rng.chance(30) ? 1 + rng.below(200) : bytes.length);
  return { status: 200, bytes, isWhole: true };
}

/** `undefined` for what no client of this protocol sends: in `log` mode anything may come. */
function foundFor(address: string, text: string) {
  try {
    const body: unknown = JSON.parse(text);
    const found = isBody(body) ? dialectFor(dialects, address, body) : undefined;
    return found && { dialect: found.dialect, seen: found.dialect.see(found.body) };
  } catch {
    return undefined;
  }
}

function sendInPieces(response: ServerResponse, bytes: Buffer, size: number): void {
  for (let at = 0; at < bytes.length; at += size) response.write(bytes.subarray(at, at + size));
  response.end();
}

function fail(response: ServerResponse, dialect: Dialect, rng: Rng): Given {
  if (rng.chance(20)) {
    response.destroy();
    return broken;
  }
  const status = rng.pick([400, 401, 404, 408, 429, 500, 503, 529]);
  if (rng.chance(30)) response.setHeader('retry-after', rng.pick(['1', '-1', 'soon', '1e99']));
  return json(response, status, JSON.stringify(dialect.failure(status, 'no')));
}

function json(response: ServerResponse, status: number, text: string): Given {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(text);
  return { status, bytes: Buffer.from(text), isWhole: true };
}
