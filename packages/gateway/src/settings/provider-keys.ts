import { SluiceError } from '@sluice/core';
import { isSecret } from '../store/secrets.ts';
import { familyNames, usualUpstreams } from '../protocol/families.ts';
import { usedUpstreams, type ProfileSettings, type Settings } from './settings.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** An upstream in use whose key is missing from the environment. */
export interface MissingKey {
  readonly upstream: string;
  readonly variable: string;
  /** The variable holds a key of the gateway's own, as the agent's shell does. */
  readonly isOwn: boolean;
}

/** Upstreams that some profile uses and whose `keyFrom` names a variable without a key of it. */
export function missingKeys(settings: Settings, env: Env): readonly MissingKey[] {
  const used = usedUpstreams(settings);
  return Object.entries(settings.upstreams).flatMap(([upstream, { keyFrom: variable }]) =>
    used.has(upstream) && variable !== undefined && !isProviderKey(env[variable])
      ? [{ upstream, variable, isOwn: isOwnKey(env[variable] ?? '') }]
      : [],
  );
}

/** Where an agent runs, the provider's variable holds a key of ours: no provider takes that. */
function isProviderKey(key: string | undefined): boolean {
  return key !== undefined && key !== '' && !isOwnKey(key);
}

/** True if a text is a key that a gateway made. */
export function isOwnKey(text: string): boolean {
  return isSecret(text.trim());
}

/**
 * The settings where none name an upstream: the providers whose keys are in the environment.
 * Throws `settings-invalid` where there is none.
 */
export function withKeysOf(settings: Settings, env: Env): Settings {
  const missing = new Set(missingKeys(settings, env).map(({ upstream }) => upstream));
  const keeps = (upstream: string): boolean => !missing.has(upstream);
  const upstreams = Object.fromEntries(
    Object.entries(settings.upstreams).filter(([name]) => keeps(name)),
  );
  if (Object.keys(upstreams).length === 0) throw noKey(missingKeys(settings, env), 'or');
  const profiles = Object.fromEntries(
    Object.entries(settings.profiles).map(([name, profile]) => [name, without(missing, profile)]),
  );
  return { ...settings, upstreams, profiles };
}

function without(missing: ReadonlySet<string>, profile: ProfileSettings): ProfileSettings {
  const kept = { ...profile };
  for (const family of Object.values(familyNames)) {
    if (missing.has(kept[family] ?? '')) delete kept[family];
  }
  return kept;
}

/** Whether the upstreams are those that are there where nobody names any: then any one will do. */
export function hasUsualUpstreams({ upstreams }: Settings): boolean {
  return JSON.stringify(upstreams) === JSON.stringify(usualUpstreams());
}

/** Throws `settings-invalid` where an upstream in use has no key. */
export function requireKeys(settings: Settings, env: Env): void {
  const missing = missingKeys(settings, env);
  if (missing.length > 0) throw noKey(missing, 'and');
}

function noKey(missing: readonly MissingKey[], joint: 'and' | 'or'): SluiceError {
  const own = missing.find(({ isOwn }) => isOwn);
  const [first] = missing;
  const names = missing.map(
    ({ upstream, variable, isOwn }) =>
      `\`${variable}\` (upstream \`${upstream}\`${isOwn ? ", holds the gateway's own key" : ''})`,
  );
  const unused =
    joint === 'and' && first !== undefined
      ? `; if the agent does not use it, take \`${first.upstream}\` out of the profile`
      : '';
  const { variable } = own ?? first ?? { variable: 'OPENAI_API_KEY' };
  return new SluiceError('settings-invalid', `no provider's key in ${names.join(` ${joint} `)}`, {
    hint:
      own === undefined
        ? `type: export ${variable}=... (an upstream that needs no key has no \`keyFrom\`)${unused}`
        : `that key is for the agent: in another shell, type: export ${variable}=THE_PROVIDERS_KEY`,
  });
}
