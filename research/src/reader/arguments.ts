import { jsonOf } from '../json.ts';

/** The arguments of a call from their JSON text; `undefined` where they are no JSON object. */
export function argumentsOf(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = jsonOf(text);
  return isRecord(value) ? value : undefined;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
