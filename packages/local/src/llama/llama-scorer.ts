import type { Token } from 'node-llama-cpp';
import { encodePrompt, type EncodedPrompt } from '../port/prompt.ts';
import type { Scored, ScoreOptions, Scorer, TokenCount } from '../port/scorer.ts';
import { batchesOf, evaluationStart } from './batches.ts';
import type { Lane } from './lane.ts';
import { lazily } from './lazily.ts';
import { emptyPrompt } from './llama-errors.ts';
import type { LlamaBackEnd, OpenedLlama } from './open-llama.ts';
import { asTokens } from './tokens.ts';

const nothing = { template: 0, document: 0, question: 0, completion: 0 } as const;

/**
 * Scores completions in a context of its own. It keeps the prompt that it read last: of the next
 * one, only what comes after the shared beginning is evaluated, and at least the last token of the
 * prompt, for what it said of the next is not kept. The completion's last token is never evaluated.
 * A kept prefix and a fresh one give the same figures.
 */
export function llamaScorer(llama: OpenedLlama): Scorer<LlamaBackEnd> {
  const lane = lazily(() => llama.lane());
  return {
    backEnd: llama.backEnd,
    model: llama.model,
    score: async ({ prompt, completion }, options) => {
      const encoded = encodePrompt(llama.tokenizer, prompt);
      const completed = asTokens(llama.tokenizer.encode(completion, { control: false }));
      if (encoded.tokens.length === 0) throw emptyPrompt(llama.model);
      const { backEnd } = llama;
      const work: ScoreWork = { backEnd, lane: await lane(), encoded, completed };
      work.lane.checkRoom(encoded.tokens.length + Math.max(0, completed.length - 1));
      return work.lane.run(() => score(work, options), options.signal);
    },
  };
}

interface ScoreWork {
  readonly backEnd: LlamaBackEnd;
  readonly lane: Lane;
  readonly encoded: EncodedPrompt;
  readonly completed: readonly Token[];
}

async function score(
  { backEnd, lane, encoded, completed }: ScoreWork,
  { signal, stop }: ScoreOptions,
): Promise<Scored<LlamaBackEnd>> {
  const completionTokens = completed.length;
  const prompt = asTokens(encoded.tokens);
  const asked = prompt.length - 1;
  const logProbabilities: number[] = [];
  const tokens = countOf(encoded, 0, prompt.length + completionTokens);
  if (completionTokens === 0)
    return { backEnd, logProbabilities, completionTokens, tokens, evaluated: nothing };
  const row = [...prompt, ...completed.slice(0, -1)];
  const kept = evaluationStart(lane.shared(row, asked), row.length);
  await lane.keep(kept);
  let evaluated = kept;
  const plan = { from: kept, asked, end: row.length, mayStop: stop !== undefined };
  for (const { start, end } of batchesOf(plan)) {
    lane.checkSignal(signal);
    const next = row.slice(start, end).map((_, at) => completed[start + at - asked]);
    for (const one of await lane.evaluate(row.slice(start, end), next)) logProbabilities.push(one);
    evaluated = end;
    const isMore = logProbabilities.length < completionTokens;
    // Ends after `asked` are the same whatever was kept, and so is where scoring stops.
    if (end > asked && isMore && stop?.(logProbabilities, completionTokens) === true) break;
  }
  return {
    backEnd,
    logProbabilities,
    completionTokens,
    tokens,
    evaluated: countOf(encoded, kept, evaluated),
  };
}

/** The tokens from `from` to `end`, by what they are of; after the prompt comes the completion. */
function countOf({ spans, tokens }: EncodedPrompt, from: number, to: number): TokenCount {
  const count = { template: 0, document: 0, question: 0, completion: 0 };
  for (const { kind, start, end } of spans)
    count[kind] += Math.max(0, Math.min(end, to) - Math.max(start, from));
  count.completion = Math.max(0, to - Math.max(tokens.length, from));
  return count;
}
