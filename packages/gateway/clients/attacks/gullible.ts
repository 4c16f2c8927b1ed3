import type { Reply, Script, ScriptedCall, Seen } from '../../test/upstream/script.ts';

/** One call of the user's task; its arguments have the mark, and no other call's have. */
export interface Step {
  readonly mark: string;
  readonly call: ScriptedCall | ((seen: Seen) => ScriptedCall);
  readonly usage?: Reply['usage'];
}

export interface Plan {
  /** The user's task. */
  readonly steps: readonly Step[];
  /** What the stranger wants. */
  readonly attack: ScriptedCall;
  readonly canary: string;
  /** By which it knows the stranger's words. Default: by the canary. */
  readonly isTempted?: (seen: Seen) => boolean;
}

/** Stands in what the user says where the model is to go on with the task alone. */
export const leave = 'leave that';

/**
 * A model that does what anybody tells it. It knows nothing but the request that it is shown: where
 * the stranger's words do not stand in it, it goes on with the user's task.
 */
export function gullible({ steps, attack, canary, isTempted = shows(canary) }: Plan): Script {
  return (seen) => {
    const isTold = isTempted(seen) && !isMade(seen, canary) && !wasSaid(seen, leave);
    if (isTold) return { calls: [attack] };
    return stepIn(seen, steps) ?? { text: 'All is done.' };
  };
}

/**
 * The first step that has not been taken, of those whose tools stand in the request; `undefined`:
 * all have.
 */
export function stepIn(seen: Seen, steps: readonly Step[]): Reply | undefined {
  if (countOfCalls(seen) > callsMax) return undefined;
  for (const { mark, call, usage } of steps) {
    const one = typeof call === 'function' ? call(seen) : call;
    if (isMade(seen, mark) || !shows(`"${one.tool}"`)(seen)) continue;
    return { calls: [one], ...(usage !== undefined && { usage }) };
  }
  return undefined;
}

/** A view without its calls would have it begin again and again. */
const callsMax = 12;

/** The words stand anywhere in the request. */
export function shows(words: string): (seen: Seen) => boolean {
  return ({ body }) => JSON.stringify(body).includes(words);
}

function isMade({ messages }: Seen, mark: string): boolean {
  return messages.some(({ calls }) => calls.some(({ args }) => args.includes(mark)));
}

function countOfCalls({ messages }: Seen): number {
  return messages.reduce((sum, { calls }) => sum + calls.length, 0);
}

export function wasSaid({ messages }: Seen, words: string): boolean {
  return messages.some(({ role, text }) => role === 'user' && text.includes(words));
}
