import { type Policy, type Propagator, SluiceError } from '@sluice/core';
import { openedNames } from '../propagators.ts';
import type { Reader } from '../reader/reader.ts';
import { none, ownDefences } from './counting-proxy.ts';
import type { Defence } from './defence.ts';
import { guarded } from './guarded.ts';
import { oracleFor } from './oracle.ts';
import { patternFilter } from './pattern-filter.ts';
import { confirmingAll, type PolicyTexts, refusingAll, type StepSettings } from './profiles.ts';

export interface DefenceParts {
  readonly policies: PolicyTexts;
  /** For `oracle`; a real model has none. */
  readonly reader: Reader | undefined;
  /** Propagators that run on models of their own, by the text that names them; default: none. */
  readonly local?: ReadonlyMap<string, (policy: Policy) => Propagator> | undefined;
}

/** Propagators of the gateway that need nothing but a policy. */
const propagators = ['naive', 'redact-all', 'lineage'] as const;

/** `lineage` with other steps than those that ship. */
const otherSteps: Readonly<Record<string, StepSettings>> = {
  'lineage-draft': { beforeAsking: 'nothing' },
  'lineage-ceiling': { beforeAsking: 'ceiling' },
  'lineage-staged': { staged: true },
  'lineage-as-written': { shortcuts: 'none' },
};

/** Every defence that can be had with these parts. */
function defencesOf({ policies, reader, local = new Map() }: DefenceParts): readonly Defence[] {
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
    ...Object.entries(otherSteps).map(([name, steps]) =>
      guarded({ name, propagator: 'lineage', policies, steps }),
    ),
    ...(reader === undefined
      ? []
      : [guarded({ name: 'oracle', propagator: oracleFor(reader), policies })]),
    ...[...local].map(([name, propagator]) => guarded({ name, propagator, policies })),
  ];
}

/** The defences by these names, each once. Throws `settings-invalid` for one that is not there. */
export function defencesNamed(names: readonly string[], parts: DefenceParts): readonly Defence[] {
  const all = defencesOf(parts);
  requireDefences(names, { known: all.map(({ name }) => name) });
  return [...new Set(names)].flatMap((wanted) => all.find(({ name }) => name === wanted) ?? []);
}

/** Names of every defence; with a real model there is no oracle. */
export function defenceNames({ real }: { readonly real: boolean }): readonly string[] {
  const names = defencesOf({ policies: {}, reader: undefined }).map(({ name }) => name);
  return real ? names : [...names, 'oracle'];
}

/** Throws `settings-invalid` for a name that is none of those known. */
export function requireDefences(
  names: readonly string[],
  { known }: { readonly known: readonly string[] },
): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw new SluiceError('settings-invalid', `there is no defence \`${unknown}\``, {
    hint: `name some of ${known.join(', ')}`,
  });
}

/** True if a defence can ask somebody: the others let pass or leave out, and ask nobody. */
export function canAsk(name: string): boolean {
  return name === 'confirm-always' || isGuarded(name);
}

/** True if the guarantee is claimed for a defence. */
export function isGuarded(name: string): boolean {
  const isOurs = name === 'oracle' || Object.hasOwn(otherSteps, name);
  return isOurs || propagators.some((each) => each === name) || isLocal(name);
}

/**
 * True if a name is a propagator that is made by its text: one of `@sluice/local`, or lineage
 * with rules.
 */
export function isLocal(name: string): boolean {
  if (name.startsWith('lineage(')) return true;
  return openedNames.some((each) => name === each || name.startsWith(`${each}(`));
}

function changed(policies: PolicyTexts, change: (policy: string) => string): PolicyTexts {
  return Object.fromEntries(Object.entries(policies).map(([suite, text]) => [suite, change(text)]));
}
