import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chain, labelSpace, type LabelSpace } from '@sluice/core';
import { onTestFinished } from 'vitest';
import { endorseFile, fileViews } from '../src/files/file-views.ts';
import { KnownFiles } from '../src/files/tenant-files.ts';
import { limits } from '../src/limits.ts';
import { KnownOffers } from '../src/mcp/known-offers.ts';
import { SeenLabels } from '../src/mcp/seen-labels.ts';
import { operatorListener } from '../src/operator/api.ts';
import { Changes } from '../src/operator/live/changes.ts';
import { newSecret, secretHash } from '../src/store/secrets.ts';
import type {
  BreakGlass,
  Forgotten,
  Lower,
  OperatorDependencies,
  ShownMessage,
  ShownRegion,
  WantedRegion,
} from '../src/operator/dependencies.ts';
import type { Credential, NewQuestion, Role, Store } from '../src/store/store.ts';
import { someChange, temporaryStore } from './temporary-store.ts';

export const rigSpace: LabelSpace = labelSpace({
  integrity: chain(['trusted', 'untrusted']),
  confidentiality: chain(['public', 'private']),
});

/** The calls to the gateway around it, in order. */
export interface Noted {
  readonly rung: string[];
  readonly forgotten: Forgotten[];
  readonly lowered: Lower[];
  readonly broken: BreakGlass[];
  reloads: number;
  readonly changes: Changes;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into it freely
  readonly body: any;
}

export interface Sent {
  readonly key?: string | undefined;
  readonly body?: unknown;
  /** As they go over the wire, so that a name may come twice. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
}

export interface OperatorRig {
  readonly store: Store;
  readonly url: string;
  readonly noted: Noted;
  /** A clock that tests set. */
  readonly clock: { nowMs: number };
  readonly send: (method: string, path: string, sent?: Sent) => Promise<Reply>;
  /** The secret of a new operator. */
  readonly operator: (name: string, more?: Partial<OperatorMore>) => Promise<string>;
  /** The secret of a new client. */
  readonly client: (name: string, more?: { tenant?: string; profile?: string }) => Promise<string>;
  /** Puts a question and resolves to it. */
  readonly ask: (more?: Asking) => Promise<NewQuestion>;
}

interface OperatorMore {
  readonly roles: readonly Role[];
  readonly clearance: string;
  readonly tenant: string | undefined;
}

export interface Asking {
  readonly tenant?: string;
  readonly run?: string;
  readonly label?: string;
  readonly expiresMs?: number;
  readonly request?: Readonly<Record<string, unknown>>;
}

const approver: readonly Role[] = ['approver'];

/** The operators' API over real HTTP, on a store of its own. */
export async function operatorRig(more: Partial<OperatorDependencies> = {}): Promise<OperatorRig> {
  const store = await temporaryStore();
  const clock = { nowMs: 1_000_000 };
  const noted: Noted = {
    rung: [],
    forgotten: [],
    lowered: [],
    broken: [],
    reloads: 0,
    changes: new Changes(),
  };
  const listener = operatorListener({ ...surroundings(store, { clock, noted }), ...more });
  const server = createServer({ maxHeaderSize: limits.headerBytesMax }, listener);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  let keys = 0;
  let questions = 0;
  const add = async (credential: Credential): Promise<string> => {
    const secret = newSecret(credential.kind);
    await store.credentials.add(credential, secretHash(secret));
    return secret;
  };
  const common = (name: string) => ({
    id: `key_${String(++keys).padStart(16, '0')}`,
    name,
    createdMs: 1,
    revokedMs: undefined,
  });
  return {
    store,
    url: `http://127.0.0.1:${port}`,
    noted,
    clock,
    send: (method, path, sent = {}) => send(port, { method, path, ...sent }),
    operator: (name, { roles = approver, clearance = 'top', ...rest } = {}) => {
      const tenant = 'tenant' in rest ? rest.tenant : 'acme';
      return add({ ...common(name), kind: 'operator', roles, clearance, tenant });
    },
    client: (name, { tenant = 'acme', profile = 'default' } = {}) =>
      add({ ...common(name), kind: 'client', tenant, profile }),
    ask: async (asking = {}) => {
      const question = someQuestion(++questions, asking);
      const { tenant = 'acme', run = 'run1' } = asking;
      const atMs = clock.nowMs;
      await store.commit(someChange({ tenant, run, atMs, events: [], questions: [question] }));
      return question;
    },
  };
}

function surroundings(
  store: Store,
  { clock, noted }: { readonly clock: { nowMs: number }; readonly noted: Noted },
): OperatorDependencies {
  const known = new KnownFiles(store.files);
  return {
    store,
    changes: noted.changes,
    notifier: { notify: (id) => void noted.rung.push(id) },
    nowMs: () => clock.nowMs,
    hosts: ['gateway.example'],
    fileTenants: () => known.tenants(),
    files: (wanted) => fileViews(known, wanted),
    endorseFile: (order) => endorseFile(known, order),
    mcp: {
      offers: new KnownOffers(store.mcp, () => clock.nowMs),
      seen: new SeenLabels(store.mcp, { keepsAtStart: true }),
    },
    spacesOf: () => [rigSpace],
    profiles: () => ['default', 'strict'],
    reload: () => {
      noted.reloads += 1;
      return Promise.resolve();
    },
    breakGlass: (order) => {
      noted.broken.push(order);
      return Promise.resolve({ untilMs: clock.nowMs + order.minutes * 60_000 });
    },
    messages: async ({ run }) => (run === 'run1' ? rigMessages : undefined),
    without: async () => ({ calls: [{ tool: 'read_mail', args: '{}' }], text: '' }),
    region: async (wanted) => (isDeskRegion(wanted) ? rigRegion : undefined),
    lower: async (order) => {
      noted.lowered.push(order);
      if (!isDeskRegion(order)) return 'missing';
      return order.hash === rigRegion.hash ? 'lowered' : 'changed';
    },
    forget: (what) => void noted.forgotten.push(what),
  };
}

/** The one region that a desk's runs have. */
export const rigRegion: ShownRegion & { readonly region: string } = {
  region: 'm1:0',
  label: 'untrusted & private',
  from: 'read_mail',
  pieces: ['pay to DE99\nby Friday', '\n(part 1: its own label)'],
  hash: 'c'.repeat(64),
};

/** The messages that the desk's run has. */
const rigMessages: readonly ShownMessage[] = [
  {
    index: 0,
    hash: 'a'.repeat(64),
    role: 'user',
    from: 'user',
    spans: [{ region: 'm0.0', label: 'trusted & public', text: 'Pay the bill.' }],
    calls: [],
  },
];

function isDeskRegion({ region, isCleared }: WantedRegion): boolean {
  return region === rigRegion.region && isCleared(rigRegion.label);
}

/** A question of the core's form about a payment. */
function someQuestion(number: number, { label, expiresMs, request: more }: Asking): NewQuestion {
  const hex = number.toString(16);
  const request = {
    run: 'run1',
    callId: `call_${hex}`,
    tool: 'send_money',
    args: '{"amount":900,"recipient":"DE99"}',
    label: label ?? 'untrusted & private',
    ceiling: 'trusted & private',
    rule: 'send_money',
    violations: [{ dimension: 'integrity', argument: '' }],
    evidence: [
      {
        argument: '/recipient',
        region: 'm1:0',
        how: 'exact',
        from: 'read_mail',
        path: "$[0]['body']",
        label: 'untrusted & public',
        excerpt: 'pay to DE99',
      },
    ],
    unsourced: ['/amount'],
    dutyOf: [],
    hash: hex.padStart(64, 'a'),
    profile: 'default',
    ...more,
  };
  return {
    id: `ap_${hex.padStart(32, '0')}`,
    callId: `call_${hex}`,
    hash: hex.padStart(64, 'a'),
    label: label ?? 'untrusted & private',
    request: JSON.stringify(request),
    expiresMs: expiresMs ?? 2_000_000,
  };
}

/** One request as it is given, without the checks that `fetch` makes. */
function send(
  port: number,
  { method, path, key, body, headers }: Sent & { readonly method: string; readonly path: string },
): Promise<Reply> {
  const text =
    body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const own = {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(text === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const target = { port, host: '127.0.0.1', method, path, agent: false };
    const call = httpRequest({ ...target, headers: own }, (response) => {
      const chunks: Buffer[] = [];
      const isStream = response.headers['content-type'] === 'text/event-stream';
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        // What never ends is read as far as it begins.
        if (isStream) response.emit('end');
        if (isStream) response.destroy();
      });
      response.on('error', reject);
      response.on('end', () => {
        const reply = Buffer.concat(chunks).toString('utf8');
        const { statusCode: status = 0 } = response;
        resolve({ status, headers: response.headers, text: reply, body: parsed(reply) });
      });
    });
    call.on('error', reject);
    call.end(text);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
