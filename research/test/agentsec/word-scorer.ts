import type { Scorer } from '@sluice/local';

/** The log-probability of a word from the prompt, and of any other. */
const [copied, invented] = [Math.log(0.9), Math.log(0.02)];

export interface CountingScorer extends Scorer {
  /** The scored completions. */
  readonly scored: string[];
}

/** Stands in for a model: a word of the completion is probable where the prompt has it. */
export function wordScorer(): CountingScorer {
  const scored: string[] = [];
  return {
    backEnd: 'words',
    model: 'words',
    scored,
    score: ({ prompt, completion }) => {
      scored.push(completion);
      const known = new Set(prompt.parts.flatMap(({ text }) => wordsOf(text)));
      const words = wordsOf(completion);
      const nothing = { template: 0, document: 0, question: 0, completion: words.length };
      return Promise.resolve({
        backEnd: 'words',
        logProbabilities: words.map((word) => (known.has(word) ? copied : invented)),
        completionTokens: words.length,
        tokens: nothing,
        evaluated: nothing,
      });
    },
  };
}

function wordsOf(text: string): readonly string[] {
  const plain = text.replaceAll(/(?<=\d),(?=\d)/g, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
