import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  defaultShortcuts,
  loadPolicy,
  registeredPropagator,
  SluiceError,
  splitNames,
  type Policy,
  type PropagatorRegistry,
} from '@sluice/core';
import { perFamily } from '../protocol/families.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Profile } from './profile.ts';
import type { ProfileSettings } from './settings.ts';
import { policyReader } from './policy-reader.ts';
import { skeleton } from './skeleton.ts';

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
    propagators,
  }: {
    readonly settings: ProfileSettings;
    /** Where the settings stand: paths begin there. */
    readonly folder: string;
    readonly upstreams: ReadonlyMap<string, Upstream>;
    readonly propagators?: PropagatorRegistry | undefined;
  },
): Promise<Profile> {
  const policy = await policyOf(settings, folder);
  const { space } = policy;
  const propagatorTimeoutMs = settings.propagatorSeconds * 1_000;
  return {
    name,
    policy,
    propagator: registeredPropagator(settings.propagator, {
      policy,
      registry: propagators,
      timeoutMsEach: propagatorTimeoutMs / listedIn(settings.propagator),
    }),
    propagatorTimeoutMs,
    upstreams: perFamily((family) => upstreams.get(settings[family] ?? '')),
    shortcuts:
      settings.shortcuts === 'none'
        ? 'none'
        : {
            ...defaultShortcuts,
            beforeAsking: settings.beforeAsking,
            staged: settings.staged,
          },
    refusals: settings.refusals,
    held: settings.held,
    mode: settings.mode,
    fields: { pass: new Set(settings.fields.pass), refuse: new Set(settings.fields.refuse) },
    least: space.parse(settings.turns),
    askable: space.parse(settings.askable),
    waitJsonMs: settings.waitJsonSeconds * 1_000,
    waitStreamMs: settings.waitStreamSeconds * 1_000,
    questionLifeMs: settings.questionMinutes * 60_000,
  };
}

async function policyOf(settings: ProfileSettings, folder: string): Promise<Policy> {
  const file = path.resolve(folder, settings.policy);
  return loadPolicy(await textOf(file), {
    file: settings.policy,
    include: policyReader(file),
    skeleton,
    groups: settings.groups,
  });
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
