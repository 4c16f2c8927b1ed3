import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Rng } from '../../core/fuzz/rng.ts';
import type { Finding } from './judge.ts';
import { canariesIn } from './watch.ts';

const keyBytes = Buffer.from('the key of the receiver, as long as one');
export const hookSecret: string = `whsec_${keyBytes.toString('base64')}`;

const fields = new Set(['id', 'tenant', 'run', 'tool', 'expires', 'url']);

/** A receiver of announcements that is slow, fails and redirects, and looks at what it is told. */
export interface Hook {
  readonly url: string;
  readonly play: (rng: Rng) => void;
  /** How many announcements came. */
  readonly count: () => number;
  readonly takeFindings: () => readonly Finding[];
  readonly close: () => void;
}

export async function startHook(first: Rng): Promise<Hook> {
  let rng = first;
  let count = 0;
  let findings: Finding[] = [];
  const bodies = new Map<string, string>();
  const leak = (because: string): void => void findings.push({ kind: 'leak', because });
  const server = createServer((request, response) => {
    const take = async (): Promise<void> => {
      const text = await textOf(request);
      count += 1;
      if (request.url !== path) leak('an announcement went where it was redirected');
      for (const because of faultsIn(request, text)) leak(because);
      const id = String(request.headers['webhook-id']);
      if ((bodies.get(id) ?? text) !== text) leak('two announcements of one question differ');
      bodies.set(id, text);
      await answer(response, rng);
    };
    take().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}${path}`,
    play: (next) => (rng = next),
    count: () => count,
    takeFindings: () => {
      const taken = findings;
      findings = [];
      return taken;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const path = '/hook?of=fuzz';

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((resolve) => request.once('close', resolve));
  return Buffer.concat(chunks).toString('utf8');
}

/** The faults of an announcement; the canaries of every scenario begin alike. */
function faultsIn({ headers }: IncomingMessage, text: string): readonly string[] {
  const id = String(headers['webhook-id']);
  const signed = `${id}.${String(headers['webhook-timestamp'])}.${text}`;
  const mac = createHmac('sha256', keyBytes).update(signed).digest('base64');
  const isSigned = headers['webhook-signature'] === `v1,${mac}`;
  const body: unknown = JSON.parse(text);
  const names = typeof body === 'object' && body !== null ? Object.keys(body) : ['none'];
  const isKnown = names.every((name) => fields.has(name));
  return [
    ...(isSigned ? [] : ['an announcement is not signed by its secret']),
    ...(isKnown ? [] : ['an announcement has other fields than it may']),
    ...(canariesIn(`${text}${JSON.stringify(headers)}`).length > 0 ? ['told to the webhook'] : []),
  ];
}

async function answer(response: ServerResponse, rng: Rng): Promise<void> {
  const roll = rng.below(100);
  if (roll < 5) {
    response.destroy();
    return;
  }
  if (roll < 20) await sleep(rng.below(2_000));
  if (roll < 30) response.writeHead(rng.pick([301, 302, 307, 308]), { location: '/elsewhere' });
  else response.writeHead(roll < 40 ? rng.pick([400, 404, 429, 500, 503]) : 204);
  response.end();
}
