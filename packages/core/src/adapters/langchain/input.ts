import { type BaseMessage, SystemMessage } from '@langchain/core/messages';
import { enclosingCall, type EnclosingCall } from '../../engine/nested/enclosure.ts';
import { SluiceError } from '../../errors.ts';
import { canonicalJson } from '../../history/json/canonical.ts';
import type { PlainMessage, PlainPart } from '../../history/plain.ts';
import { limits } from '../../limits.ts';
import { ambient } from '../../session/session-options.ts';
import type { GuardOptions } from '../shared/guard-options.ts';
import { Recent } from '../shared/recent.ts';
import { transcriptOf } from './messages.ts';
import { isFirstStep, nodesAround } from './step.ts';

export interface LangChainOptions extends GuardOptions {
  /**
   * The agent's own system prompt, and other fixed text that its middleware adds: LangChain does
   * not tell a middleware which part of a system message the agent was made with.
   */
  readonly systemPrompt?: string | readonly string[] | undefined;
}

/**
 * Says that these messages are the caller's, and gives them back: `agent.invoke({ messages:
 * handIn(messages) }, config)`. Needed where a node or a hook may run before the guard.
 */
export type HandIn = <Messages extends readonly BaseMessage[]>(messages: Messages) => Messages;

/** The members of the graph's state that a tool writes beside its result. */
export interface Written {
  readonly messages: readonly BaseMessage[];
  /** The other members of the state. */
  readonly keys: readonly string[];
}

/** The messages of a thread, told apart. */
interface Thread {
  /** Ids of the messages that stood there before. */
  readonly seen: Set<string>;
  /** The guard's hook begins the agent's graph: no other hook of the agent runs before it. */
  readonly isEntry: boolean;
  /** The guarded call that the conversation works for. */
  readonly within: EnclosingCall | undefined;
  /** The agent's place in the graphs around it. */
  readonly nodes: string;
  /** Handed in by the caller, and not yet taken over by a model call. */
  waiting: readonly PlainMessage[];
}

/** Learns what the callers of an agent handed in, thread by thread. */
export class CallerInput {
  readonly #options: LangChainOptions;
  readonly #own: readonly string[];
  readonly #threads: Recent<Thread> = new Recent({ entriesMax: limits.conversationsMax });
  /** By id, the message as a caller handed it in: others may write in its place. */
  readonly #callers: Recent<string> = new Recent({ entriesMax: limits.streamedCallsMax });
  /** By the id of a reply, the thread that it was given to. */
  readonly #replies: Recent<string> = new Recent({ entriesMax: limits.streamedCallsMax });
  /** By id, the thread that a message stands in. */
  readonly #places: Recent<string> = new Recent({ entriesMax: limits.streamedCallsMax });
  /** As many as the app's tools name. */
  readonly #stateKeys: Set<string> = new Set();

  /** The tools that the agents declared. */
  readonly toolNames: Set<unknown> = new Set();
  /** The questions that the guard asked the person. */
  readonly #reviews: Recent<true> = new Recent({ entriesMax: limits.conversationsMax });

  constructor(options: LangChainOptions) {
    this.#options = options;
    this.#own = [options.systemPrompt ?? []].flat();
  }

  readonly handIn: HandIn = (messages) => {
    for (const message of messages) this.#callers.set(idOf(message), keyOf(message));
    return messages;
  };

  /**
   * A caller's input has come to a thread; `key` is the one that it stands under, if any. Gives the
   * thread. Throws `tools-invalid` where another middleware or node may have run before, and nobody
   * said which turns are the caller's: what it added looks the same.
   */
  began(key: string, messages: readonly BaseMessage[]): string {
    const thread = key || this.#continued(messages) || ambient.newId();
    const known = this.#threads.get(thread);
    const entry = this.#threads.getOrMake(thread, begun);
    const fresh = known === undefined ? messages : messages.filter(isFresh(entry));
    const handedIn = fresh.filter((message) => this.isCallers(message));
    const given = handedIn.length > 0 ? handedIn : this.#input(fresh, { messages, known });
    entry.waiting = [...entry.waiting, ...transcriptOf(given)];
    for (const message of given) {
      if (message.id !== undefined) this.#callers.set(message.id, keyOf(message));
    }
    this.#saw(thread, messages);
    return thread;
  }

  /** True if a caller handed in this very message: another thread may hold the same words. */
  isCallers(message: BaseMessage): boolean {
    return message.id !== undefined && this.#callers.get(message.id) === keyOf(message);
  }

  /** These messages stand in the thread now; whoever added them since, it was not the caller. */
  #saw(thread: string, messages: readonly BaseMessage[]): void {
    const seen = this.#threads.get(thread)?.seen;
    for (const { id } of messages) {
      if (id === undefined) continue;
      seen?.add(id);
      this.#places.set(id, thread);
    }
  }

  /** A tool gives these messages to the thread, which will hold them by their ids. */
  given(thread: string, { messages, keys }: Written): void {
    for (const message of messages) this.#places.set(idOf(message), thread);
    for (const key of keys) this.#stateKeys.add(key);
  }

  /** The agent declares these tools. */
  declared<Tools extends readonly { readonly name: string }[]>(tools: Tools): Tools {
    for (const { name } of tools) this.toolNames.add(name);
    return tools;
  }

  /** The guard asks the person this. */
  asks<Review extends object>(review: Review): Review {
    this.#reviews.set(canonicalJson(review), true);
    return review;
  }

  isReview(value: unknown): boolean {
    try {
      return this.#reviews.get(canonicalJson(value)) === true;
    } catch {
      return false;
    }
  }

  /** Members of the graph's state that tools have written. */
  get stateKeys(): ReadonlySet<string> {
    return this.#stateKeys;
  }

  /** The model replied in this thread: by the reply, the conversation is found again. */
  replied<Reply extends BaseMessage>(thread: string, reply: Reply): Reply {
    const id = idOf(reply);
    this.#replies.set(id, thread);
    this.#places.set(id, thread);
    return reply;
  }

  /** The thread that this message stands in, if it is known. */
  threadOf({ id }: BaseMessage): string | undefined {
    return id === undefined ? undefined : this.#places.get(id);
  }

  /** The agent's own system turns. */
  get own(): readonly PlainMessage[] {
    return this.#own.map((text) => ({ role: 'system', parts: [part(text)] }));
  }

  /** Takes the turns that the caller handed in since this was last asked. */
  take(thread: string, messages: readonly BaseMessage[]): readonly PlainMessage[] {
    this.#saw(thread, messages);
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

  /**
   * The conversation that goes on: a graph around the agent keeps the messages between its runs,
   * and no key of ours. Another agent in it, or inside a call, has a conversation of its own.
   */
  #continued(messages: readonly BaseMessage[]): string | undefined {
    const nodes = nodesAround();
    const id = messages.findLast(({ type }) => type === 'ai')?.id;
    const thread = id === undefined || nodes === '' ? undefined : this.#replies.get(id);
    const known = thread === undefined ? undefined : this.#threads.get(thread);
    const isSame = known?.nodes === nodes && known.within === enclosingCall();
    return isSame ? thread : undefined;
  }

  /** The caller's turns among those that are new, where nobody said which they are. */
  #input(
    fresh: readonly BaseMessage[],
    {
      messages,
      known,
    }: { readonly messages: readonly BaseMessage[]; readonly known: Thread | undefined },
  ): readonly BaseMessage[] {
    if (isFirstStep()) return fresh;
    if (known === undefined) return this.#untold(messages.some(isReply) ? [] : messages);
    if (nodesAround() !== '') return this.#untold(fresh);
    // If several stand behind an answer, others may have added any of them.
    const isOne = known.isEntry && fresh.length === 1 && messages.at(-1) === fresh[0];
    return isOne ? fresh : [];
  }

  #untold(fresh: readonly BaseMessage[]): readonly [] {
    if (fresh.length === 0 || this.#options.addedText !== undefined) return [];
    throw new SluiceError('tools-invalid', 'a hook or a node runs before the guard', {
      hint:
        'say which turns are yours, with the `handIn` of the middleware that `guard` gave back: ' +
        '`const guarding = guard(options)`, then `graph.invoke({ messages: ' +
        'guarding.handIn([new HumanMessage(text)]) }, config)`; or put the guard first, in its ' +
        "agent and in the graph around it; or say what all of it carries: `addedText: 'top'`",
    });
  }
}

function begun(): Thread {
  const [isEntry, within, nodes] = [isFirstStep(), enclosingCall(), nodesAround()];
  return { seen: new Set(), isEntry, within, nodes, waiting: [] };
}

function isReply({ type }: BaseMessage): boolean {
  return type === 'ai' || type === 'tool';
}

function isFresh({ seen }: Thread): (message: BaseMessage) => boolean {
  return ({ id, type }) =>
    (type === 'human' || type === 'system') && (id === undefined || !seen.has(id));
}

function keyOf(message: BaseMessage): string {
  return canonicalJson(transcriptOf([message]));
}

/** The message's id, or a new one that it has from now on, as LangGraph would give it one. */
function idOf(message: BaseMessage): string {
  message.id ??= ambient.newId();
  message.lc_kwargs['id'] = message.id;
  return message.id;
}

function part(text: string): PlainPart {
  return { kind: 'text', text };
}
