import { createHash } from 'node:crypto';
import type { LoggedMessage, LoggedRequest } from './chat-log.ts';
import {
  readingOf,
  type PlacedReading,
  type RecordedCall,
  type RecordedMessage,
  type RecordReading,
} from './record.ts';

interface Open {
  readonly line: number;
  readonly request: LoggedRequest;
  /** One hash for each beginning of the conversation. */
  readonly beginnings: readonly string[];
}

/** So many conversations of one log may be under way at once. */
const openConversationsMax = 256;

/**
 * Puts the requests of a log together: each request holds the conversation so far, so one that
 * begins with all of another stands for both. Memory is bounded: past 256 conversations under way,
 * the one that waits longest is taken as ended.
 */
export class Conversations {
  readonly #file: string;
  readonly #byEnd = new Map<string, Open>();
  readonly #known = new Map<string, Open>();

  constructor(file: string) {
    this.#file = file;
  }

  /** Takes a request; returns a conversation that was waiting for too long, if there is one. */
  add(request: LoggedRequest, line: number): readonly PlacedReading[] {
    const beginnings = hashes(request.messages);
    const end = beginnings.at(-1) ?? '';
    if (this.#known.has(end)) return [];
    const earlier = beginnings.findLast((hash) => this.#byEnd.has(hash));
    const continued = earlier === undefined ? undefined : this.#byEnd.get(earlier);
    if (continued !== undefined) this.#close(continued);
    const open = { line, request, beginnings };
    this.#byEnd.set(end, open);
    for (const hash of beginnings) if (!this.#known.has(hash)) this.#known.set(hash, open);
    const [oldest] = this.#byEnd.values();
    if (this.#byEnd.size <= openConversationsMax || oldest === undefined) return [];
    this.#close(oldest);
    return [this.#read(oldest)];
  }

  /** All conversations that are left, in the order of their last requests. */
  end(): readonly PlacedReading[] {
    return [...this.#byEnd.values()].map((open) => this.#read(open));
  }

  #close(open: Open): void {
    this.#byEnd.delete(open.beginnings.at(-1) ?? '');
    for (const hash of open.beginnings) {
      if (this.#known.get(hash) === open) this.#known.delete(hash);
    }
  }

  #read({ line, request }: Open): PlacedReading {
    return { file: this.#file, line, reading: conversationOf(request) };
  }
}

/** The run that a conversation shows. Nobody says whether it was attacked, or done. */
function conversationOf({ agent, model, name, declared, messages }: LoggedRequest): RecordReading {
  const read = matched(messages);
  if (read === undefined) return { kind: 'unreadable', because: 'result-without-call' };
  return readingOf({
    suite: agent,
    model,
    userTask: name,
    attack: undefined,
    completed: undefined,
    declared,
    messages: read,
  });
}

/** Gives each result the call that it answers; `undefined` where there is none of its id. */
function matched(messages: readonly LoggedMessage[]): readonly RecordedMessage[] | undefined {
  const calls = new Map<string, RecordedCall>();
  const read: RecordedMessage[] = [];
  for (const message of messages) {
    if (message.role === 'assistant') {
      for (const { id, tool, args } of message.calls) calls.set(id, { tool, args });
      read.push(message);
    } else if (message.role === 'tool') {
      const call = calls.get(message.id);
      if (call === undefined) return undefined;
      read.push({ role: 'tool', call, text: message.text, failed: message.failed });
    } else read.push(message);
  }
  return read;
}

function hashes(messages: readonly LoggedMessage[]): readonly string[] {
  let before = '';
  return messages.map((message) => {
    before = createHash('sha256').update(before).update(JSON.stringify(message)).digest('base64');
    return before;
  });
}
