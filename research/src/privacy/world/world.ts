import type { PlainTool, Tool } from '@sluice/core';

/** A JSON object, as a tool is given it. */
export type Args = Readonly<Record<string, unknown>>;

/** A text of private data and the category that it is of. */
export interface Fact {
  readonly of: string;
  readonly text: string;
}

type ParameterType = 'string' | 'number' | 'strings';

/** A tool of a world over the world's data. */
export interface ToolSpec<Data> {
  readonly name: string;
  readonly about: string;
  readonly effect: 'read' | 'write';
  readonly required?: Readonly<Record<string, ParameterType>> | undefined;
  readonly optional?: Readonly<Record<string, ParameterType>> | undefined;
  /** An argument of running text: what stands in it is not compared to the letter. */
  readonly freeText?: string | undefined;
  /** The result, as JSON. `undefined`: there is no such thing as the arguments name. */
  readonly run: (data: Data, args: Args) => unknown;
}

/** One of the benchmark's worlds: a service with private data, its tools, and a policy for it. */
export interface PrivacyWorld<Data> {
  readonly system: string;
  /** The categories of its private data (RTBAS table 3). */
  readonly categories: readonly string[];
  /** `sluice.yaml`, as text. */
  readonly policy: string;
  readonly tools: readonly ToolSpec<Data>[];
  /** All texts of the private data; those first that cannot be anything else's. */
  readonly factsOf: (data: Data) => readonly Fact[];
}

/** A call that a world has carried out. */
export interface DoneCall {
  readonly tool: string;
  readonly args: Args;
  readonly effect: 'read' | 'write';
}

/** The part of a world that is the same for every user. */
export interface WorldFacts extends Pick<PrivacyWorld<never>, 'system' | 'categories' | 'policy'> {
  readonly tools: readonly Omit<ToolSpec<never>, 'run'>[];
  /** The categories that a tool may get without a question; `undefined`: a question always. */
  readonly clearedFor: (tool: string) => readonly string[] | undefined;
}

/** A world as one task finds it, and what was done in it. */
export interface OpenWorld {
  readonly tools: readonly Tool[];
  /** Calls that were carried out, in order; those that failed are not among them. */
  readonly done: readonly DoneCall[];
  /** All of its data as canonical JSON: what a grader compares. */
  readonly state: () => string;
}

/** How a tool is declared to the model. */
export function declarationOf({ name, about, required, optional }: ToolSpec<never>): PlainTool {
  const properties = { ...schemas(required), ...schemas(optional) };
  return {
    name,
    description: about,
    parameters: {
      type: 'object',
      properties,
      required: Object.keys(required ?? {}),
      additionalProperties: false,
    },
  };
}

function schemas(types: ToolSpec<never>['required']): Readonly<Record<string, object>> {
  const all = Object.entries(types ?? {});
  return Object.fromEntries(all.map(([name, type]) => [name, schemaOf(type)]));
}

function schemaOf(type: ParameterType): object {
  return type === 'strings' ? { type: 'array', items: { type: 'string' } } : { type };
}

/** The mistake in the arguments of a call; `undefined` if there is none. */
export function mistakeIn(spec: ToolSpec<never>, args: Args): string | undefined {
  const { required = {}, optional = {} } = spec;
  const missing = Object.keys(required).find((name) => !(name in args));
  if (missing !== undefined) return `\`${missing}\` is missing`;
  for (const [name, value] of Object.entries(args)) {
    const type = required[name] ?? optional[name];
    if (type === undefined) return `\`${name}\` is not known here`;
    if (!isOf(type, value)) return `\`${name}\` is of another type`;
  }
  return undefined;
}

function isOf(type: ParameterType, value: unknown): boolean {
  if (type !== 'strings') return typeof value === type;
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
