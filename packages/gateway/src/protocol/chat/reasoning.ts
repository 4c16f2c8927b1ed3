import { isRecord } from '../shared/fields.ts';

/** The fields in which OpenAI-compatible servers give reasoning, and want it back. */
const names = ['reasoning_content', 'reasoning'] as const;

export type Reasoning = Readonly<Partial<Record<(typeof names)[number], string>>>;

/** The reasoning in an upstream's message or delta, or in what was stored of one. */
export function reasoningFields(value: unknown): Reasoning {
  if (!isRecord(value)) return {};
  const found: Partial<Record<(typeof names)[number], string>> = {};
  for (const name of names) {
    const text = value[name];
    if (typeof text === 'string' && text !== '') found[name] = text;
  }
  return found;
}

/** Puts the deltas of a stream together. */
export function joinReasoning(before: Reasoning, delta: Reasoning): Reasoning {
  const joined: Partial<Record<(typeof names)[number], string>> = { ...before };
  for (const name of names) {
    const more = delta[name];
    if (more !== undefined) joined[name] = (joined[name] ?? '') + more;
  }
  return joined;
}
