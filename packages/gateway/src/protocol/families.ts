import { azure } from './azure/azure.ts';
import { google } from './gemini/google.ts';
import { anthropic } from './messages/anthropic.ts';
import type { Family } from './protocol.ts';
import { openAi } from './shared/openai.ts';

const all = { openai: openAi, anthropic, gemini: google, azure };

export type FamilyName = keyof typeof all;

/** Families by the names that `gateway.yaml` has for them: the one list of them. */
export const families: Readonly<Record<FamilyName, Family>> = all;

/** One value for each family. */
export function perFamily<Value>(
  valueOf: (name: FamilyName) => Value,
): Readonly<Record<FamilyName, Value>> {
  return {
    openai: valueOf('openai'),
    anthropic: valueOf('anthropic'),
    gemini: valueOf('gemini'),
    azure: valueOf('azure'),
  };
}

export const familyNames: Readonly<Record<FamilyName, FamilyName>> = perFamily((name) => name);

/** The upstreams that are there where no settings name any. */
export function usualUpstreams(): Readonly<Record<string, UsualUpstream>> {
  const usual = Object.values(familyNames).flatMap((family) => {
    const { baseUrl, keyFrom } = families[family].provider;
    return baseUrl === undefined ? [] : [[family, { family, baseUrl, keyFrom }] as const];
  });
  return Object.fromEntries(usual);
}

export interface UsualUpstream {
  readonly family: FamilyName;
  readonly baseUrl: string;
  readonly keyFrom: string;
}
