import { createHash } from 'node:crypto';
import type { LoggedMessage, LoggedRequest } from './chat-log.ts';
import { conversationOf } from './conversation.ts';
import type { PlacedReading } from './record.ts';

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

function hashes(messages: readonly LoggedMessage[]): readonly string[] {
  let before = '';
  return messages.map((message) => {
    before = createHash('sha256').update(before).update(JSON.stringify(message)).digest('base64');
    return before;
  });
}
