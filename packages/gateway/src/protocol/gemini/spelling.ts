import { isRecord } from '../shared/fields.ts';

/**
 * An object of the protocol with its names as the SDK spells them: the provider takes `mime_type`
 * for `mimeType` too, and so reads two spellings as one field. Of two that differ the later one
 * would be read, so that it is the one that stands. Never for what the client's tools say.
 */
export function spelled(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const names = Object.keys(value);
  if (!names.some((name) => name.includes('_'))) return value;
  return Object.fromEntries(names.map((name) => [inCamelCase(name), value[name]]));
}

/** `sluice_label` is ours, and has but one spelling. */
function inCamelCase(name: string): string {
  if (name.startsWith('sluice_')) return name;
  return name.replaceAll(/_+([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
