import type { IncomingHttpHeaders } from 'node:http';
import { limits } from '../../limits.ts';
import type { Answer, ClientRequest } from '../../protocol/protocol.ts';
import { answeredNames, begunNames, names, namesAt, type AnsweredNames } from './find-run.ts';
import { nameLong, sha256, sha256InTurns } from './fingerprint.ts';
import { newIdIn } from '../../store/ids.ts';
import { isLarge } from '../../protocol/shared/pace.ts';
import type { LiveRun } from '../live-run.ts';
import type { Delivered } from '../run-head.ts';
import type { From, Placed } from '../runs.ts';
import type { Kept } from '../turn.ts';

/** A request as it came. */
export interface Asking {
  readonly request: ClientRequest;
  /** Id of the client's key. */
  readonly client: string;
  readonly headers: IncomingHttpHeaders;
  /** The body. */
  readonly bytes: Uint8Array;
}

type Said = Pick<Answer, 'text' | 'calls'>;

/** All by which a request's run is found: now, by the next request, and by the same one again. */
export class RequestNames implements From {
  readonly client: string;
  /** See `sessionOf`. */
  readonly session: string;
  readonly bodyHash: string;
  readonly #request: ClientRequest;

  private constructor(from: From, request: ClientRequest) {
    this.client = from.client;
    this.session = from.session;
    this.bodyHash = from.bodyHash;
    this.#request = request;
  }

  static async of(asking: Asking): Promise<RequestNames> {
    const { request, client, bytes } = asking;
    const session = sessionOf(asking);
    // Another client, or session of its, that sends the same waits for a question, and an answer,
    // of its own.
    const bodyHash = sha256(`${session}\n${await sha256InTurns(bytes)}`);
    if (isLarge(bytes.length)) await nameLong(request.messages);
    return new RequestNames({ client, session, bodyHash }, request);
  }

  /** The id of the answer; `again`: what the same body was answered with. */
  answerIn({ run, again: isAgain }: Placed): {
    readonly id: string;
    readonly again: Delivered | undefined;
  } {
    const again = isAgain ? run.redelivery(this.bodyHash) : undefined;
    return { id: again?.id ?? newIdIn(run.id), again };
  }

  /**
   * By what the conversation begins with now: a client that resumes it may begin with another date.
   * None where they were stored last.
   */
  begun(run: LiveRun): readonly string[] {
    const begun = begunNames(this.#request.messages, this.client);
    return begun.every((name) => run.beginsAs.has(name)) ? [] : begun;
  }

  /** Where the run stands after an answer, or after none. */
  after(run: LiveRun, said: Said | undefined): Pick<Kept, 'names' | 'standsAt'> {
    if (said === undefined) return { names: [], standsAt: run.standsAt };
    const at = this.#transcript(run, said);
    const transcript = at === undefined ? [] : namesAt(at, run.session.highWater.text);
    const body = run.askedBody === this.bodyHash ? [names.body(this.bodyHash)] : [];
    return { names: [...transcript, ...body], standsAt: at?.by };
  }

  /** The names of the transcript that the client holds now; ids in it name the run themselves. */
  #transcript(run: LiveRun, { text, calls }: Said): AnsweredNames | undefined {
    const { messages, previous } = this.#request;
    const given = { role: 'assistant', text, calls } as const;
    const hasIds =
      previous !== undefined || calls.length > 0 || messages.some(({ role }) => role === 'tool');
    // Where nothing is stopped, the ids are not ours.
    if (hasIds && run.shadow === undefined) return undefined;
    return answeredNames([...messages, given], this.session);
  }

  /** An answer that came of a question is given again to the client that lost it on its way. */
  delivered(
    run: LiveRun,
    { text, calls, withheld, stop }: Answer,
    { id, nowMs }: { readonly id: string; readonly nowMs: () => number },
  ): Delivered | undefined {
    const { bodyHash } = this;
    if (run.askedBody !== bodyHash || run.session.isHeld) return undefined;
    return {
      id,
      bodyHash,
      text,
      calls,
      withheld,
      stop,
      untilMs: nowMs() + limits.redeliveryMsMax,
    };
  }
}

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

/**
 * All by which a client may tell apart conversations that read alike so far. It is the client's
 * word and opens nothing: among runs that it might go on with, it only says which.
 */
function sessionOf({ client, headers, request: { params } }: Asking): string {
  const named = headerNames.map((name) => headers[name]);
  const fields = fieldNames.map((name) => params[name]);
  return JSON.stringify([client, ...named, ...fields]);
}
