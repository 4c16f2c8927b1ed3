import type { PlainPart } from '../history/plain.ts';

/** What a tool gave back. A bare string is one text part. */
export type ToolOutput =
  | string
  | { readonly parts: readonly PlainPart[]; readonly failed?: boolean };

/** A tool as the monitor runs it: declared to the model, executed with the arguments checked. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** `args`: the very value that was checked, parsed from its canonical JSON. */
  readonly execute: (
    args: Readonly<Record<string, unknown>>,
    options: { readonly signal: AbortSignal; readonly callId: string },
  ) => Promise<ToolOutput> | ToolOutput;
}
