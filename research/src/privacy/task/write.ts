import type { Argument, Need, Step, Turn } from './task.ts';

/** The author's value for an argument that nothing hidden is needed for. */
type Stated = string | number | boolean | readonly string[];

/** A private text, to be copied into an argument; `value` where it is written as no string. */
export function copied(of: string, text: string, value: unknown = text): Argument {
  return { value, needs: [{ of, text }], hidden: { kind: 'no-call' } };
}

/** A text that an earlier step of the task has found, private or public. */
export function found(by: number, text: string, of?: string): Argument {
  return { value: text, needs: [{ text, step: by, of }], hidden: { kind: 'no-call' } };
}

/** Something that is worked out from what is needed. */
export function madeFrom(value: unknown, ...needs: readonly (Need | readonly Need[])[]): Argument {
  return { value, needs: needs.flat(), hidden: { kind: 'no-call' } };
}

/** Private texts of one category. */
export function priv(of: string, ...texts: readonly string[]): readonly Need[] {
  return texts.map((text) => ({ of, text }));
}

/** Without what it needs, the call is made without this argument. */
export function orLeftOut(argument: Argument): Argument {
  return { ...argument, hidden: { kind: 'left-out' } };
}

/** Without what it needs, the call is made with this in its stead. */
export function orElse(argument: Argument, value: unknown): Argument {
  return { ...argument, hidden: { kind: 'instead', value } };
}

/** A ground-truth call. */
export function step(
  tool: string,
  args: Readonly<Record<string, Argument | Stated>>,
  because: readonly Need[] = [],
): Step {
  const whole = Object.entries(args).map(([name, value]) => [name, argumentOf(value)] as const);
  return { tool, args: Object.fromEntries(whole), because };
}

function argumentOf(value: Argument | Stated): Argument {
  const isArgument = typeof value === 'object' && 'needs' in value;
  return isArgument ? value : { value, needs: [], hidden: { kind: 'no-call' } };
}

/** A turn before the task that looked things up without saying anything private. */
export function looked(user: string, tools: readonly string[], answer: string): Turn {
  return { user, calls: tools.map((tool) => ({ tool, args: {} })), answer };
}

/** A turn before the task without any call. */
export function talked(user: string, answer: string): Turn {
  return { user, calls: [], answer };
}
