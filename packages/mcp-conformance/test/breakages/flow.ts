import { at, messageOf, textAt } from '../../src/wire/message.ts';
import type { Breakage, Request } from '../reference-proxy.ts';
import type { MakeBreakage } from '../try.ts';
import {
  cut,
  errorFor,
  everywhere,
  gone,
  inside,
  instead,
  loses,
  methodOfRequest,
  resultFor,
  toClient,
  toServer,
} from './support.ts';

type Table = Readonly<Record<string, MakeBreakage>>;

const cancelled = 'notifications/cancelled';

function isDone(text: string): boolean {
  return at(messageOf(text)?.fields, 'result', 'content', 0, 'text') === 'done';
}

/** Loses the result "done" once something happened. */
function losesDoneAfter(happens: (happened: () => void) => Breakage): Breakage {
  let hasHappened = false;
  const rest = happens(() => {
    hasHappened = true;
  });
  return { ...rest, message: (text) => (hasHappened && isDone(text) ? [] : [text]) };
}

function isToolCall(request: Request): boolean {
  return methodOfRequest(request) === 'tools/call';
}

export const ofOrder: Table = {
  'order/notifications': () => {
    let late: string[] = [];
    return {
      message: (text) => {
        const params = at(messageOf(text)?.fields, 'params');
        if (at(params, 'progress') === 3 && at(params, 'message') === undefined) {
          late = [text];
          return [];
        }
        const out = [text, ...late];
        late = [];
        return out;
      },
    };
  },
  'order/flood': () =>
    toClient((message) => (Number(at(message, 'params', 'progress')) > 500 ? gone : message)),
  'order/answers-cross': () => {
    const waiting: string[] = [];
    return {
      request: (request) => {
        if (isToolCall(request)) waiting.push(request.body);
        return request;
      },
      message: (text, request) => {
        const isFirst = waiting[0] === request.body;
        if (at(messageOf(text)?.fields, 'result') === undefined || !isToolCall(request))
          return [text];
        waiting.splice(waiting.indexOf(request.body), 1);
        return isFirst ? [text] : [errorFor(request, -32_603).body ?? ''];
      },
    };
  },
  'order/server-notification': () =>
    toClient((message) =>
      at(message, 'method') === 'notifications/com.example/odd' ? gone : message,
    ),
  'order/client-notification': ({ lost }) =>
    instead('notifications/com.example/hint', () => {
      lost();
      return { status: 202 };
    }),
  'order/streams': ({ lost }) => ({
    buffers: true,
    message: (text) => {
      if (at(messageOf(text)?.fields, 'method') === 'notifications/progress') lost();
      return [text];
    },
  }),
  'order/hanging-call': ({ lost }) => {
    let open = 0;
    return {
      request: (request) => {
        if (!isToolCall(request)) return request;
        open += 1;
        if (open === 1) return request;
        lost();
        return new Promise<Request>(() => undefined);
      },
      message: (text, request) => {
        if (isToolCall(request) && at(messageOf(text)?.fields, 'result') !== undefined) open -= 1;
        return [text];
      },
    };
  },
  'order/keep-alive': () => ({ endsAtComment: isToolCall }),
  'order/empty-list': () => ({
    message: (text, request) => {
      const tools = at(messageOf(text)?.fields, 'result', 'tools');
      const isEmpty = Array.isArray(tools) && tools.length === 0;
      return [isEmpty ? (errorFor(request, -32_601).body ?? '') : text];
    },
  }),
};

const token = ['params', 'progressToken'];

export const ofProgress: Table = {
  'progress/token': () => toClient(inside(token, String)),
  'progress/fields': () => toClient(cut('params', 'total')),
  'progress/order': () =>
    toClient((message) => (Number(at(message, 'params', 'progress')) > 2 ? gone : message)),
  'progress/clients-apart': () => {
    // Keyed by the token alone, each client hears what was said of the other's call, too.
    const said: string[] = [];
    return {
      message: (text, request) => {
        const isProgress = at(messageOf(text)?.fields, 'method') === 'notifications/progress';
        if (isProgress) said.push(text);
        if (isProgress || !isDone(text)) return [text];
        const others = said.filter((one) => !one.includes('of one'));
        return request.body.includes('"progressToken":1') ? [...others, text] : [text];
      },
    };
  },
};

export const ofCancellation: Table = {
  'cancellation/forwarded': () =>
    toServer(
      inside(['params', 'requestId'], () => 999),
      cancelled,
    ),
  'cancellation/reason': () => toServer(cut('params', 'reason'), cancelled),
  'cancellation/closed-stream': ({ lost }) => ({
    outlivesClient: (request, started) => {
      if (started && isToolCall(request)) lost();
      return started && isToolCall(request);
    },
  }),
  'cancellation/closed-before-answer': ({ lost }) => ({
    outlivesClient: (_request, started) => {
      if (!started) lost();
      return !started;
    },
  }),
  'cancellation/others-go-on': () =>
    losesDoneAfter((happened) => ({
      request: (request) => {
        if (methodOfRequest(request) === cancelled) happened();
        return request;
      },
    })),
  'cancellation/race': () => {
    let isBroken = false;
    return {
      request: (request) => {
        const id = at(messageOf(request.body)?.fields, 'params', 'requestId');
        if (methodOfRequest(request) === cancelled && typeof id === 'number') isBroken = true;
        return isBroken && isToolCall(request) ? { status: 500 } : request;
      },
    };
  },
  'cancellation/unknown-call': () => ({
    request: (request) => {
      const id = at(messageOf(request.body)?.fields, 'params', 'requestId');
      return id === 'never-sent' ? { status: 400 } : request;
    },
  }),
  'cancellation/client-leaves': () => ({
    // The two calls share one connection to the server, which goes with the first client.
    message: (text) => (isDone(text) ? [] : [text]),
  }),
};

export const ofServerAsks: Table = {
  'server-asks/sampling': () => toClient(cut('params', 'tools')),
  'server-asks/elicitation': () =>
    toClient(cut('params', 'requestedSchema', 'properties', 'account', 'enumNames')),
  'server-asks/elicitation-declined': () => ({
    request: (request) => ({ ...request, body: request.body.replace('"decline"', '"accept"') }),
  }),
  'server-asks/elicitation-url': () =>
    toClient(inside(['params', 'url'], (url) => decodeURIComponent(String(url)))),
  'server-asks/roots': () => ({
    request: (request) => {
      const fields = messageOf(request.body)?.fields;
      if (at(fields, 'result', 'roots') === undefined) return request;
      const changed = cut('result', 'roots', '*', '_meta')(fields);
      return { ...request, body: JSON.stringify(changed) };
    },
  }),
};

export const ofLists: Table = {
  'lists/tools-changed': ({ lost }) => loses('notifications/tools/list_changed', lost),
  'lists/resources-changed': ({ lost }) => loses('notifications/resources/list_changed', lost),
  'lists/prompts-changed': ({ lost }) => loses('notifications/prompts/list_changed', lost),
  'lists/resource-updated': () =>
    toClient(
      inside(['params', 'uri'], (uri) => new URL(String(uri)).href),
      'GET',
    ),
  'lists/subscribe': ({ lost }) =>
    instead('resources/subscribe', (request) => {
      lost();
      return resultFor(request, {});
    }),
  'lists/server-request': ({ lost }) => ({
    message: (text, request) => {
      const isRequest = at(messageOf(text)?.fields, 'id') !== undefined;
      if (request.verb !== 'GET' || !isRequest) return [text];
      lost();
      return [];
    },
  }),
  'lists/fresh': () => {
    let first: unknown;
    return toClient(
      inside(['result', 'tools'], (tools) => {
        first ??= tools;
        return first;
      }),
    );
  },
  'lists/order': () =>
    toClient(
      inside(
        ['result', 'tools'],
        everywhere((tools) =>
          Array.isArray(tools)
            ? tools.toSorted((a, b) => textAt(a, 'name').localeCompare(textAt(b, 'name')))
            : tools,
        ),
      ),
    ),
};
