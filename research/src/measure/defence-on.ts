import type { TrialLine } from '../trial/row.ts';
import { caseOf } from './cases.ts';
import type { Control } from './control.ts';
import { attackIn } from './verdicts.ts';

/**
 * Whether each guarded defence does anything: in each suite where an attack acts through calls
 * without one, some case must come out differently. A person who always says yes is left out:
 * there, nothing need differ.
 */
export function defencesOn(lines: readonly TrialLine[], guarded: readonly string[]): Control {
  const attacked = lines.filter(({ spec }) => spec.attack !== undefined);
  const undefended = new Map(
    attacked.filter(({ spec }) => spec.defence === 'none').map((run) => [caseOf(run.spec), run]),
  );
  const judged = guarded.map((name) => {
    const runs = attacked.filter(({ spec }) => {
      return spec.defence === name && spec.person !== 'always-yes';
    });
    return { name, ...offIn(runs, undefended) };
  });
  const off = judged.flatMap(({ name, idle }) => idle.map((place) => `${name}, ${place}`));
  const unjudged = judged.filter(({ places }) => places === 0).map(({ name }) => name);
  const untold = guarded.length === 0 || unjudged.length > 0;
  return {
    name: 'defences-on',
    status: off.length > 0 ? 'fails' : untold ? 'absent' : 'holds',
    detail: `${guarded.length - unjudged.length} of ${guarded.length} guarded defences judged`,
    cases: off,
  };
}

/** The suites, with who answers, in which a defence's runs equal those without one. */
function offIn(
  runs: readonly TrialLine[],
  undefended: ReadonlyMap<string, TrialLine>,
): { readonly places: number; readonly idle: readonly string[] } {
  const pairs = runs.flatMap((run) => {
    const base = undefended.get(caseOf(run.spec));
    return base === undefined
      ? []
      : [{ run, base, place: `${run.spec.person}: ${run.spec.suite}` }];
  });
  const telling = [...Map.groupBy(pairs, ({ place }) => place)].filter(([, group]) =>
    group.some(({ base }) => attackIn(base.outcome)?.through === 'calls'),
  );
  const idle = telling.filter(([, group]) => {
    return group.every(({ run, base }) => effectOf(run) === effectOf(base));
  });
  return { places: telling.length, idle: idle.map(([place]) => place) };
}

/** What happened in the environment, whatever it cost. */
function effectOf({ outcome }: TrialLine): string {
  if (outcome.kind === 'error') return 'error';
  const { utility, attackSucceeded, executed } = outcome;
  return JSON.stringify([utility, attackSucceeded, executed.map(({ tool, args }) => [tool, args])]);
}
