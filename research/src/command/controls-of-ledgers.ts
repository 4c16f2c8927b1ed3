import { attackers } from '../attack/attackers.ts';
import { casesOf, type NamedLedger } from '../report/cases.ts';
import { controlsOf, type Control } from '../measure/controls.ts';
import { isGuarded } from '../defence/by-name.ts';
import { pinnedFor } from '../live/pinned-for.ts';
import type { TrialLine } from '../trial/row.ts';

/**
 * The controls of everything that stands in a report, by benchmark, model and versions. Runs of our
 * own attackers have their own, which is whether each gets what it wants without a defence.
 */
export function controlsOfLedgers(ledgers: readonly NamedLedger[]): readonly Control[] {
  return casesOf(ledgers).sets.flatMap(({ id, trials }) => {
    const judged = trials.filter(({ spec }) => !isOurs(spec.attack?.name));
    const worlds = Map.groupBy(judged, ({ spec }) => `${spec.benchmark}, ${spec.model}, ${id}`);
    return [...worlds].flatMap(([world, lines]) =>
      controlsIn(lines).map((control) => ({ ...control, name: `${world}: ${control.name}` })),
    );
  });
}

function controlsIn(lines: readonly TrialLine[]): readonly Control[] {
  const guarded = [...new Set(lines.map(({ spec }) => spec.defence))].filter(isGuarded);
  const [, version = ''] = lines[0]?.spec.benchmark.split('/') ?? [];
  return controlsOf(lines, { pinned: pinnedFor(version), guarded });
}

function isOurs(attack: string | undefined): boolean {
  return attackers.some(({ name }) => name === attack);
}
