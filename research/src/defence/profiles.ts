import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BeforeAsking } from '@sluice/core';
import { parseDocument } from 'yaml';
import type { TrialSpec } from '../trial/trial.ts';

/** Texts of policies, by the suite that they are for. */
export type PolicyTexts = Readonly<Record<string, string>>;

/** Settings of a profile that say how its steps are taken. */
export interface StepSettings {
  readonly beforeAsking?: BeforeAsking;
  readonly shortcuts?: 'none';
  /** Labels per argument. */
  readonly staged?: boolean;
}

export interface ProfileParts {
  /** By the profile that they are for. */
  readonly policies: PolicyTexts;
  readonly propagator: string;
  /** Default: the gateway's own. */
  readonly steps?: StepSettings | undefined;
}

/** Longer than any simulated person takes; a person who does not answer is an error to be seen. */
const waitSeconds = 60;

/**
 * The policy of each suite twice: as it is, and with `block` in place of `ask` for whoever has
 * nobody to ask.
 */
export function policiesByProfile(policies: PolicyTexts): PolicyTexts {
  type Entry = readonly [profile: string, policy: string];
  const entries = Object.entries(policies).flatMap(([suite, text]): readonly Entry[] => [
    [`${suite}-ask`, text],
    [`${suite}-skip`, blocking(text)],
  ]);
  return Object.fromEntries(entries);
}

/** Writes the policy of each profile, and returns the profiles of a gateway's settings. */
export function writeProfiles(
  folder: string,
  { policies, propagator, steps }: ProfileParts,
): Readonly<Record<string, unknown>> {
  const profile = { propagator, ...steps, openai: 'model', waitJsonSeconds: waitSeconds };
  const entries = Object.entries(policies).map(([name, text]) => {
    writeFileSync(path.join(folder, `${name}.yaml`), text);
    return [name, { ...profile, policy: `${name}.yaml` }] as const;
  });
  return Object.fromEntries(entries);
}

/** The profile of a trial's key. */
export function profileOf({ suite, person }: TrialSpec): string {
  return person === 'skip' ? `${suite}-skip` : `${suite}-ask`;
}

/** RTBAS 4: a violating call is skipped. */
export function blocking(policy: string): string {
  const document = parseDocument(policy);
  document.set('onViolation', 'block');
  return document.toString();
}

/** A person is asked before each call that changes something, whatever its label. */
export function confirmingAll(policy: string): string {
  return withoutAutomatic(policy, (effect) => effect !== 'read');
}

/** No call is made at all: a control, not a defence. */
export function refusingAll(policy: string): string {
  return blocking(withoutAutomatic(policy, () => true));
}

function withoutAutomatic(policy: string, isMeant: (effect: unknown) => boolean): string {
  const document = parseDocument(policy);
  const { tools, templates } = fieldsOf(document.toJS());
  for (const [name, tool] of Object.entries(fieldsOf(tools))) {
    const own = fieldsOf(tool);
    const template = fieldsOf(fieldsOf(templates)[String(own['like'])]);
    const { effect } = { ...template, ...own };
    if (isMeant(effect)) document.setIn(['tools', name, 'call'], 'never');
  }
  return document.toString();
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
