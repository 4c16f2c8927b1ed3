import { metaKeys } from '../../src/wire/era.ts';
import { at, isFields, messageOf } from '../../src/wire/message.ts';
import type { Request } from '../reference-proxy.ts';
import type { MakeBreakage } from '../try.ts';
import {
  ask,
  cut,
  everywhere,
  gone,
  inside,
  instead,
  loses,
  methodOfRequest,
  newSession,
  resultFor,
  tellsOthers,
  toClient,
  toServer,
  withHeader,
} from './support.ts';

type Table = Readonly<Record<string, MakeBreakage>>;

function isToolCall(request: Request): boolean {
  return methodOfRequest(request) === 'tools/call';
}

export const ofLegacy: Table = {
  'legacy/server-described': () => toClient(cut('result', 'instructions'), 'initialize'),
  'legacy/client-described': () =>
    toServer(
      inside(['params', 'capabilities'], () => ({})),
      'initialize',
    ),
  'legacy/client-name': () =>
    toServer(
      inside(['params', 'clientInfo', 'name'], () => 'a-proxy'),
      'initialize',
    ),
  'legacy/initialized': () => instead('notifications/initialized', () => ({ status: 202 })),
  'legacy/same-session': ({ upstream }) => ({
    request: async (request) =>
      isToolCall(request)
        ? withHeader(request, 'mcp-session-id', await newSession(upstream))
        : request,
  }),
  'legacy/version-header': () => ({
    request: (request) =>
      request.headers['mcp-session-id'] === undefined
        ? request
        : withHeader(request, 'mcp-protocol-version', undefined),
  }),
  'legacy/unknown-version': () => ({
    message: (text, request) => [
      request.body.includes('2099-01-01') ? text.replace('2025-11-25', '2099-01-01') : text,
    ],
  }),
  'legacy/server-ping': ({ lost }) => loses('ping', lost),
  'legacy/client-ping': () => instead('ping', (request) => resultFor(request, { pong: true })),
  'legacy/log-level': ({ lost }) =>
    instead('logging/setLevel', (request) => {
      lost();
      return resultFor(request, {});
    }),
  'legacy/log-message': () =>
    toClient(
      inside(['params', 'data'], (data) => JSON.stringify(data)),
      'tools/call',
    ),
  'legacy/lost-session': () => {
    const ended = new Set<unknown>();
    return {
      head: (head, { verb, headers }) => {
        const session = headers['mcp-session-id'];
        if (verb === 'DELETE') ended.add(session);
        const isLost = !ended.has(session) && !String(session).startsWith('00000000');
        return head.status === 404 && isLost ? { ...head, status: 500 } : head;
      },
    };
  },
  'legacy/delete': ({ lost }) =>
    instead('DELETE', () => {
      lost();
      return { status: 200 };
    }),
  'legacy/ended-session': ({ upstream }) => {
    const ended = new Set<unknown>();
    return {
      request: async (request) => {
        const session = request.headers['mcp-session-id'];
        if (request.verb === 'DELETE') ended.add(session);
        else if (ended.has(session))
          return withHeader(request, 'mcp-session-id', await newSession(upstream));
        return request;
      },
    };
  },
  'legacy/resume': () => ({ dropsEventIds: true }),
};

const inMeta = ['params', '_meta'];

export const ofModern: Table = {
  'modern/discover': () =>
    toClient(
      inside(['result', 'supportedVersions'], () => ['2025-11-25']),
      'server/discover',
    ),
  'modern/capabilities-each-time': () => {
    let first: unknown;
    return toServer(
      inside([...inMeta, metaKeys.capabilities], (capabilities) => {
        first ??= capabilities;
        return first;
      }),
    );
  },
  'modern/client-info': () =>
    toServer(inside([...inMeta, metaKeys.client, 'name'], () => 'a-proxy')),
  'modern/log-level': () => toServer(cut(...inMeta, metaKeys.logLevel)),
  'modern/trace': () => toServer(cut(...inMeta, 'traceparent')),
  'modern/routing-headers': () => ({
    request: (request) =>
      at(messageOf(request.body)?.fields, 'params', 'name') === 'other'
        ? withHeader(request, 'mcp-name', undefined)
        : request,
  }),
  'modern/encoded-name': () => ({
    request: (request) => {
      const name = String(request.headers['mcp-name'] ?? '');
      return name.startsWith('=?base64?') ? withHeader(request, 'mcp-name', '?') : request;
    },
  }),
  'modern/parameter-headers': () => ({
    request: (request) => withHeader(request, 'mcp-param-region', undefined),
  }),
  'modern/no-session': () => ({
    head: (head, { headers }) =>
      headers['mcp-protocol-version'] === '2026-07-28'
        ? { ...head, headers: { ...head.headers, 'mcp-session-id': 'minted-by-the-proxy' } }
        : head,
  }),
  'modern/result-type': () =>
    toClient(
      inside(['result', 'resultType'], (type) =>
        type === 'com.example/later' ? 'complete' : type,
      ),
    ),
  'modern/cache-scope': () => toClient(inside(['result', 'cacheScope'], () => 'public')),
  'modern/private-not-shared': () => {
    const kept = new Map<unknown, string>();
    return {
      message: (text, request) => {
        const uri = at(messageOf(request.body)?.fields, 'params', 'uri');
        if (uri === undefined) return [text];
        if (!kept.has(uri)) kept.set(uri, text);
        return [kept.get(uri) ?? text];
      },
    };
  },
  'modern/unsupported-version': () => toClient(cut('error', 'data', 'supported')),
  'modern/refusal-status': () => ({
    head: (head, { headers, body }) => {
      const name = at(messageOf(body)?.fields, 'params', 'name');
      const agrees = name === 'echo' && headers['mcp-name'] === 'echo';
      return head.status === 400 && agrees ? { ...head, status: 200 } : head;
    },
  }),
};

export const ofInput: Table = {
  'input-required/questions': () =>
    toClient(
      inside(['result', 'inputRequests', 'git hub', 'params'], cut('com.example')),
      'tools/call',
    ),
  'input-required/state-out': () =>
    toClient(
      inside(['result', 'requestState'], (state) => encodeURIComponent(String(state))),
      'tools/call',
    ),
  'input-required/responses-in': () =>
    toServer(
      inside(
        ['params', 'inputResponses'],
        everywhere((value) => (value === '' ? gone : value)),
      ),
    ),
  'input-required/state-only': ({ upstream }) => ({
    request: async (request) => {
      const fields = messageOf(request.body)?.fields;
      const params = at(fields, 'params');
      if (!isToolCall(request) || !isFields(params) || at(params, 'requestState') !== undefined)
        return request;
      const answer = await ask(upstream, request);
      const result = at(messageOf(answer.body ?? '')?.fields, 'result');
      const requestState = at(result, 'requestState');
      if (requestState === undefined || at(result, 'inputRequests') !== undefined) return answer;
      const body = JSON.stringify({ ...fields, params: { ...params, requestState } });
      return ask(upstream, { ...request, body });
    },
  }),
  'input-required/resource': () => toClient(cut('result', 'inputRequests'), 'resources/read'),
};

const listen = 'subscriptions/listen';
const changed = 'notifications/tools/list_changed';

export const ofSubscriptions: Table = {
  'subscriptions/filter': () =>
    toServer(cut('params', 'notifications', 'resourceSubscriptions'), listen),
  'subscriptions/acknowledged': () => toClient(cut('params', 'notifications'), listen),
  'subscriptions/change': ({ lost }) => ({
    message: (text, request) =>
      methodOfRequest(request) === listen
        ? (loses(changed, lost).message?.(text, request) ?? [])
        : [text],
  }),
  'subscriptions/id': () =>
    toClient(
      inside(['params'], (params) =>
        at(params, 'uri') === undefined
          ? params
          : inside(['_meta', metaKeys.subscription], () => 'of-the-proxy')(params),
      ),
      listen,
    ),
  'subscriptions/apart': () => tellsOthers(changed),
  'subscriptions/closed': ({ lost }) => ({
    outlivesClient: (request) => {
      const isListening = methodOfRequest(request) === listen;
      if (isListening) lost();
      return isListening;
    },
  }),
  'subscriptions/ended-by-server': () =>
    toClient((message) => (at(message, 'result') === undefined ? message : gone), listen),
};
