import { SluiceError } from '@sluice/core';
import type { Reader } from '../reader/reader.ts';
import type { Defence } from './defence.ts';
import { guarded } from './guarded.ts';
import { oracleFor } from './oracle.ts';
import { patternFilter } from './pattern-filter.ts';
import { confirmingAll, refusingAll, type PolicyTexts } from './profiles.ts';
import { none, ownDefences } from './unguarded.ts';

export interface DefenceParts {
  readonly policies: PolicyTexts;
  /** For `oracle`; a real model has none. */
  readonly reader: Reader | undefined;
}

/** Propagators of the gateway that need nothing but a policy. */
const propagators = ['naive', 'redact-all', 'lineage'] as const;

/** Every defence that can be had with these parts. */
export function defencesOf({ policies, reader }: DefenceParts): readonly Defence[] {
  return [
    none,
    ...ownDefences,
    patternFilter,
    guarded({
      name: 'confirm-always',
      propagator: 'naive',
      policies: changed(policies, confirmingAll),
    }),
    guarded({ name: 'refuse-all', propagator: 'naive', policies: changed(policies, refusingAll) }),
    ...propagators.map((name) => guarded({ name, propagator: name, policies })),
    ...(reader === undefined
      ? []
      : [guarded({ name: 'oracle', propagator: oracleFor(reader), policies })]),
  ];
}

/** The defences by these names. Throws `settings-invalid` for one that is not there. */
export function defencesNamed(names: readonly string[], parts: DefenceParts): readonly Defence[] {
  const all = defencesOf(parts);
  return names.map((name) => {
    const found = all.find((each) => each.name === name);
    if (found !== undefined) return found;
    throw new SluiceError('settings-invalid', `there is no defence \`${name}\``, {
      hint: `name some of ${all.map((each) => each.name).join(', ')}`,
    });
  });
}

/** Whether a defence can ask somebody: the others let pass or leave out, and ask nobody. */
export function canAsk(name: string): boolean {
  return name === 'confirm-always' || isGuarded(name);
}

/** Whether the guarantee is claimed for a defence. */
export function isGuarded(name: string): boolean {
  return name === 'oracle' || propagators.some((each) => each === name);
}

function changed(policies: PolicyTexts, change: (policy: string) => string): PolicyTexts {
  return Object.fromEntries(Object.entries(policies).map(([suite, text]) => [suite, change(text)]));
}
