import type { Tokenizer } from '../../port/tokenizer.ts';
import { encodeRendering } from './encode.ts';
import { stretchesOf, type OutputStretch } from './output-tokens.ts';
import type { Rendering } from './rendering.ts';
import { windowsAround, type Window, type WindowLimits } from './windows.ts';

/** A stretch of the draft with all of the history. */
export interface Reading {
  readonly output: OutputStretch['parts'];
  readonly windows: readonly Window[];
}

/** All of a draft with all of the history. */
export interface Readings {
  readonly readings: readonly Reading[];
  /** Windows of all readings. */
  readonly windows: number;
  /** Regions of which some text is in no window. */
  readonly unseen: ReadonlySet<string>;
}

/**
 * Everything that is to be read for a draft: a short one in one reading, which is what a screener
 * is trained on, a longer one in several. `undefined` where a window has no room, or more than
 * `windowsMax` windows would be needed.
 */
export function readingsOf(
  rendering: Rendering,
  tokenizer: Tokenizer,
  { limits, windowsMax }: { readonly limits: WindowLimits; readonly windowsMax: number },
): Readings | undefined {
  const encoded = encodeRendering(rendering, tokenizer, limits);
  const stretches = stretchesOf(rendering.output, tokenizer, limits);
  if (stretches.length > windowsMax) return undefined;
  const readings: Reading[] = [];
  let count = 0;
  for (const { parts, tokens } of stretches) {
    const windows = windowsAround(encoded, tokens, limits);
    count += windows?.length ?? Infinity;
    if (windows === undefined || count > windowsMax) return undefined;
    readings.push({ output: parts, windows });
  }
  return { readings, windows: count, unseen: encoded.unseen };
}
