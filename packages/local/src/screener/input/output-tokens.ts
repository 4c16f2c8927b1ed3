import type { Tokenizer } from '../../port/tokenizer.ts';
import type { OutputPart } from './output-parts.ts';

/** A token of the draft, and the place of the part that it is of. */
export interface OutputToken {
  readonly token: number;
  readonly part: number;
}

/** Tokens of a draft that are read at once, and what kind of parts they are of. */
export interface OutputStretch {
  readonly parts: readonly Pick<OutputPart, 'kind'>[];
  readonly tokens: readonly OutputToken[];
}

interface OutputLimits {
  readonly valueTokensMax: number;
  readonly outputTokensMax: number;
}

/** The first tokens of each part of a draft: what a screener is trained on. */
export function firstTokens(
  parts: readonly OutputPart[],
  tokenizer: Tokenizer,
  { valueTokensMax, outputTokensMax }: OutputLimits,
): readonly OutputToken[] {
  return encodedParts(parts, tokenizer)
    .flatMap((tokens, part) => tokens.slice(0, valueTokensMax).map((token) => ({ token, part })))
    .slice(0, outputTokensMax);
}

/**
 * A draft in stretches that together have every token of it. The first is what a screener is
 * trained on. Where that is not all, the whole draft follows, as much at once as was at most
 * trained on: each stretch but the first begins with the first tokens of the draft, and with some
 * that the stretch before it ended with. What of a part is longer than a value stands as a further
 * value, so that no long value dilutes what a few of its tokens say.
 */
export function stretchesOf(
  parts: readonly OutputPart[],
  tokenizer: Tokenizer,
  limits: OutputLimits,
): readonly OutputStretch[] {
  const first: OutputStretch = { parts, tokens: firstTokens(parts, tokenizer, limits) };
  const whole = wholeOutput(parts, tokenizer, limits);
  if (first.tokens.length === whole.tokens.length) return [first];
  const { outputTokensMax: most } = limits;
  const again = Math.floor(most / 10);
  const all: OutputStretch[] = isBeginning(first, whole, most) ? [] : [first];
  for (let from = 0; from < whole.tokens.length;) {
    const before = whole.tokens.slice(0, Math.min(again, from));
    const between = whole.tokens.slice(Math.max(before.length, from - again), from);
    const fresh = whole.tokens.slice(from, from + most - before.length - between.length);
    all.push({ parts: whole.parts, tokens: [...before, ...between, ...fresh] });
    from += fresh.length;
  }
  return all;
}

/** True if the whole begins with the first stretch, up to the `most` tokens. */
function isBeginning(first: OutputStretch, whole: OutputStretch, most: number): boolean {
  if (first.tokens.length < most) return false;
  return first.tokens.every(({ token, part }, at) => {
    const other = whole.tokens[at];
    return other?.token === token && other.part === part;
  });
}

function wholeOutput(
  parts: readonly OutputPart[],
  tokenizer: Tokenizer,
  { valueTokensMax }: OutputLimits,
): OutputStretch {
  const pieces: Pick<OutputPart, 'kind'>[] = [];
  const tokens: OutputToken[] = [];
  for (const [at, encoded] of encodedParts(parts, tokenizer).entries()) {
    for (let from = 0; from === 0 || from < encoded.length; from += valueTokensMax) {
      const own = parts[at]?.kind ?? 'value';
      pieces.push({ kind: from === 0 ? own : 'value' });
      for (const token of encoded.slice(from, from + valueTokensMax))
        tokens.push({ token, part: pieces.length - 1 });
    }
  }
  return { parts: pieces, tokens };
}

function encodedParts(
  parts: readonly OutputPart[],
  tokenizer: Tokenizer,
): readonly (readonly number[])[] {
  return parts.map(({ text }) => tokenizer.encode(text, { control: false }));
}
