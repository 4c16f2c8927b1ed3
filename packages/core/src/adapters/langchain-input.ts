import { SystemMessage, type BaseMessage } from '@langchain/core/messages';
import { SluiceError } from '../errors.ts';
import type { PlainMessage, PlainPart } from '../history/plain.ts';
import { limits } from '../limits.ts';
import type { GuardOptions } from './guard-options.ts';
import { transcriptOf } from './langchain-messages.ts';
import { isFirstStep } from './langchain-step.ts';
import { Recent } from './recent.ts';

export interface LangChainOptions extends GuardOptions {
  /**
   * The agent's own system prompt, and other fixed text that its middleware adds: LangChain does
   * not tell a middleware which part of a system message the agent was made with.
   */
  readonly systemPrompt?: string | readonly string[] | undefined;
}

/** The messages of a thread, told apart. */
interface Thread {
  /** Ids of the messages that stood there before. */
  readonly seen: Set<string>;
  /** Handed in by the caller, and not yet taken over by a model call. */
  waiting: readonly PlainMessage[];
}

/** Learns what the callers of an agent handed in, thread by thread. */
export class CallerInput {
  readonly #options: LangChainOptions;
  readonly #own: readonly string[];
  readonly #threads: Recent<Thread> = new Recent({ entriesMax: limits.conversationsMax });
  /** Ids of messages that a caller handed in. */
  readonly #callers: Recent<true> = new Recent({ entriesMax: limits.streamedCallsMax });

  constructor(options: LangChainOptions) {
    this.#options = options;
    this.#own = [options.systemPrompt ?? []].flat();
  }

  /**
   * A caller's input has come to a thread. Throws `tools-invalid` where another middleware or node
   * has run before: what it added looks the same.
   */
  began(thread: string, messages: readonly BaseMessage[]): void {
    const isKnown = this.#threads.get(thread) !== undefined;
    const entry = this.#threads.getOrMake(thread, () => ({ seen: new Set(), waiting: [] }));
    const given = isKnown ? nextInput(messages, entry) : this.#firstInput(messages);
    entry.waiting = [...entry.waiting, ...transcriptOf(given)];
    for (const { id } of given) if (id !== undefined) this.#callers.set(id, true);
    this.saw(thread, messages);
  }

  /** True if a caller handed in this very message: another thread may hold the same words. */
  isCallers({ id }: BaseMessage): boolean {
    return id !== undefined && this.#callers.get(id) === true;
  }

  /** These messages stand in the thread now; whoever added them since, it was not the caller. */
  saw(thread: string, messages: readonly BaseMessage[]): void {
    const seen = this.#threads.get(thread)?.seen;
    for (const { id } of messages) if (id !== undefined) seen?.add(id);
  }

  /** The agent's own system turns. */
  get own(): readonly PlainMessage[] {
    return this.#own.map((text) => ({ role: 'system', parts: [part(text)] }));
  }

  /** Takes the turns that the caller handed in since this was last asked. */
  take(thread: string): readonly PlainMessage[] {
    const entry = this.#threads.get(thread);
    const waiting = entry?.waiting ?? [];
    if (entry !== undefined) entry.waiting = [];
    return waiting;
  }

  /**
   * The system message with the text that the guard was given apart. Throws `tools-invalid` where
   * it was given none, and nothing was said about text that is added.
   */
  systemTurn(message: SystemMessage): readonly PlainMessage[] {
    if (message.text === '') return [];
    if (this.#own.length === 0 && this.#options.addedText === undefined) {
      throw new SluiceError('tools-invalid', 'the guard was not given the system prompt', {
        hint:
          'write `guard({ policy, approver, systemPrompt })`: text that middleware adds to it ' +
          "carries `addedText`, by default 'top'",
      });
    }
    return transcriptOf([message]).map((turn) =>
      turn.role === 'system' ? { ...turn, parts: turn.parts.flatMap(this.#apart) } : turn,
    );
  }

  readonly #apart = (given: PlainPart): readonly PlainPart[] => {
    if (given.kind !== 'text') return [given];
    const { text } = given;
    const own = this.#own.find((known) => known !== '' && text.startsWith(known));
    if (own === undefined || own === text) return [given];
    return [part(own), part(text.slice(own.length))];
  };

  #firstInput(messages: readonly BaseMessage[]): readonly BaseMessage[] {
    if (isFirstStep()) return messages;
    const hasReplies = messages.some(({ type }) => type === 'ai' || type === 'tool');
    if (hasReplies || this.#options.addedText !== undefined) return [];
    throw new SluiceError('tools-invalid', 'a hook or a node runs before the guard', {
      hint:
        'put the guard first, in its agent and in the graph around it, for what others add looks ' +
        "as if the caller had written it; or say what all of it carries: `addedText: 'top'`",
    });
  }
}

/** Behind what stood there, one turn is the caller's; of several, others may have added any. */
function nextInput(messages: readonly BaseMessage[], { seen }: Thread): readonly BaseMessage[] {
  const fresh = messages.filter(
    ({ id, type }) =>
      (type === 'human' || type === 'system') && (id === undefined || !seen.has(id)),
  );
  return fresh.length === 1 && messages.at(-1) === fresh[0] ? fresh : [];
}

function part(text: string): PlainPart {
  return { kind: 'text', text };
}
