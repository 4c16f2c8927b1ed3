import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SluiceError } from '@sluice/core';
import {
  type HandLabelledCall,
  type HandLabelledSource,
  readHandLabelled,
} from '../../screener/pair/hand-labels.ts';
import type { KnownSource } from './known-call.ts';

/** `both`: what both say; `either`: what either says. */
export const annotators = ['first', 'second', 'both', 'either'] as const;

export type Annotator = (typeof annotators)[number];

/** A source as it was labelled, with the ids of all its regions. */
export type HandSource = KnownSource & Pick<HandLabelledSource, 'kind' | 'isDoubtful'>;

/** A call with the sources of one annotator, or of two. */
export interface AnnotatedCall extends HandLabelledCall {
  readonly other?: {
    readonly how: 'both' | 'either';
    readonly sources: readonly HandLabelledSource[];
  };
}

/** The labels of an annotator; of two, the calls that both have labelled. */
export function annotated(
  annotator: Annotator,
  { first, second }: Readonly<Record<'first' | 'second', readonly HandLabelledCall[]>>,
): readonly AnnotatedCall[] {
  if (annotator === 'first') return first;
  if (annotator === 'second') return second;
  const others = new Map(second.map((call) => [keyOf(call), call.sources]));
  return first.flatMap((call) => {
    const sources = others.get(keyOf(call));
    return sources === undefined ? [] : [{ ...call, other: { how: annotator, sources } }];
  });
}

/** Names a labelled call. */
export function keyOf({ run, call }: Pick<HandLabelledCall, 'run' | 'call'>): string {
  return `${run}#${call}`;
}

/**
 * The sources of two annotators. What either says is both lists, equal sources once: a call
 * needs a group of each. What both say is the first one's list, without the groups that the other
 * did not mark whole.
 */
export function combined(
  how: 'both' | 'either',
  { first, second }: Readonly<Record<'first' | 'second', readonly HandSource[]>>,
): readonly HandSource[] {
  if (how === 'either') {
    const said = new Set(first.map(meaningOf));
    return [...first, ...second.filter((source) => !said.has(meaningOf(source)))];
  }
  const marked = new Set(
    second.flatMap(({ alternatives }) => alternatives.flatMap((ids) => [...ids])),
  );
  return first.flatMap((source) => {
    const alternatives = source.alternatives.filter((ids) =>
      [...ids].every((id) => marked.has(id)),
    );
    return alternatives.length === 0 ? [] : [{ ...source, alternatives }];
  });
}

function meaningOf({ alternatives }: HandSource): string {
  return alternatives
    .map((ids) => [...ids].toSorted().join('+'))
    .toSorted()
    .join('|');
}

/** From the sources and from the build alike: sources ship. */
const folder = '../../../src/choosing/call';

/**
 * The labels that ship: ids alone (docs/semantic-dependence.md). Throws `file-unreadable` where a
 * second annotator is asked for and has labelled nothing.
 */
export function shippedHandLabels(annotator: Annotator = 'first'): readonly AnnotatedCall[] {
  const first = readHandLabelled(fileOf('labels.jsonl'));
  if (annotator === 'first') return first;
  const second = secondHandLabels();
  if (second.length > 0) return annotated(annotator, { first, second });
  throw new SluiceError('file-unreadable', 'nobody has labelled the calls a second time', {
    hint: 'write `research/src/choosing/call/second.jsonl` as docs/semantic-dependence.md says',
  });
}

/** The second annotator's labels; none where there is no such file. */
export function secondHandLabels(): readonly HandLabelledCall[] {
  const file = fileOf('second.jsonl');
  return existsSync(file) ? readHandLabelled(file) : [];
}

function fileOf(name: string): string {
  return fileURLToPath(new URL(`${folder}/${name}`, import.meta.url));
}
