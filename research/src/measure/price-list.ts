import type { Cost } from '../trial/trial.ts';

/** List price of a model, without discounts for caching or batches. */
export interface Price {
  readonly inputUsdPerMillion: number;
  readonly outputUsdPerMillion: number;
}

/** When the prices below were read off the providers' pages. */
export const priceListDate = '2026-04';

/** `gpt-4o-2024-05-13` is what the papers' figures were made with: the prices of its own time. */
const prices: Readonly<Record<string, Price>> = {
  'gpt-4o-2024-05-13': { inputUsdPerMillion: 5, outputUsdPerMillion: 15 },
  'gpt-4o': { inputUsdPerMillion: 2.5, outputUsdPerMillion: 10 },
  'gpt-4o-mini': { inputUsdPerMillion: 0.15, outputUsdPerMillion: 0.6 },
  'gpt-4.1': { inputUsdPerMillion: 2, outputUsdPerMillion: 8 },
  'gpt-4.1-mini': { inputUsdPerMillion: 0.4, outputUsdPerMillion: 1.6 },
  'gpt-4.1-nano': { inputUsdPerMillion: 0.1, outputUsdPerMillion: 0.4 },
  'gpt-5': { inputUsdPerMillion: 1.25, outputUsdPerMillion: 10 },
  'gpt-5-mini': { inputUsdPerMillion: 0.25, outputUsdPerMillion: 2 },
  'claude-sonnet-4-5': { inputUsdPerMillion: 3, outputUsdPerMillion: 15 },
  'claude-haiku-4-5': { inputUsdPerMillion: 1, outputUsdPerMillion: 5 },
  'claude-opus-4-5': { inputUsdPerMillion: 5, outputUsdPerMillion: 25 },
};

/** The model whose prices a run with a reader, which costs nothing, is shown at. */
export const referenceModel = 'gpt-4o-2024-05-13';

/** The price of a model; a reader of ours costs nothing; `undefined`: it is not on the list. */
export function priceOf(model: string): Price | undefined {
  if (model.startsWith('reader:')) return { inputUsdPerMillion: 0, outputUsdPerMillion: 0 };
  return Object.hasOwn(prices, model) ? prices[model] : undefined;
}

/** In USD; `undefined` without a price. */
export function usdOf(
  { inputTokens, outputTokens }: Pick<Cost, 'inputTokens' | 'outputTokens'>,
  price: Price | undefined,
): number | undefined {
  if (price === undefined) return undefined;
  const { inputUsdPerMillion, outputUsdPerMillion } = price;
  return (inputTokens * inputUsdPerMillion + outputTokens * outputUsdPerMillion) / 1_000_000;
}
