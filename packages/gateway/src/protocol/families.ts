import { google } from './gemini/google.ts';
import { anthropic } from './messages/anthropic.ts';
import { openAi } from './shared/openai.ts';

/** Families by the names that `gateway.yaml` has for them. */
export const families = { openai: openAi, anthropic, gemini: google };

export type FamilyName = keyof typeof families;

/** One value for each family. */
export function perFamily<Value>(
  valueOf: (name: FamilyName) => Value,
): Readonly<Record<FamilyName, Value>> {
  return {
    openai: valueOf('openai'),
    anthropic: valueOf('anthropic'),
    gemini: valueOf('gemini'),
  };
}

export const familyNames: Readonly<Record<FamilyName, FamilyName>> = perFamily((name) => name);
