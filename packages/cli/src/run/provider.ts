import { SluiceError } from '@sluice/core';
import { families, type FamilyName, isOwnKey } from '@sluice/gateway';
import type { Env } from './client.ts';

/** Where the requests of one protocol go, as `gateway.yaml` names it. */
export interface Provider {
  readonly family: FamilyName;
  readonly baseUrl: string;
  readonly keyFrom: string;
}

/** The same key has two names at one of the providers. */
const otherNames: Partial<Readonly<Record<FamilyName, readonly string[]>>> = {
  gemini: ['GOOGLE_API_KEY'],
};

/**
 * The providers of some protocols whose keys the user has set, each at the address that the user's
 * own variable names. Throws `settings-invalid` where there is none.
 */
export function providersIn(env: Env, wanted: readonly FamilyName[]): readonly Provider[] {
  const found = wanted.flatMap((family) => {
    const { provider, client } = families[family];
    const names = [provider.keyFrom, ...(otherNames[family] ?? [])];
    const keyFrom = names.find((name) => isKey(env[name]));
    const other = client.variable.replace(/_BASE_URL$/, '_API_BASE');
    const baseUrl = env[client.variable] ?? env[other] ?? provider.baseUrl;
    return keyFrom === undefined || baseUrl === undefined ? [] : [{ family, baseUrl, keyFrom }];
  });
  if (found.length > 0) return found;
  const names = wanted.map((family) => families[family].provider.keyFrom);
  const own = names.find((name) => isOwnKey(env[name] ?? ''));
  const [first = 'OPENAI_API_KEY'] = names;
  throw new SluiceError(
    'settings-invalid',
    own === undefined
      ? `no provider’s key in ${names.map((name) => `\`${name}\``).join(' or ')}`
      : `\`${own}\` holds a key of a gateway, not the provider’s`,
    { hint: `the gateway needs it, and the agent does not see it: export ${own ?? first}=...` },
  );
}

function isKey(text: string | undefined): boolean {
  return text !== undefined && text !== '' && !isOwnKey(text);
}
