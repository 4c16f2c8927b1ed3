import { isRecord } from '../shared/fields.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** The fields in which OpenAI-compatible servers give reasoning, and want it back. */
const names = ['reasoning_content', 'reasoning'] as const;

export interface Reasoning {
  readonly reasoning_content?: string;
  readonly reasoning?: string;
  /** Pieces of it, some of them signed. */
  readonly reasoning_details?: readonly JsonObject[];
}

/** The reasoning in an upstream's message or delta, or in what was stored of one. */
export function reasoningFields(value: unknown): Reasoning {
  if (!isRecord(value)) return {};
  const found: Record<string, string> = {};
  for (const name of names) {
    const text = value[name];
    if (typeof text === 'string' && text !== '') found[name] = text;
  }
  const details = recordsIn(value['reasoning_details']);
  return { ...found, ...(details.length > 0 && { reasoning_details: details }) };
}

/** Puts the deltas of a stream together. */
export function joinReasoning(before: Reasoning, delta: Reasoning): Reasoning {
  const joined: Record<string, string> = {};
  for (const name of names) {
    const text = (before[name] ?? '') + (delta[name] ?? '');
    if (text !== '') joined[name] = text;
  }
  const details = [...(before.reasoning_details ?? []), ...(delta.reasoning_details ?? [])];
  return { ...joined, ...(details.length > 0 && { reasoning_details: details }) };
}

/**
 * What a server keeps of its own at each call (`extra_content`: Google's signatures), as it is
 * stored with the reasoning of the reply. It goes back to the provider alone.
 */
export function callExtras(stored: unknown): readonly (JsonObject | undefined)[] {
  const extras: unknown = isRecord(stored) ? stored[extrasField] : undefined;
  return Array.isArray(extras) ? extras.map((each) => (isRecord(each) ? each : undefined)) : [];
}

/** The stored reasoning of a reply; `undefined` if there is none. */
export function storedReasoning(
  reasoning: Reasoning,
  extras: readonly (JsonObject | undefined)[],
): unknown {
  const hasExtras = extras.some((each) => each !== undefined);
  const stored = {
    ...reasoning,
    ...(hasExtras && { [extrasField]: extras.map((each) => each ?? null) }),
  };
  return Object.keys(stored).length === 0 ? undefined : stored;
}

const extrasField = 'call_extras';

function recordsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
