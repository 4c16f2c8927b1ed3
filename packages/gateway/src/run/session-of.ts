import type { IncomingHttpHeaders } from 'node:http';

/** Headers in which clients name a conversation of theirs. */
const headerNames = [
  'conversation_id',
  'session_id',
  'x-claude-code-session-id',
  'x-conversation-id',
  'x-opencode-session',
  'x-session-affinity',
  'x-session-id',
  'x-thread-id',
] as const;

/** Fields of a body in which they name it, or the person whose it is. */
const fieldNames = ['metadata', 'prompt_cache_key', 'safety_identifier', 'user'] as const;

export interface Asking {
  /** Id of the client's key. */
  readonly client: string;
  readonly headers: IncomingHttpHeaders;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * All by which a client may tell apart conversations that read alike so far. It is the client's
 * word and opens nothing: among runs that it might go on with, it only says which.
 */
export function sessionOf({ client, headers, params }: Asking): string {
  const named = headerNames.map((name) => headers[name]);
  const fields = fieldNames.map((name) => params[name]);
  return JSON.stringify([client, ...named, ...fields]);
}
