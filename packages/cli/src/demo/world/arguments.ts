import type { Tool, ToolOutput } from '@sluice/core';

type Args = Readonly<Record<string, unknown>>;

/** The kinds of argument that the demo's tools take. */
export type ArgumentKind = 'string' | 'number' | 'integer';

/** Arguments that were read once, at the tool's edge. */
export interface Arguments {
  readonly text: (name: string) => string;
  readonly number: (name: string) => number;
}

/**
 * Declares a tool whose arguments are all required. A call that lacks one fails with a sentence
 * that names the argument and never its value.
 */
export function tool(
  name: string,
  spec: {
    readonly description: string;
    readonly args: Readonly<Record<string, readonly [kind: ArgumentKind, description: string]>>;
    readonly run: (args: Arguments) => string;
  },
): Tool {
  const properties = Object.fromEntries(
    Object.entries(spec.args).map(([key, [type, description]]) => [key, { type, description }]),
  );
  return {
    name,
    description: spec.description,
    parameters: {
      type: 'object',
      properties,
      required: Object.keys(spec.args),
      additionalProperties: false,
    },
    execute: (args) => runWith(args, spec.run),
  };
}

/** Why a tool could not do what it was asked. */
export class ToolFailure extends Error {}

function runWith(args: Args, run: (args: Arguments) => string): ToolOutput {
  try {
    return run({ text: (name) => textOf(args, name), number: (name) => numberOf(args, name) });
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return { parts: [{ kind: 'text', text: error.message }], failed: true };
  }
}

function textOf(args: Args, name: string): string {
  const value = args[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new ToolFailure(`The argument ${name} must be a text.`);
}

function numberOf(args: Args, name: string): number {
  const value = args[name];
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new ToolFailure(`The argument ${name} must be a number.`);
}
