import type { ControlledEvaluateInputItem, LlamaContextSequence, Token } from 'node-llama-cpp';
import { z } from 'zod';

/**
 * How the peer is asked for the log-probability of one token. From 3.22 on it gives single logits
 * and the sum of all weights; before, only the probabilities of the whole vocabulary, which takes
 * about eight times as long.
 */
export type Reading = 'logits' | 'probabilities';

/** The least that a single-precision probability can be, in nats: less comes as 0. */
const leastLogProbability = Math.log(2 ** -149);

const singleLogits = z.object({
  logits: z.map(z.number(), z.number()),
  totalLogitWeight: z.number(),
});

/** `token`, and a question for the probability of `next` after it, at temperature 1. */
export function asking(token: Token, next: Token, reading: Reading): ControlledEvaluateInputItem {
  // Temperature 0 leaves the distribution as it is: nothing is cut off before the greedy choice.
  const options = { temperature: 0 };
  if (reading === 'probabilities')
    return [token, { generateNext: { probabilities: true, options } }];
  // The peer's `includeMax` does nothing; under greedy choice the token selected is the largest.
  const filter = { tokens: [next], includeSelected: true };
  const generateNext = { logits: { filter }, totalLogitWeight: true, options };
  return [token, { generateNext }];
}

/** The answered probability, in nats; `undefined` where none can be read. */
export function answered(output: unknown, next: Token, reading: Reading): number | undefined {
  const parsed = nextOutput.safeParse(output);
  if (!parsed.success) return undefined;
  return reading === 'logits'
    ? fromLogits(parsed.data.next, next)
    : fromProbabilities(parsed.data.next, next);
}

const nextOutput = z.object({ next: z.unknown() });
const probabilitiesOutput = z.object({ probabilities: z.instanceof(Map) });

function fromLogits(output: unknown, next: Token): number | undefined {
  const parsed = singleLogits.safeParse(output);
  if (!parsed.success) return undefined;
  const { logits, totalLogitWeight } = parsed.data;
  const logit = logits.get(next);
  if (logit === undefined) return undefined;
  return logit - Math.max(...logits.values()) - Math.log(totalLogitWeight);
}

function fromProbabilities(output: unknown, next: Token): number | undefined {
  const parsed = probabilitiesOutput.safeParse(output);
  const probability: unknown = parsed.success ? parsed.data.probabilities.get(next) : undefined;
  if (typeof probability !== 'number') return undefined;
  return Math.max(leastLogProbability, Math.log(probability));
}

/** Which way the installed peer knows: tried on one token, which is then forgotten. */
export async function readingOf(sequence: LlamaContextSequence, token: Token): Promise<Reading> {
  const [output] = await sequence.controlledEvaluate([asking(token, token, 'logits')]);
  await sequence.clearHistory();
  return answered(output, token, 'logits') === undefined ? 'probabilities' : 'logits';
}
