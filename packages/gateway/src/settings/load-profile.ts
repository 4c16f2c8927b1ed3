import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  draftAllowed,
  loadPolicy,
  propagatorByName,
  SluiceError,
  splitNames,
  type Policy,
  type Propagator,
} from '@sluice/core';
import type { Upstream } from '../upstream/upstream.ts';
import type { Profile } from './profile.ts';
import type { ProfileSettings } from './settings.ts';

/**
 * Makes propagators of the program's own for a policy. The settings name them as ours, with what is
 * theirs to read in parentheses: `minimal-labels(lambda=0.2)`, `lineage+own`.
 */
export type OwnPropagators = Readonly<
  Record<string, (policy: Policy, options: string) => Propagator>
>;

/**
 * Makes a profile of what the settings say. Throws `file-unreadable`, `policy-invalid`,
 * `propagator-invalid` or `label-invalid`, each with what to type.
 */
export async function loadProfile(
  name: string,
  {
    settings,
    folder,
    upstreams,
    propagators = {},
  }: {
    readonly settings: ProfileSettings;
    /** Where the settings stand: paths begin there. */
    readonly folder: string;
    readonly upstreams: ReadonlyMap<string, Upstream>;
    readonly propagators?: OwnPropagators | undefined;
  },
): Promise<Profile> {
  const file = path.resolve(folder, settings.policy);
  const policy = await loadPolicy(await textOf(file), { file: settings.policy });
  const { space } = policy;
  const more = new Map(
    Object.entries(propagators).map(([own, make]) => [
      own,
      (options: string): Propagator => make(policy, options),
    ]),
  );
  const propagatorTimeoutMs = settings.propagatorSeconds * 1_000;
  const upstream = (wanted: string | undefined): Upstream | undefined =>
    wanted === undefined ? undefined : upstreams.get(wanted);
  return {
    name,
    policy,
    propagator: propagatorByName(settings.propagator, {
      space,
      timeoutMsEach: propagatorTimeoutMs / listedIn(settings.propagator),
      accept: draftAllowed(policy),
      more,
    }),
    propagatorTimeoutMs,
    upstreams: { openai: upstream(settings.openai), anthropic: upstream(settings.anthropic) },
    beforeAsking: settings.beforeAsking,
    refusals: settings.refusals,
    mode: settings.mode,
    least: space.parse(settings.turns),
    askable: space.parse(settings.askable),
    waitJsonMs: settings.waitJsonSeconds * 1_000,
    waitStreamMs: settings.waitStreamSeconds * 1_000,
    questionLifeMs: settings.questionMinutes * 60_000,
  };
}

/** How many propagators share the time: those of `cheapest-first:A,B` are asked in turn. */
function listedIn(propagator: string): number {
  return splitNames(propagator, ',').length;
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    throw new SluiceError('file-unreadable', `cannot read the policy \`${path.basename(file)}\``, {
      hint: 'write one with `sluice init`, or name yours under `profiles:` in `gateway.yaml`',
      cause,
    });
  }
}
