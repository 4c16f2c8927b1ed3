import { at, messageOf } from '../../src/wire/message.ts';
import type { Breakage, Reply, Request } from '../reference-proxy.ts';
import type { MakeBreakage } from '../try.ts';
import {
  ask,
  idOf,
  methodOfRequest,
  newSession,
  resultFor,
  tellsOthers,
  withHeader,
} from './support.ts';

type Table = Readonly<Record<string, MakeBreakage>>;

function isToolCall(request: Request): boolean {
  return methodOfRequest(request) === 'tools/call';
}

type Repair = (header: string | undefined, fields: unknown) => string | undefined;

/** Writes a header anew, so that the server no longer sees what the client sent. */
function repairs(name: string, repair: Repair): MakeBreakage {
  return () => ({
    request: (request) => {
      const header = request.headers[name];
      const text = typeof header === 'string' ? header : undefined;
      const repaired = repair(text, messageOf(request.body)?.fields);
      return isToolCall(request) ? withHeader(request, name, repaired ?? text) : request;
    },
  });
}

function nameIn(fields: unknown): string {
  return String(at(fields, 'params', 'name'));
}

export const ofHeaders: Table = {
  'headers/other-method': repairs('mcp-method', (header) =>
    header === undefined ? undefined : 'tools/call',
  ),
  'headers/other-name': repairs('mcp-name', (header, fields) =>
    header === undefined || header.startsWith('=?') ? undefined : nameIn(fields),
  ),
  'headers/other-encoded-name': repairs('mcp-name', (header, fields) =>
    header?.startsWith('=?') === true && nameIn(fields) === 'other' ? 'other' : undefined,
  ),
  'headers/no-method': repairs('mcp-method', (header) => header ?? 'tools/call'),
  'headers/no-name': repairs('mcp-name', (header, fields) => header ?? nameIn(fields)),
  'headers/other-version': repairs('mcp-protocol-version', (_header, fields) =>
    at(fields, 'params', '_meta') === undefined ? undefined : '2026-07-28',
  ),
};

/** Gives a call the answer that another call with the same key got. */
function mixesUp(isMixed: (request: Request) => boolean): Breakage {
  const answers = new Map<unknown, string>();
  return {
    message: (text, request) => {
      if (!isToolCall(request) || !isMixed(request)) return [text];
      const earlier = answers.get(idOf(request));
      answers.set(idOf(request), earlier ?? text);
      return [earlier ?? text];
    },
  };
}

export const ofSessions: Table = {
  'sessions/answers-apart': () => mixesUp((request) => idOf(request) === 77),
  'sessions/notifications-apart': () => tellsOthers('notifications/message'),
  'sessions/questions-apart': () => tellsOthers('elicitation/create'),
  'sessions/one-server-session-each': () => {
    let shared: string | undefined;
    return {
      request: (request) => {
        const session = request.headers['mcp-session-id'];
        if (typeof session !== 'string' || session.startsWith('00000000')) return request;
        shared ??= session;
        return isToolCall(request) ? withHeader(request, 'mcp-session-id', shared) : request;
      },
    };
  },
  'sessions/unguessable': () => {
    const real = new Map<unknown, string>();
    return {
      head: (head) => {
        const session = head.headers?.['mcp-session-id'];
        if (typeof session !== 'string') return head;
        const counted = `session-${String(real.size + 1).padStart(12, '0')}`;
        real.set(counted, session);
        return { ...head, headers: { ...head.headers, 'mcp-session-id': counted } };
      },
      request: (request) => {
        const session = request.headers['mcp-session-id'];
        return withHeader(request, 'mcp-session-id', real.get(session) ?? session?.toString());
      },
    };
  },
  'sessions/made-up': ({ upstream }) => ({
    request: async (request) =>
      String(request.headers['mcp-session-id']).startsWith('00000000')
        ? withHeader(request, 'mcp-session-id', await newSession(upstream))
        : request,
  }),
  'sessions/stolen': () => ({ ignores: ['owner'] }),
  'sessions/same-id-twice': () => mixesUp((request) => idOf(request) === 'same'),
};

export const ofTokens: Table = {
  'tokens/not-forwarded': () => ({ ignores: ['token'] }),
  'tokens/cookie-not-forwarded': () => ({ ignores: ['cookie'] }),
  'tokens/query-not-forwarded': () => ({ ignores: ['query'] }),
  'tokens/other-audience': () => ({ ignores: ['audience'] }),
  'tokens/server-refuses': () => ({
    head: (head, request) => (head.status === 401 ? resultFor(request) : head),
  }),
  'tokens/challenge': () => ({
    head: (head) => (head.status === 401 ? { ...head, headers: {} } : head),
  }),
  'tokens/scope': () => ({
    head: (head) => (head.status === 403 ? { ...head, headers: {} } : head),
  }),
};

async function eachOf(upstream: string, request: Request): Promise<Reply> {
  const calls: unknown = JSON.parse(request.body);
  const answers: unknown[] = [];
  for (const call of Array.isArray(calls) ? calls : []) {
    const { body = '' } = await ask(upstream, { ...request, body: JSON.stringify(call) });
    answers.push(messageOf(body)?.fields);
  }
  return { status: 200, body: JSON.stringify(answers) };
}

export const ofRefusals: Table = {
  'refusals/foreign-origin': () => ({ ignores: ['origin'] }),
  'refusals/foreign-host': () => ({ ignores: ['host'] }),
  'refusals/batch': ({ upstream }) => ({
    ignores: ['batch'],
    request: (request) => (request.body.startsWith('[') ? eachOf(upstream, request) : request),
  }),
  'refusals/broken-json': () => ({
    request: (request) =>
      request.body.endsWith('"method":') ? { status: 200, body: '{}' } : request,
  }),
  'refusals/survives-garbage': () => {
    let isBroken = false;
    return {
      request: (request) => {
        isBroken ||= request.body === '42';
        return isBroken && isToolCall(request) ? { status: 500 } : request;
      },
    };
  },
  'refusals/null-id': () => ({
    request: (request) => ({ ...request, body: request.body.replace('"id":null', '"id":7') }),
  }),
};

export const ofFaults: Table = {
  'faults/dies-in-call': () => ({ broken: (request) => resultFor(request) }),
  'faults/not-retried': ({ upstream }) => ({
    broken: async (request) => {
      if (isToolCall(request)) await ask(upstream, request).catch(() => undefined);
      return { status: 502 };
    },
  }),
  'faults/dies-in-stream': () => ({
    unanswered: (request, how) => (how === 'broke' ? resultFor(request).body : undefined),
  }),
  'faults/recovers': () => {
    let isBroken = false;
    return {
      broken: (request) => {
        isBroken = isToolCall(request);
        return { status: 502 };
      },
      request: (request) => (isBroken ? { status: 502 } : request),
    };
  },
  'faults/half-a-message': () => ({
    message: (text, request) => [
      text.startsWith('{') && messageOf(text) === undefined
        ? (resultFor(request).body ?? '')
        : text,
    ],
  }),
  'faults/status-500': () => ({
    head: (head, request) => (head.status === 500 ? resultFor(request) : head),
  }),
  'faults/one-of-two': () => {
    let isBroken = false;
    return {
      broken: () => {
        isBroken = true;
        return { status: 502 };
      },
      message: (text) => (isBroken && text.includes('"done"') ? [] : [text]),
    };
  },
  'faults/ends-without-answer': () => ({
    unanswered: (request, how) =>
      how === 'ended' && isToolCall(request) ? resultFor(request).body : undefined,
  }),
};
