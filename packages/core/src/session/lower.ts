import { SluiceError } from '../errors.ts';
import type { History } from '../history/history.ts';
import { findRegion } from '../history/regions.ts';
import { labelOfRegion, relabelRegion } from '../history/relabel.ts';
import type { Label } from '../label/label.ts';
import type { Run } from '../engine/run.ts';

/** One lowering of one region in one dimension: who, why, and to what. */
export interface Lowering {
  /** Id of the region (`regionsOf`). */
  readonly region: string;
  /** Which dimension is lowered; the others stay. */
  readonly dimension: string;
  /** The value to take, in the text form of the dimension, e.g. `trusted`. */
  readonly to: string;
  readonly because: string;
  readonly by: string;
}

/**
 * `endorse` (integrity) and `declassify` (confidentiality): the only two ways to lower a label,
 * each explicit, reasoned and recorded. Throws `label-invalid` for a dimension or a value that the
 * lattice has not, and where the new value is not below the old one.
 */
export function lower(
  run: Run,
  history: History,
  { kind, lowering }: { readonly kind: 'endorse' | 'declassify'; readonly lowering: Lowering },
): History {
  const { region, dimension: name, to, because, by } = lowering;
  const from = labelOfRegion(history, region);
  const dimension = Object.hasOwn(run.space.dimensions, name)
    ? run.space.dimensions[name]
    : undefined;
  const value = dimension?.parse(to);
  if (dimension === undefined || value === undefined) throw notThere(run, lowering);
  const label = run.space.of({ ...from.values, [name]: value });
  const isLower = label !== from && run.space.flowsTo(label, from);
  if (because.trim() === '' || !isLower || name === other[kind]) throw notLower();
  const lowered = relabelRegion(run.space, history, { id: region, label });
  run.record({
    type: 'label-lowered',
    kind,
    region,
    dimension: name,
    to,
    because,
    by,
    // Where a region stands tells of the parts of its message.
    label: run.space.join(from, shapeAround(history, region) ?? run.space.top),
  });
  return lowered;
}

function shapeAround(history: History, region: string): Label | undefined {
  const message = history.at(findRegion(history, region)?.message ?? -1);
  return message === undefined || message.role === 'assistant' ? undefined : message.shape;
}

/** The dimension of the other of the two, where a policy gives them their usual names. */
const other = { endorse: 'confidentiality', declassify: 'integrity' } as const;

function notThere(run: Run, { dimension, to }: Lowering): SluiceError {
  const names = Object.keys(run.space.dimensions).join(', ');
  return new SluiceError('label-invalid', `the lattice has no \`${dimension}:${to}\``, {
    hint: `name one of its dimensions (${names}) and a value of it`,
  });
}

function notLower(): SluiceError {
  return new SluiceError('label-invalid', 'a label is lowered to one below it, with a reason', {
    hint: '`endorse` integrity or `declassify` confidentiality, to a lower value, with `because`',
  });
}
