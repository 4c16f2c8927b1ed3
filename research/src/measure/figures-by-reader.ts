import { meanOf, sumOf } from '../statistics/sums.ts';
import type { TrialLine } from '../trial/trial.ts';
import { figuresOf } from './figures.ts';
import { isMeasurable, noisyLabel } from './measurable.ts';
import { bySeed, spreadOf } from './spread.ts';
import type { ShareName } from './verdicts.ts';

type Figures = Readonly<Record<string, number>>;

/** The reader whose figures have no name of a reader: earlier results have it alone. */
const bare = 'reader:lax';

/** Counts of what must not be, or of the trials themselves: over all seeds. */
const summed: ReadonlySet<string> = new Set([
  'violations',
  'differences',
  'unchecked',
  'errors',
  'trials',
  'cached',
]);

const spread: readonly ShareName[] = [
  'utility',
  'utilityUnderAttack',
  'utilityGranted',
  'utilityUnderAttackGranted',
];

/**
 * The figures of several readers: `NAME.utility` is the lax one's or a real model's,
 * `NAME.utility.selecting` another's. Those of the noisy one are means over its seeds; `.noisy.sd`
 * is the standard deviation over seeds, `.noisy.low` and `.noisy.high` the interval over tasks.
 * What a reader cannot measure is left out. Throws as `figuresOf`.
 */
export function figuresByReader(lines: readonly TrialLine[]): Figures {
  const measurable = lines.filter(({ spec }) => isMeasurable(spec));
  const models = Map.groupBy(measurable, ({ spec }) => spec.model);
  return Object.fromEntries(
    [...models].flatMap(([model, own]) => Object.entries(figuresFor(model, own))),
  );
}

function figuresFor(model: string, lines: readonly TrialLine[]): Figures {
  if (model === noisyLabel) return { ...named(meanFigures(lines), model), ...spreads(lines) };
  const figures = figuresOf(lines);
  return model.startsWith('reader:') && model !== bare ? named(figures, model) : figures;
}

function named(figures: Figures, model: string): Figures {
  const reader = model.replace('reader:', '');
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [`${name}.${reader}`, value]),
  );
}

function meanFigures(lines: readonly TrialLine[]): Figures {
  const seeds = bySeed(lines).map((own) => figuresOf(own));
  const names = new Set(seeds.flatMap((figures) => Object.keys(figures)));
  const entries = [...names].map((name): readonly [string, number] => {
    const values = seeds.flatMap((figures) => figures[name] ?? []);
    const isSum = summed.has(name.split('.').at(-1) ?? '');
    const value = isSum ? sumOf(values, (each) => each) : meanOf(values, (each) => each);
    return [name, value ?? 0];
  });
  return Object.fromEntries(entries);
}

function spreads(lines: readonly TrialLine[]): Figures {
  const figures: Record<string, number> = {};
  for (const [defence, own] of Map.groupBy(lines, ({ spec }) => spec.defence)) {
    const [benchmark = ''] = own[0]?.spec.benchmark.split('/') ?? [];
    for (const share of spread) {
      const found = spreadOf(own, share);
      const name = `${benchmark}.${defence}.${share}.noisy`;
      if (found === undefined) continue;
      figures[`${name}.low`] = found.low;
      figures[`${name}.high`] = found.high;
      if (found.sd !== undefined) figures[`${name}.sd`] = found.sd;
    }
  }
  return figures;
}
