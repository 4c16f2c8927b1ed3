import type { Prompt, PromptKind } from '../port/prompt.ts';
import type { TokenCount } from '../port/scorer.ts';
import type { Echo } from './completions.ts';

/** A run of the prompt's text, its length in code points with and without control tokens. */
export interface Stretch {
  readonly kind: PromptKind;
  readonly length: number;
  readonly bare: number;
}

export interface Wanted {
  readonly stretches: readonly Stretch[];
  readonly completion: string;
}

export type Located =
  | {
      readonly kind: 'found';
      readonly logProbabilities: readonly number[];
      readonly evaluated: TokenCount;
    }
  | { readonly kind: 'unclear'; readonly because: string };

/** The completion's tokens in an echoed prompt, found from its end by the offsets. */
export function locate(echo: Echo, { stretches, completion }: Wanted): Located {
  const end = echo.tokens.length - echo.generated;
  const from = endOffset(echo, end) - pointsOf(completion);
  const first = echo.offsets.findIndex((offset, at) => at < end && offset >= from);
  // One of two ways to count: servers leave control tokens out of the text that offsets are of.
  const lengths = (['length', 'bare'] as const).map((of) => lengthsOf(stretches, of));
  const counted = lengths.find((each) => each.reduce((sum, length) => sum + length, 0) === from);
  if (counted === undefined) return unclear('counts offsets in a way that is not known');
  if (first < 0 || echo.offsets[first] !== from)
    return unclear('reads one token across the end of the prompt');
  const text = echo.tokens.slice(first, end).join('');
  // A character may be spread over tokens that are no text by themselves.
  if (isAscii(completion) && text !== completion) return unclear('echoes other tokens');
  const logProbabilities = echo.logProbabilities.slice(first, end).flatMap(known);
  if (logProbabilities.length < end - first) return unclear('gives no log-probabilities');
  const evaluated = countOf(echo, { stretches, lengths: counted, first, end });
  return { kind: 'found', logProbabilities, evaluated };
}

/** The runs of a prompt, as `locate` counts them. */
export function stretchesOf({ parts }: Prompt, controlTexts: readonly string[]): Stretch[] {
  return parts.map(({ kind, text }) => {
    const bare = controlTexts.reduce((left, control) => left.replaceAll(control, ''), text);
    return { kind, length: pointsOf(text), bare: pointsOf(bare) };
  });
}

/** Characters as servers count them. */
export function pointsOf(text: string): number {
  let points = 0;
  for (const _ of text) points += 1;
  return points;
}

function unclear(because: string): Located {
  return { kind: 'unclear', because };
}

function endOffset({ offsets, tokens }: Echo, end: number): number {
  const next = offsets[end];
  return next ?? (offsets[end - 1] ?? 0) + pointsOf(tokens[end - 1] ?? '');
}

function lengthsOf(stretches: readonly Stretch[], of: 'length' | 'bare'): readonly number[] {
  return stretches.map((stretch) => stretch[of]);
}

function known(value: number | null): readonly number[] {
  return value === null || !Number.isFinite(value) || value > 0 ? [] : [value];
}

function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- the range of ASCII begins with them
  return /^[\x00-\x7F]*$/.test(text);
}

/** Tokens that the echo leaves out (the first, as a rule) are the template's. */
function countOf(
  { offsets, promptTokens }: Echo,
  place: {
    readonly stretches: readonly Stretch[];
    readonly lengths: readonly number[];
    readonly first: number;
    readonly end: number;
  },
): TokenCount {
  const count = { template: 0, document: 0, question: 0, completion: place.end - place.first };
  for (const offset of offsets.slice(0, place.first)) count[kindAt(offset, place)] += 1;
  count.template += Math.max(0, promptTokens - place.end);
  return count;
}

function kindAt(
  offset: number,
  { stretches, lengths }: { stretches: readonly Stretch[]; lengths: readonly number[] },
): PromptKind {
  let end = 0;
  for (const [at, { kind }] of stretches.entries()) {
    end += lengths[at] ?? 0;
    if (offset < end) return kind;
  }
  return 'template';
}
