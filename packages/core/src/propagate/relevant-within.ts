import { isRecord } from '../history/document.ts';
import type { History } from '../history/history.ts';
import { findRegion } from '../history/regions.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import type { ModelReply } from '../model/chat-model.ts';
import { type Failure, within } from '../model/within.ts';
import {
  type Evidence,
  isWideReason,
  type Propagator,
  type PropagatorInput,
  type Relevance,
  wide,
  type WideReason,
} from './propagator.ts';

/**
 * Asks a propagator for at most `timeoutMs` milliseconds. One that throws, hangs, answers late or
 * names what does not exist has cleared nothing: every region is relevant. Never throws. A
 * propagator that computes for ever without awaiting cannot be interrupted from inside.
 */
export async function relevantWithin(
  propagator: Propagator,
  input: MaybeDrafted,
  { timeoutMs }: { readonly timeoutMs: number },
): Promise<Relevance> {
  const { signal, space, history } = input;
  const outcome = await within({ timeoutMs, signal }, (own) =>
    ask(propagator, { ...input, signal: own }),
  );
  if (outcome.kind === 'failed') return wide(reasons[outcome.because]);
  try {
    return parseRelevance(outcome.value, space, history);
  } catch {
    return wide('propagator-failed');
  }
}

const reasons = {
  failed: 'propagator-failed',
  'timed-out': 'propagator-late',
  aborted: 'aborted',
} as const satisfies Record<Failure, WideReason>;

/** The input for a propagator of either kind. */
export type MaybeDrafted = PropagatorInput & { readonly draft?: ModelReply | undefined };

/** Asks a propagator of either kind. One that needs a draft and gets none has found nothing out. */
export async function ask(propagator: Propagator, input: MaybeDrafted): Promise<Relevance> {
  if (propagator.needs === 'nothing') return propagator.relevant(input);
  const { draft } = input;
  return draft === undefined ? wide('draft-missing') : propagator.relevant({ ...input, draft });
}

type UnsourcedArgument = Extract<Relevance, { kind: 'regions' }>['unsourced'][number];

/** How two texts match is told to people: a word of the propagator's, never a value. */
const howForm = /^[a-z][a-z-]{0,31}$/;

/**
 * Reads what a propagator said, whatever its type promised. What is not a relevance over this
 * history makes every region relevant. The result shares nothing with what was read.
 */
function parseRelevance(value: unknown, space: LabelSpace, history: History): Relevance {
  if (!isRecord(value)) return wide('answer-malformed');
  const { kind } = value;
  if (kind === 'all')
    return wide(isWideReason(value['because']) ? value['because'] : 'unexplained');
  if (kind === 'label') return parseLabel(value['label'], space);
  if (kind === 'regions') return parseRegions(value, history);
  return wide('answer-malformed');
}

function parseLabel(value: unknown, space: LabelSpace): Relevance {
  return isLabel(value) && space.owns(value)
    ? { kind: 'label', label: value }
    : wide('label-foreign');
}

/** Enough of a check for `owns`, which knows its own labels by identity. */
function isLabel(value: unknown): value is Label {
  return isRecord(value) && typeof value['text'] === 'string' && isRecord(value['values']);
}

function parseRegions(value: Readonly<Record<string, unknown>>, history: History): Relevance {
  const regions = listOf(value['regions'], (id) => (typeof id === 'string' ? id : undefined));
  const evidence = listOf(value['evidence'], parseEvidence);
  const unsourced = listOf(value['unsourced'], parsePlace);
  if (regions === undefined || evidence === undefined || unsourced === undefined) {
    return wide('answer-malformed');
  }
  const named = [...regions, ...evidence.map(({ region }) => region)];
  if (named.some((id) => findRegion(history, id) === undefined)) return wide('region-unknown');
  return { kind: 'regions', regions: [...new Set(regions)], evidence, unsourced };
}

function parseEvidence(value: unknown): Evidence | undefined {
  const place = parsePlace(value);
  if (place === undefined || !isRecord(value)) return undefined;
  const { region, how } = value;
  if (typeof region !== 'string' || typeof how !== 'string' || !howForm.test(how)) return undefined;
  return { ...place, region, how };
}

function parsePlace(value: unknown): UnsourcedArgument | undefined {
  if (!isRecord(value)) return undefined;
  const { call, argument } = value;
  if (typeof call !== 'number' || !Number.isInteger(call) || call < -1) return undefined;
  return typeof argument === 'string' ? { call, argument } : undefined;
}

function listOf<T>(value: unknown, parse: (item: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items: T[] = [];
  for (const item of value) {
    const parsed = parse(item);
    if (parsed === undefined) return undefined;
    items.push(parsed);
  }
  return items;
}
