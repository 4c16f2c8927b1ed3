import type { TrialLine } from '../trial/trial.ts';
import { requireOnce } from './cases.ts';
import { costRatio, type CostRatio } from './cost.ts';
import { measuresOf, type Measures } from './measures.ts';
import { priceOf, referenceModel, type Price } from './price-list.ts';

/** One line of a table: a defence under one attack, over one suite or all. */
export interface Row {
  readonly benchmark: string;
  readonly model: string;
  readonly defence: string;
  /** `undefined`: only tasks without an attack were run. */
  readonly attack: string | undefined;
  /** `undefined`: all suites, each weighted by its cases. */
  readonly suite: string | undefined;
  /** Model whose list price the cost is at. */
  readonly pricedAs: string;
  readonly measures: Measures;
  /** `undefined` without trials of no defence. */
  readonly costRatio: CostRatio | undefined;
}

/**
 * The rows of all tables, in the order in which trials come: by benchmark, model, defence and
 * attack, each first over all suites, then suite by suite. Tasks without an attack count in the
 * row of each attack. Throws as `requireOnce`.
 */
export function rowsOf(lines: readonly TrialLine[]): readonly Row[] {
  requireOnce(lines);
  return groups(lines, ({ spec }) => JSON.stringify([spec.benchmark, spec.model])).flatMap(
    (world) => groups(world, ({ spec }) => spec.defence).flatMap((own) => rowsIn(own, world)),
  );
}

function rowsIn(own: readonly TrialLine[], world: readonly TrialLine[]): readonly Row[] {
  const attacks = new Set(own.flatMap(({ spec }) => spec.attack?.name ?? []));
  const suites = new Set(own.map(({ spec }) => spec.suite));
  return [...(attacks.size === 0 ? [undefined] : attacks)].flatMap((attack) =>
    [undefined, ...suites].map((suite) => {
      const counts = ({ spec }: TrialLine): boolean => {
        const right = spec.attack === undefined || spec.attack.name === attack;
        return right && (suite === undefined || spec.suite === suite);
      };
      return rowOf(own.filter(counts), world.filter(counts), { attack, suite });
    }),
  );
}

function rowOf(
  own: readonly TrialLine[],
  world: readonly TrialLine[],
  place: Pick<Row, 'attack' | 'suite'>,
): Row {
  const { benchmark = '', model = '', defence = '' } = own[0]?.spec ?? {};
  const { pricedAs, price } = pricing(model);
  const undefended = world.filter(({ spec }) => spec.defence === 'none');
  return {
    benchmark,
    model,
    defence,
    ...place,
    pricedAs,
    measures: measuresOf(own, price),
    costRatio: undefended.length === 0 ? undefined : costRatio(own, undefended, price),
  };
}

/** A reader costs nothing: its tokens are shown at the price of the papers' model. */
export function pricing(model: string): { readonly pricedAs: string; readonly price: Price } {
  const own = model.startsWith('reader:') ? undefined : priceOf(model);
  const reference = priceOf(referenceModel) ?? { inputUsdPerMillion: 0, outputUsdPerMillion: 0 };
  return own === undefined
    ? { pricedAs: referenceModel, price: reference }
    : { pricedAs: model, price: own };
}

function groups(
  lines: readonly TrialLine[],
  key: (line: TrialLine) => string,
): readonly (readonly TrialLine[])[] {
  return [...Map.groupBy(lines, key).values()];
}
