import type { Asked, AskerAnswer, ConfirmRequest, Label } from '@sluice/core';
import type { Word } from '@sluice/mcp';
import { limits } from '../limits.ts';
import type { Notifier } from '../run/ask/notifier.ts';
import { aboutNothing } from '../run/ask/asked-about.ts';
import { StoreAsker } from '../run/ask/store-asker.ts';
import type { Profile } from '../settings/profile.ts';
import type { NewQuestion, Question, Store } from '../store/store.ts';
import type { McpAudit } from './audit.ts';
import { type DecidedCall, questionCallId, requestOf } from './questions.ts';
import type { McpClient } from './seen-labels.ts';
import { words } from './words.ts';

export interface McpAskerParts {
  readonly store: Store;
  readonly notifier: Notifier;
  readonly audit: McpAudit;
  readonly nowMs: () => number;
  readonly isInForce: (profile: Profile) => boolean;
  readonly announce: (question: NewQuestion, run: { tenant: string; id: string }) => void;
}

interface Asking {
  readonly call: DecidedCall;
  readonly definition: string;
  readonly client: McpClient;
  readonly profile: Profile;
  readonly isKnown: () => Promise<boolean>;
}

interface Answered {
  /** By which the audit knows the call. */
  readonly callId: string;
  readonly word: Word;
}

/**
 * Asks a person about a call, out of the client's reach. The client waits for a while; the very
 * same call, made again after a yes, is made once.
 */
export class McpAsker {
  readonly #parts: McpAskerParts;
  readonly #waiting: Map<string, string> = new Map();

  constructor(parts: McpAskerParts) {
    this.#parts = parts;
  }

  async ask(asking: Asking, signal: AbortSignal): Promise<Answered> {
    const { call, definition, client, profile } = asking;
    const { policy } = profile;
    const { tenant } = client;
    const callId = questionCallId(call, { definition, policy });
    const key = `${tenant} ${callId}`;
    const waiting = this.#waiting.get(key);
    // Two that wait for one answer would take it twice.
    if (waiting !== undefined) return { callId, word: words.waits(waiting) };
    this.#waiting.set(key, callId);
    try {
      await this.#parts.audit.decided({ tenant, run: call.run }, callId, call);
      return { callId, word: await this.#word(asking, { callId, key, signal }) };
    } finally {
      this.#waiting.delete(key);
    }
  }

  async #word(
    asking: Asking,
    { callId, key, signal }: { callId: string; key: string; signal: AbortSignal },
  ): Promise<Word> {
    const { call, client, profile } = asking;
    const { space } = profile.policy;
    const request = requestOf(call, { callId, policy: profile.policy });
    if (request === undefined || !space.flowsTo(call.label, profile.askable)) return words.nobody;
    const known = await this.#known(client.tenant, request);
    if (known?.state === 'denied') return words.denied;
    const asker = this.#askerFor(asking);
    try {
      if (known === undefined) await asker.open(request);
    } catch (error) {
      if (error instanceof RangeError) return words.tooMany;
      throw error;
    }
    await asker.awaited([request]);
    const question = await this.#known(client.tenant, request);
    if (question !== undefined) this.#waiting.set(key, question.id);
    const answer = await asker.answer(request, signal);
    return await this.#settled(asking, { request, answer, id: question?.id ?? callId });
  }

  /** The last question about this very call, if it still stands. */
  async #known(tenant: string, { run, callId, hash }: ConfirmRequest) {
    const { store, nowMs } = this.#parts;
    const question = await store.questions.ofCall(tenant, run, callId);
    if (question === undefined || question.expiresMs <= nowMs()) return undefined;
    const stands = question.hash === hash && standing.has(question.state);
    return stands ? question : undefined;
  }

  async #settled(
    { call, client }: Asking,
    { request, answer, id }: { request: ConfirmRequest; answer: AskerAnswer; id: string },
  ): Promise<Word> {
    switch (answer.kind) {
      case 'later':
        return words.waits(id);
      case 'none':
        return words.late;
      case 'no':
        await this.#answered(client.tenant, request, { answer, label: call.label });
        return words.denied;
      case 'yes': {
        await this.#answered(client.tenant, request, { answer, label: call.label });
        return isEnough(answer, request) ? { kind: 'go' } : words.late;
      }
    }
  }

  async #answered(
    tenant: string,
    { run, callId }: ConfirmRequest,
    { answer, label }: { answer: AskerAnswer; label: Label },
  ): Promise<void> {
    await this.#parts.audit.answered({ tenant, run }, { callId, label, answer });
  }

  #askerFor({ call, client, profile, isKnown }: Asking): StoreAsker {
    const { store, notifier, nowMs, audit, announce, isInForce } = this.#parts;
    const { tenant, name } = client;
    const { run, label } = call;
    const asker = new StoreAsker({
      tenant,
      run,
      profile: profile.name,
      clearance: profile.askable,
      store,
      notifier,
      nowMs,
      lifeMs: profile.questionLifeMs,
      keep: (questions) => audit.asked({ tenant, run }, questions, label),
      announce: (question) => announce(question, { tenant, id: run }),
      aboutOf: () => aboutNothing,
      isInForce: () => isInForce(profile),
      toolFor: () => undefined,
    });
    const waitMs = Math.min(profile.waitStreamMs, limits.mcpWaitMsMax);
    asker.serve({
      name,
      waitUntilMs: performance.now() + waitMs,
      idle: (wait) => wait(new AbortController().signal),
      onAwaited: () => {},
      readsText: true,
      isKnown,
    });
    return asker;
  }
}

const standing: ReadonlySet<Question['state']> = new Set<Question['state']>([
  'open',
  'approved',
  'denied',
]);

function isEnough(
  { by, hash }: Extract<AskerAnswer, { kind: 'yes' }>,
  asked: Pick<Asked, 'hash' | 'dutyOf'>,
): boolean {
  const names = new Set(by);
  return hash === asked.hash && names.size > 0 && asked.dutyOf.every((name) => names.has(name));
}
