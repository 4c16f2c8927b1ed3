import { isRecord } from '../history/document.ts';
import type { PlainPart } from '../history/plain.ts';
import type { Label } from '../label/label.ts';
import type { EnclosingCall } from './nested/enclosure.ts';

/** The result of a tool. A bare string is one text part. */
export type ToolOutput =
  | string
  | { readonly parts: readonly PlainPart[]; readonly failed?: boolean };

export function partsOf(output: ToolOutput): readonly PlainPart[] {
  return typeof output === 'string' ? [{ kind: 'text', text: output }] : output.parts;
}

export function hasFailed(output: ToolOutput): boolean {
  return typeof output !== 'string' && output.failed === true;
}

/**
 * A copy of a tool's output, each member read once: a tool that writes into it afterwards would
 * write below the label that it has. `undefined` for anything but text or parts; throws where data
 * cannot be copied.
 */
export function copiedOutput(value: unknown): ToolOutput | undefined {
  if (typeof value === 'string') return value;
  if (!isRecord(value)) return undefined;
  const { parts: given, failed } = value;
  if (!Array.isArray(given)) return undefined;
  const parts = given.flatMap((part: unknown) => copiedPart(part) ?? []);
  if (parts.length < given.length) return undefined;
  return { parts, ...(failed === true && { failed }) };
}

function copiedPart(part: unknown): PlainPart | undefined {
  if (!isRecord(part)) return undefined;
  const { kind, text, mediaType, least: said } = part;
  // An empty text is no label: it restricts most.
  const least = said === undefined ? {} : { least: typeof said === 'string' ? said : '' };
  if (kind === 'text' && typeof text === 'string') return { kind, text, ...least };
  if (kind !== 'opaque' || typeof mediaType !== 'string') return undefined;
  return { kind, mediaType, data: copiedData(part['data']), ...least };
}

/** Bytes without the rest of the buffer that they lie in, and a URL, which cannot be cloned. */
function copiedData(data: unknown): unknown {
  if (data instanceof Uint8Array) return Uint8Array.prototype.slice.call(data);
  return data instanceof URL ? new URL(data) : structuredClone(data);
}

/** True if both are the same parts, sent by nobody else, and both failed or neither. */
export function readsAlike(one: ToolOutput, other: ToolOutput): boolean {
  const [own, others] = [partsOf(one), partsOf(other)];
  if (hasFailed(one) !== hasFailed(other) || own.length !== others.length) return false;
  return own.every((part, at) => isSamePart(part, others[at]));
}

function isSamePart(part: PlainPart, other: PlainPart | undefined): boolean {
  if (part.least !== other?.least) return false;
  if (part.kind === 'text') return other?.kind === 'text' && part.text === other.text;
  if (other?.kind !== 'opaque') return false;
  return part.mediaType === other.mediaType && part.data === other.data;
}

/** A call as its tool is told of it; outside of a monitor nobody knows its label. */
export interface ToolCallOptions {
  readonly signal: AbortSignal;
  readonly callId: string;
  /** The arguments as canonical JSON, with each number as the model wrote it. */
  readonly text?: string | undefined;
  /** The label of the call: what the tool does on its behalf carries at least that. */
  readonly label?: Label | undefined;
  /**
   * For an agent inside the tool, as `within`: it starts at the label of the call, and the result
   * carries what it saw. Needed only where the platform has no asynchronous context.
   */
  readonly call?: EnclosingCall | undefined;
}

/** A tool as the monitor runs it: declared to the model, executed with the arguments checked. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /**
   * `text`: the tool reads its numbers from the `text` of the call. Default: it reads `args`, and a
   * call with a number that JavaScript cannot hold (`9007199254740993`) is refused.
   */
  readonly takes?: 'args' | 'text' | undefined;
  /** `args`: the very value that was checked, parsed from its canonical JSON. */
  readonly execute: (
    args: Readonly<Record<string, unknown>>,
    options: ToolCallOptions,
  ) => Promise<ToolOutput> | ToolOutput;
}
