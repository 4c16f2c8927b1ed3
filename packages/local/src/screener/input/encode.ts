import type { Tokenizer } from '../../port/tokenizer.ts';
import type { PromptPart } from '../../port/prompt.ts';
import type { Rendering } from './rendering.ts';

/** The tokens of a part. */
export interface Encoded {
  readonly region: string | undefined;
  readonly tokens: readonly number[];
}

/** A rendering in tokens, without the draft. */
export interface EncodedRendering {
  readonly head: readonly Encoded[];
  readonly body: readonly Encoded[];
  readonly tail: readonly Encoded[];
  /** Regions of which some text has no token here: left out of the head, or none in the model. */
  readonly unseen: ReadonlySet<string>;
}

/** Tokenises a rendering; of a longer head, beginning and end are kept. */
export function encodeRendering(
  { head, body, tail }: Rendering,
  tokenizer: Tokenizer,
  { headTokensMax }: { readonly headTokensMax: number },
): EncodedRendering {
  const encode = ({ kind, text, region }: PromptPart): Encoded => ({
    region,
    tokens: tokenizer.encode(text, { control: kind === 'template' }),
  });
  const whole = [...head.map(encode), ...body.map(encode)];
  const heads = whole.slice(0, head.length);
  const short = shortened(heads, headTokensMax);
  const isCut = (at: number): boolean =>
    (short[at] ?? whole[at])?.tokens.length !== whole[at]?.tokens.length;
  const unseen = whole.flatMap(({ region, tokens }, at) =>
    region !== undefined && (tokens.length === 0 || isCut(at)) ? [region] : [],
  );
  return {
    head: short,
    body: whole.slice(head.length),
    tail: shortened(tail.map(encode), headTokensMax),
    unseen: new Set(unseen),
  };
}

/** Tokens of some parts together. */
export function lengthOf(parts: readonly Encoded[]): number {
  return parts.reduce((sum, { tokens }) => sum + tokens.length, 0);
}

/** Leaves tokens out of the middle. */
function shortened(parts: readonly Encoded[], tokensMax: number): readonly Encoded[] {
  const all = lengthOf(parts);
  if (all <= tokensMax) return parts;
  const [keepFirst, keepFrom] = [Math.ceil(tokensMax / 2), all - Math.floor(tokensMax / 2)];
  let at = 0;
  return parts.map(({ region, tokens }) => {
    const first = at;
    at += tokens.length;
    const kept = tokens.filter((_, index) => {
      const place = first + index;
      return place < keepFirst || place >= keepFrom;
    });
    return { region, tokens: kept };
  });
}
