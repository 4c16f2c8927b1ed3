import type {
  ChatModel,
  Confirm,
  History,
  ModelReply,
  PlainMessage,
  Propagator,
  PropagatorInput,
  Relevance,
} from '@sluice/core';
import type { Turn } from '../task/task.ts';

/**
 * The conversation before a task, the same under every defence: what is looked up carries no
 * private data, everybody allows it, and what is said then carries the label of all before it.
 */
export class Before {
  #turn: Turn | undefined;

  /** Plays a turn; from the end of it on, model, propagator and person are those of the task. */
  async during(turn: Turn, play: () => Promise<unknown>): Promise<void> {
    this.#turn = turn;
    try {
      await play();
    } finally {
      this.#turn = undefined;
    }
  }

  model(inner: ChatModel): ChatModel {
    return {
      name: inner.name,
      generate: (request, options) =>
        this.#turn === undefined
          ? inner.generate(request, options)
          : Promise.resolve(replyOf(this.#turn, request.view.messages)),
    };
  }

  propagator(inner: Propagator): Propagator {
    const before = (input: PropagatorInput): Relevance | undefined => {
      return this.#turn === undefined ? undefined : relevanceIn(this.#turn, input);
    };
    const { name } = inner;
    return inner.needs === 'nothing'
      ? { name, needs: 'nothing', relevant: (input) => before(input) ?? inner.relevant(input) }
      : { name, needs: 'draft', relevant: (input) => before(input) ?? inner.relevant(input) };
  }

  person({ clearance, ask }: Confirm): Confirm {
    return {
      clearance,
      ask: (request, signal) =>
        this.#turn === undefined
          ? ask(request, signal)
          : Promise.resolve({ kind: 'yes', by: ['user'], hash: request.hash }),
    };
  }
}

function replyOf({ calls, answer }: Turn, messages: readonly PlainMessage[]): ModelReply {
  const next = calls[callsSince(messages)];
  if (next === undefined) return { text: answer, calls: [], stop: 'complete' };
  const call = { tool: next.tool, args: JSON.stringify(next.args) };
  return { text: '', calls: [call], stop: 'complete' };
}

function relevanceIn({ calls }: Turn, { space, history }: PropagatorInput): Relevance {
  const isCall = callsSince(history.messages) < calls.length;
  return isCall ? { kind: 'label', label: space.bottom } : { kind: 'all', because: 'naive' };
}

/** How many generations with calls stand after the last user's turn. */
function callsSince(messages: readonly PlainMessage[] | History['messages']): number {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const own = messages.slice(last + 1);
  return own.filter((each) => each.role === 'assistant' && each.calls.length > 0).length;
}
