import { llamaScorer } from '../llama/llama-scorer.ts';
import type { OpenedLlama } from '../llama/open-llama.ts';
import { encodePrompt, type Prompt } from '../port/prompt.ts';
import type { Saliency } from '../port/saliency.ts';

/** A prompt whose parts are of every kind, and an answer that partly copies it. */
const comparedPrompt: Prompt = {
  parts: [
    { kind: 'template', text: '<|im_start|>user\n' },
    { kind: 'document', text: 'The library closes at 18:30 on Fridays. Ask Mara for the key.\n' },
    { kind: 'document', text: 'The bakery on Mill Street opens at six, and sells out by nine.\n' },
    { kind: 'question', text: 'When does the library close on Fridays, and who has the key?' },
    { kind: 'template', text: '<|im_end|>\n<|im_start|>assistant\n' },
  ],
};
const comparedCompletion = 'It closes at 18:30 on Fridays; Mara has the key to the library.';

export interface Differences {
  /** Nats, over the tokens of the completion. */
  readonly mean: number;
  readonly largest: number;
}

/** How far apart the log-probabilities are that saliency reads and those of llama.cpp. */
export async function differencesFrom(
  llama: OpenedLlama,
  saliency: Saliency,
  { signal }: { readonly signal: AbortSignal },
): Promise<Differences> {
  const request = { prompt: comparedPrompt, completion: comparedCompletion };
  const theirs = await llamaScorer(llama).score(request, { signal });
  const { tokens } = encodePrompt(llama.tokenizer, comparedPrompt);
  const output = llama.tokenizer.encode(comparedCompletion, { control: false });
  const input = { tokens: [...tokens, ...output], outputFrom: tokens.length };
  const { logProbabilities } = await saliency.scores(input, { signal });
  const differences = Array.from(logProbabilities, (ours, at) =>
    Math.abs(ours - (theirs.logProbabilities[at] ?? NaN)),
  );
  const mean = differences.reduce((sum, one) => sum + one, 0) / differences.length;
  return { mean, largest: Math.max(...differences) };
}
