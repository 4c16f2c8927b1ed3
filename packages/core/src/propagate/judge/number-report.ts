import { isRecord } from '../../history/document.ts';
import type { PlainTool } from '../../history/plain.ts';
import type { ModelReply } from '../../model/chat-model.ts';

export interface NumberReportOptions {
  /** The name of the tool that the model must call. */
  readonly tool: string;
  readonly description: string;
  /** The name of the argument with the numbers. */
  readonly numbers: string;
  /** Numbers go from 1 to this. */
  readonly count: number;
}

/** A forced call by which a model reports numbers of things that it was shown (RTBAS 7.1). */
export interface NumberReport {
  readonly tool: PlainTool;
  /** `undefined` for whatever is not one whole call with numbers that exist, each once. */
  readonly read: (reply: ModelReply) => readonly number[] | undefined;
}

/** So many numbers are listed one by one: a model that is held to a schema can say no other. */
const listedMax = 64;

/** How the reasoning is kept short, by what enforces schemas. */
const reasoningCharactersMax = 400;

/** The tool to report with, and the reader of what comes. */
export function numberReport(options: NumberReportOptions): NumberReport {
  const { tool, description, numbers, count } = options;
  const properties = {
    reasoning: {
      type: 'string',
      description: 'In a few words: what is done next, and with what.',
      maxLength: reasoningCharactersMax,
    },
    [numbers]: { type: 'array', items: numberUpTo(count), uniqueItems: true, maxItems: count },
  };
  const required = ['reasoning', numbers];
  const parameters = { type: 'object', properties, required, additionalProperties: false };
  return { tool: { name: tool, description, parameters }, read: (reply) => read(reply, options) };
}

function numberUpTo(count: number): Readonly<Record<string, unknown>> {
  if (count === 0 || count > listedMax) return { type: 'integer', minimum: 1, maximum: count };
  return { type: 'integer', enum: Array.from({ length: count }, (_, at) => at + 1) };
}

function read(
  { calls, stop }: ModelReply,
  { tool, numbers: name, count }: NumberReportOptions,
): readonly number[] | undefined {
  const [call, another] = calls;
  if (stop !== 'complete' || another !== undefined || call?.tool !== tool) return undefined;
  const args = parsed(call.args);
  const listed: unknown = isRecord(args) ? args[name] : undefined;
  if (!Array.isArray(listed)) return undefined;
  const numbers = listed.filter(
    (each): each is number => Number.isInteger(each) && each >= 1 && each <= count,
  );
  return new Set(numbers).size === listed.length ? numbers : undefined;
}

function parsed(args: string): unknown {
  try {
    return JSON.parse(args);
  } catch {
    return undefined;
  }
}
