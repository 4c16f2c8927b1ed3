import { encodeHeader } from '../../src/wire/header-value.ts';
import { legacy, metaKeys, modern } from '../../src/wire/era.ts';
import { at, type Fields, isFields, messageOf, textAt } from '../../src/wire/message.ts';
import type { Breakage, Request } from '../reference-proxy.ts';
import type { MakeBreakage } from '../try.ts';
import { errorFor, inside, methodOfRequest, newSession, resultFor, toServer } from './support.ts';

/** A proxy that does more than pass on, and the same proxy broken. */
interface Pair {
  readonly whole: MakeBreakage;
  readonly broken: MakeBreakage;
}

const plain: MakeBreakage = () => ({});

function paramsOf({ body }: Request): Fields {
  const params = at(messageOf(body)?.fields, 'params');
  return isFields(params) ? params : {};
}

function withParams(request: Request, params: Fields): Request {
  const body = JSON.stringify({ ...messageOf(request.body)?.fields, params });
  return { ...request, body };
}

/** Speaks 2025-11-25 to its client and 2026-07-28 to its server. */
function forOldClients(): Breakage {
  const capabilities = { tools: {} };
  const serverInfo = { name: 'bridge', version: '1' };
  return {
    request: (request) => {
      const method = String(methodOfRequest(request));
      if (method === 'initialize')
        return resultFor(request, { protocolVersion: legacy, capabilities, serverInfo });
      if (method.startsWith('notifications/')) return { status: 202 };
      const params = paramsOf(request);
      const own = { [metaKeys.version]: modern, [metaKeys.capabilities]: {} };
      const headers = {
        'mcp-protocol-version': modern,
        'mcp-method': method,
        'mcp-name': encodeHeader(textAt(params, 'name')),
      };
      const framed = withParams(request, { ...params, _meta: own });
      return { ...framed, headers: { ...request.headers, ...headers } };
    },
  };
}

/** Speaks 2026-07-28 to its client and 2025-11-25 to its server. */
const forNewClients: MakeBreakage = ({ upstream }) => {
  const session = newSession(upstream);
  return {
    request: async (request) => {
      const { _meta: _dropped, ...params } = paramsOf(request);
      const headers = { 'mcp-protocol-version': legacy, 'mcp-session-id': await session };
      const framed = withParams(request, params);
      return { ...framed, headers: { ...request.headers, ...headers } };
    },
    message: (text) => [
      JSON.stringify(
        inside(['result'], (result) => ({
          resultType: 'complete',
          ...(isFields(result) ? result : {}),
        }))(messageOf(text)?.fields),
      ),
    ],
  };
};

interface Pinning {
  /** The parts of a tool that it compares. */
  readonly sees?: (tool: Fields) => unknown;
  readonly letsNew?: boolean;
  readonly letsCalls?: boolean;
}

/** Holds on to the tools of the first list, and hides those that changed. */
function pinning({
  sees = (tool) => tool,
  letsNew = false,
  letsCalls = false,
}: Pinning): MakeBreakage {
  return () => {
    let pinned: Map<unknown, string> | undefined;
    const blocked = new Set<unknown>();
    const print = (tool: unknown): string => JSON.stringify(isFields(tool) ? sees(tool) : tool);
    const isKept = (tool: unknown): boolean => {
      const known = pinned?.get(at(tool, 'name'));
      if (known === undefined) return letsNew;
      if (known !== print(tool)) blocked.add(at(tool, 'name'));
      return known === print(tool);
    };
    const hide = (tools: unknown): unknown => {
      const all: readonly unknown[] = Array.isArray(tools) ? tools : [];
      pinned ??= new Map(all.map((tool) => [at(tool, 'name'), print(tool)]));
      return all.filter(isKept);
    };
    return {
      request: (request) => {
        const isBlocked = blocked.has(at(paramsOf(request), 'name')) && !letsCalls;
        return isBlocked ? errorFor(request, -32_602) : request;
      },
      message: (text) => {
        const fields = messageOf(text)?.fields;
        return fields === undefined
          ? [text]
          : [JSON.stringify(inside(['result', 'tools'], hide)(fields))];
      },
    };
  };
}

const pins = pinning({});

function blindTo(...keys: readonly string[]): MakeBreakage {
  return pinning({
    sees: (tool) => Object.entries(tool).filter(([key]) => !keys.includes(key)),
  });
}

/** Gives a bridge's client another error than the server's. */
function withOtherErrors(make: MakeBreakage): MakeBreakage {
  return (workshop) => {
    const { message = (text) => [text], ...breakage } = make(workshop);
    const other = (): Fields => ({ code: -32_603, message: 'Failed' });
    return {
      ...breakage,
      message: (text, request) =>
        message(text, request).map((one) =>
          JSON.stringify(inside(['error'], other)(messageOf(one)?.fields)),
        ),
    };
  };
}

/** Begins a session of the server for each request. */
const forEachRequest: MakeBreakage = (workshop) => ({
  ...forNewClients(workshop),
  request: (request) => forNewClients(workshop).request?.(request) ?? request,
});

export const pairs: Readonly<Record<string, Pair>> = {
  'bridge/old-client': { whole: forOldClients, broken: plain },
  'bridge/new-client': { whole: forNewClients, broken: plain },
  'bridge/old-client-error': {
    whole: forOldClients,
    broken: withOtherErrors(forOldClients),
  },
  'bridge/new-client-error': {
    whole: forNewClients,
    broken: withOtherErrors(forNewClients),
  },
  'bridge/one-session': { whole: forNewClients, broken: forEachRequest },
  'refusals/two-names': { whole: () => toServer((value) => value), broken: plain },
  'pins/description': { whole: pins, broken: blindTo('description') },
  'pins/schema': { whole: pins, broken: blindTo('inputSchema') },
  'pins/annotations': { whole: pins, broken: blindTo('annotations') },
  'pins/invisible-characters': {
    whole: pins,
    broken: pinning({ sees: (tool) => JSON.stringify(tool).replaceAll(/[^ -~]/gu, '') }),
  },
  'pins/new-tool': { whole: pins, broken: pinning({ letsNew: true }) },
  'pins/call': { whole: pins, broken: pinning({ letsCalls: true }) },
};
