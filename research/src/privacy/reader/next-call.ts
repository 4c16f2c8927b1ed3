import type { DraftCall } from '@sluice/core';
import type { Argument, Need, PrivacyTask, Step } from '../task/task.ts';
import { standsIn } from './seen.ts';

/** The next call of a task as far as what is seen allows it; `undefined` where it is not made. */
export function nextCall(
  { steps }: Pick<PrivacyTask, 'steps'>,
  index: number,
  seen: string,
): DraftCall | undefined {
  const step = steps[index];
  if (step === undefined || !seesAll(step.because, seen)) return undefined;
  const args = argsOf(step, seen);
  return args === undefined ? undefined : { tool: step.tool, args: JSON.stringify(args) };
}

/** True if every text that is needed can be read. */
function seesAll(needs: readonly Need[], seen: string): boolean {
  return needs.every(({ text }) => standsIn(seen, text));
}

/** The arguments of a ground-truth call, as they should be. */
export function wantedArgs({ args }: Step): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(args).map(([name, { value }]) => [name, value]));
}

function argsOf(step: Step, seen: string): Readonly<Record<string, unknown>> | undefined {
  const made: [string, unknown][] = [];
  for (const [name, argument] of Object.entries(step.args)) {
    const value = valueOf(argument, seen);
    if (value.kind === 'none') return undefined;
    if (value.kind === 'value') made.push([name, value.value]);
  }
  return Object.fromEntries(made);
}

/** The text of an answer as far as what is seen allows it; `undefined` where it is not said. */
export function answerText(answer: Argument, seen: string): string | undefined {
  const found = valueOf(answer, seen);
  return found.kind === 'value' ? String(found.value) : undefined;
}

type Value =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'left-out' }
  | { readonly kind: 'none' };

function valueOf({ value, needs, hidden }: Argument, seen: string): Value {
  if (seesAll(needs, seen)) return { kind: 'value', value };
  switch (hidden.kind) {
    case 'no-call':
      return { kind: 'none' };
    case 'left-out':
      return { kind: 'left-out' };
    case 'instead':
      return { kind: 'value', value: hidden.value };
  }
}
