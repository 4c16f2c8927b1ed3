import { textIn, without } from './fields.ts';
import type { Sources } from './gatekeeper.ts';
import { codes, errorTo, type Message, type Request, resultTo } from './message.ts';
import { told } from './told.ts';

interface Notice {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message: Message;
}

export type Heard =
  | { readonly kind: 'left-out' }
  | {
      readonly kind: 'given';
      readonly message: Message;
      /** Text of the server's in it, which needs a label. */
      readonly said?: string | undefined;
      /** The token of the request that it belongs to. */
      readonly related?: unknown;
    };

/** A notification of the server's as the client may have it. Text without a label is left out. */
export function heard({ method, params, message }: Notice, labels: Sources): Heard {
  switch (method) {
    case 'notifications/progress': {
      const { message: text, progressToken: related, progress, total } = params;
      const numbers = Object.entries({ progress, total }).filter(([, n]) => typeof n === 'number');
      const silent = { progressToken: related, ...Object.fromEntries(numbers) };
      const said = labels.messages ? textIn(text) : undefined;
      const all = said === undefined ? silent : { ...silent, message: said };
      return { kind: 'given', message: { jsonrpc: '2.0', method, params: all }, related, said };
    }
    case 'notifications/message':
      if (!labels.messages) return { kind: 'left-out' };
      return { kind: 'given', message, said: JSON.stringify(params) };
    case 'notifications/tools/list_changed':
    case 'notifications/prompts/list_changed':
    case 'notifications/resources/list_changed':
      return { kind: 'given', message: { jsonrpc: '2.0', method } };
    case 'notifications/resources/updated': {
      const uri = textIn(params['uri']) ?? '';
      return { kind: 'given', message: { jsonrpc: '2.0', method, params: { uri } } };
    }
    case 'notifications/subscriptions/acknowledged':
      return { kind: 'given', message };
    case 'notifications/cancelled': {
      const { requestId } = params;
      const isId = typeof requestId === 'string' || typeof requestId === 'number';
      return isId
        ? { kind: 'given', message: { jsonrpc: '2.0', method, params: { requestId } } }
        : { kind: 'left-out' };
    }
    default:
      return { kind: 'left-out' };
  }
}

type Answer = { readonly to: 'client' | 'server'; readonly message: Message };

/** The server's name, and what the policy lets it ask for. */
type Asked = Pick<Sources, 'forms' | 'roots'> & { readonly name: string };

/**
 * A request of the server's: it goes to the client, written anew from what is known of it, or is
 * answered here.
 */
export function asked({ id, method, params }: Request, { name, forms, roots }: Asked): Answer {
  switch (method) {
    case 'ping':
      return { to: 'server', message: resultTo(id, {}) };
    case 'roots/list':
      if (!roots) return denied(id, told.noRoots);
      return { to: 'client', message: { jsonrpc: '2.0', id, method } };
    case 'elicitation/create': {
      if (!forms) return denied(id, noForms);
      if (params['mode'] !== undefined && params['mode'] !== 'form') return denied(id, noLinks);
      // It is the person who reads it: they must know whose words these are.
      const words = `The MCP server ${name} asks (not Sluice): ${textIn(params['message']) ?? ''}`;
      const shown = { ...without(params, ['_meta', 'task']), message: words };
      return { to: 'client', message: { jsonrpc: '2.0', id, method, params: shown } };
    }
    case 'sampling/createMessage':
      return denied(id, 'Sluice lets no server use the client’s model.');
    default:
      return denied(id, told.unknownMethod);
  }
}

const noForms =
  'The policy lets no server ask the client’s user: it does not name `mcp:elicitation`.';
const noLinks = 'Sluice passes on no links of a server for a person to follow.';

function denied(id: Request['id'], text: string): Answer {
  return { to: 'server', message: errorTo(id, codes.unknownMethod, text) };
}
