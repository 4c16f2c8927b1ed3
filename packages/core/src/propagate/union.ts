import { ask, type MaybeDrafted } from './relevant-within.ts';
import { forgetInAll, type Propagator, type Relevance } from './propagator.ts';
import { labelOf } from './label-of.ts';

/**
 * Relevant is what any of the propagators finds relevant. One that throws fails the union: what it
 * would have found is unknown. Where one answers with regions and another with a label, the answer
 * is the join as a label, and its evidence is lost.
 */
export function union(first: Propagator, ...rest: readonly Propagator[]): Propagator {
  const all = [first, ...rest];
  const name = all.map((each) => each.name).join('+');
  const relevant = async (input: MaybeDrafted): Promise<Relevance> => {
    const answers = await Promise.all(all.map((each) => ask(each, input)));
    return answers.reduce((a, b) => both(input, a, b));
  };
  const made = { name, relevant, forget: forgetInAll(all) };
  return all.some((each) => each.needs === 'draft')
    ? { ...made, needs: 'draft' }
    : { ...made, needs: 'nothing' };
}

function both(input: MaybeDrafted, a: Relevance, b: Relevance): Relevance {
  if (a.kind === 'all') return a;
  if (b.kind === 'all') return b;
  if (a.kind === 'regions' && b.kind === 'regions') return merged(a, b);
  const { space, history } = input;
  const label = space.join(labelOf(space, history, a), labelOf(space, history, b));
  return { kind: 'label', label };
}

type Regions = Extract<Relevance, { kind: 'regions' }>;

/** An argument stays unsourced where nobody found a source of it. */
function merged(a: Regions, b: Regions): Regions {
  const evidence = [...a.evidence, ...b.evidence];
  const sourced = new Set(evidence.map(placeOf));
  const unsourced = new Map([...a.unsourced, ...b.unsourced].map((each) => [placeOf(each), each]));
  return {
    kind: 'regions',
    regions: [...new Set([...a.regions, ...b.regions])],
    evidence,
    unsourced: [...unsourced].flatMap(([place, each]) => (sourced.has(place) ? [] : [each])),
  };
}

function placeOf({ call, argument }: { readonly call: number; readonly argument: string }): string {
  return `${call}${argument}`;
}
