import { SluiceError } from '@sluice/core';
import type { Utility } from '../../port/utility.ts';
import { logProbabilityDrop, tokenDrop } from './log-probability.ts';
import { perplexityDrop, relativePerplexityDrop } from './perplexity.ts';

/** Every utility that we ship, the paper's first. */
export const utilities: readonly Utility[] = [
  perplexityDrop,
  relativePerplexityDrop,
  logProbabilityDrop,
  tokenDrop,
];

/** The utility with this name. Throws `propagator-invalid`. */
export function utilityByName(name: string): Utility {
  const found = utilities.find((each) => each.name === name);
  if (found !== undefined) return found;
  throw new SluiceError('propagator-invalid', `there is no utility \`${name}\``, {
    hint: `name one of ${utilities.map((each) => `\`${each.name}\``).join(', ')}`,
  });
}
