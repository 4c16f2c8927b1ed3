import type { Tokenizer } from '../../port/tokenizer.ts';
import { encodeRendering, lengthOf, type Encoded, type EncodedRendering } from './encode.ts';
import { firstTokens, type OutputToken } from './output-tokens.ts';
import type { Rendering } from './rendering.ts';

/** Where tokens of a region stand in a window; `end` is exclusive. */
export interface Span {
  readonly region: string;
  readonly start: number;
  readonly end: number;
}

/** The tokens that the small model reads at once. */
export interface Window {
  readonly tokens: readonly number[];
  /** Index of the first token of the draft's values. */
  readonly outputFrom: number;
  readonly spans: readonly Span[];
  /** For each output token, the place of its part in the rendering's output. */
  readonly outputParts: readonly number[];
}

export interface WindowLimits {
  /** Tokens of a window, the draft included. */
  readonly windowTokensMax: number;
  /** Tokens of the user's turn: of a longer one, beginning and end. */
  readonly headTokensMax: number;
  /** Tokens of one value of the draft: of more, the first; the rest are in further readings. */
  readonly valueTokensMax: number;
  /** Tokens of the draft at once: of more, the first; the rest are in further readings. */
  readonly outputTokensMax: number;
  /** More windows than this are too long a history. */
  readonly windowsMax: number;
}

/**
 * Cuts a rendering into windows that each begin with the user's turn and end with the draft, so
 * that each part of a long history is read with both. Of a long draft only the first tokens of each
 * value are there, as in training: `readingsOf` has the rest. `undefined` where it is too long.
 */
export function windowsOf(
  rendering: Rendering,
  tokenizer: Tokenizer,
  limits: WindowLimits,
): readonly Window[] | undefined {
  const encoded = encodeRendering(rendering, tokenizer, limits);
  return windowsAround(encoded, firstTokens(rendering.output, tokenizer, limits), limits);
}

/** The same around given tokens of the draft. */
export function windowsAround(
  { head, body, tail }: EncodedRendering,
  output: readonly OutputToken[],
  { windowTokensMax, windowsMax }: WindowLimits,
): readonly Window[] | undefined {
  if (output.length === 0) return undefined;
  const frame = lengthOf(head) + lengthOf(tail) + output.length;
  const chunks = chunksOf(body, windowTokensMax - frame);
  if (chunks === undefined || chunks.length > windowsMax) return undefined;
  return chunks.map((chunk) => windowOf([...head, ...chunk, ...tail], output));
}

function windowOf(parts: readonly Encoded[], output: readonly OutputToken[]): Window {
  const tokens: number[] = [];
  const spans: Span[] = [];
  for (const part of parts) {
    const start = tokens.length;
    tokens.push(...part.tokens);
    const end = tokens.length;
    if (part.region !== undefined && end > start) spans.push({ region: part.region, start, end });
  }
  return {
    tokens: [...tokens, ...output.map(({ token }) => token)],
    outputFrom: tokens.length,
    spans,
    outputParts: output.map(({ part }) => part),
  };
}

/** Fills chunk after chunk; what fits into none is cut. `undefined` where there is no room. */
function chunksOf(parts: readonly Encoded[], room: number): readonly Encoded[][] | undefined {
  if (room < 1) return undefined;
  const chunks: Encoded[][] = [[]];
  let used = 0;
  for (const { region, tokens } of parts) {
    for (let from = 0; from < tokens.length;) {
      const left = tokens.length - from;
      // A region that would fit as a whole begins a new chunk; a longer one fills up this one.
      if (used > 0 && left > room - used && (left <= room || used === room)) {
        chunks.push([]);
        used = 0;
      }
      const taken = Math.min(left, room - used);
      chunks.at(-1)?.push({ region, tokens: tokens.slice(from, from + taken) });
      used += taken;
      from += taken;
    }
  }
  return chunks;
}
