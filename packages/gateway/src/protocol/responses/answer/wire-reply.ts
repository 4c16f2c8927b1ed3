import type { Usage } from '@sluice/core';
import { UpstreamError } from '../../errors.ts';
import { isRecord } from '../../shared/fields.ts';

/** Reading what the provider sends: text that is not of the protocol is an error, never skipped. */

export type JsonObject = Readonly<Record<string, unknown>>;

/** Text that may be missing. Of another type it is an error: to skip it would change the reply. */
export function textOf(wire: JsonObject, name: string): string {
  const value = wire[name] ?? '';
  if (typeof value !== 'string') throw malformed(`holds a \`${name}\` that is not text`);
  return value;
}

/** Text that may be missing, where missing is not the same as empty. */
export function optionalTextOf(wire: JsonObject, name: string): string | undefined {
  return wire[name] === undefined || wire[name] === null ? undefined : textOf(wire, name);
}

export function listOf(wire: JsonObject, name: string): readonly JsonObject[] {
  const value = wire[name] ?? [];
  if (Array.isArray(value) && value.every(isRecord)) return value;
  throw malformed(`holds \`${name}\` that are no list of objects`);
}

/** A place in a list; missing is 0, as in a response of one item. */
export function indexOf(wire: JsonObject, name: string): number {
  const value = wire[name] ?? 0;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw malformed(`holds a \`${name}\` that is no index`);
}

export function usageOf(usage: unknown): Usage | undefined {
  if (!isRecord(usage)) return undefined;
  const details = usage['input_tokens_details'];
  return {
    inputTokens: tokensOf(usage['input_tokens']),
    outputTokens: tokensOf(usage['output_tokens']),
    cachedInputTokens: tokensOf(isRecord(details) ? details['cached_tokens'] : 0),
  };
}

export function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    throw malformed('holds an event that is not JSON');
  }
}

/** `what` is ours: the response's own text is not quoted, for it may hold what was sent. */
export function malformed(what: string): UpstreamError {
  return new UpstreamError('upstream_malformed', `the provider's response ${what}`, {
    status: 502,
    hint: 'check that the upstream of this model speaks the Responses protocol',
  });
}

function tokensOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
