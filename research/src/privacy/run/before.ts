import type {
  ChatModel,
  Confirm,
  ModelReply,
  PlainMessage,
  Propagator,
  PropagatorInput,
  Relevance,
} from '@sluice/core';
import type { Turn } from '../task/task.ts';
import { stepsTaken } from '../../reader/past-calls.ts';

/**
 * The conversation before a task, the same under every defence: what is looked up carries no
 * private data, everybody allows it, and what is said then carries the label of all before it.
 */
export class Before {
  #turn: Turn | undefined;

  /** True while a turn before the task is played. */
  get isPlaying(): boolean {
    return this.#turn !== undefined;
  }

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
  const next = calls[stepsTaken({ messages })];
  if (next === undefined) return { text: answer, calls: [], stop: 'complete' };
  const call = { tool: next.tool, args: JSON.stringify(next.args) };
  return { text: '', calls: [call], stop: 'complete' };
}

function relevanceIn({ calls }: Turn, { space, history }: PropagatorInput): Relevance {
  const isCall = stepsTaken(history) < calls.length;
  return isCall ? { kind: 'label', label: space.bottom } : { kind: 'all', because: 'naive' };
}
