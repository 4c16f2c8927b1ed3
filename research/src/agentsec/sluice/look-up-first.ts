import type { ChatModel, PlainMessage, Propagator, PropagatorInput, Relevance } from '@sluice/core';

/**
 * In the games the application looks up before the model is asked (Game 2: the model receives what
 * was retrieved). So each turn begins with one fixed call; model and propagator come after it.
 */
export interface LookUpFirst {
  readonly lookUp: string;
}

export class ModelAfter implements ChatModel {
  readonly name: string;
  /** For each generation, its number among those that the model was asked for, if it was one. */
  readonly numbers: (number | undefined)[] = [];
  readonly generate: ChatModel['generate'];
  /**
   * Set once the tool has answered in this turn: a view that hides the look-up ends in the user's
   * words again, and is the model's all the same.
   */
  hasLookedUp = false;
  #asked = 0;

  constructor(inner: ChatModel, { lookUp }: LookUpFirst) {
    this.name = inner.name;
    this.generate = ({ view, ...request }, options) => {
      if (isFirst(view.messages) && !this.hasLookedUp) {
        this.numbers.push(undefined);
        const call = { tool: lookUp, args: '{}' };
        return Promise.resolve({ text: '', calls: [call], stop: 'complete' });
      }
      this.numbers.push(this.#asked);
      this.#asked += 1;
      // As in the paper, actions are proposed in what the model says: no tool is declared to it.
      const bare = { messages: view.messages, tools: [] };
      return inner.generate({ ...request, view: bare }, options);
    };
  }
}

/** Before the look-up nothing of this turn depends on anything: its call is the application's. */
export function propagatorAfter(inner: Propagator): Propagator {
  const { name } = inner;
  return inner.needs === 'nothing'
    ? { name, needs: 'nothing', relevant: (input) => before(input) ?? inner.relevant(input) }
    : { name, needs: 'draft', relevant: (input) => before(input) ?? inner.relevant(input) };
}

function before({ space, history }: PropagatorInput): Relevance | undefined {
  return isFirst(history.messages) ? { kind: 'label', label: space.bottom } : undefined;
}

function isFirst(messages: readonly { readonly role: PlainMessage['role'] }[]): boolean {
  return messages.at(-1)?.role === 'user';
}
