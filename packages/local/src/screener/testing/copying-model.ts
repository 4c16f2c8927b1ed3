import type { Saliency, SaliencyScores } from '../../port/saliency.ts';
import type { Tokenizer } from '../../port/tokenizer.ts';

/** The name that the fakes go by. */
export const copyingModel = 'copying';

/** Words and single other characters are tokens, numbered as they come. */
export function wordTokenizer(): Tokenizer {
  const numbers = new Map<string, number>();
  const words: string[] = [];
  return {
    model: copyingModel,
    encode: (text) =>
      (text.match(/\w+|[^\w]/g) ?? []).map((word) => {
        const known = numbers.get(word) ?? words.length;
        if (known === words.length) words.push(word);
        numbers.set(word, known);
        return known;
      }),
    decode: (tokens) => tokens.map((token) => words[token] ?? '').join(''),
  };
}

/**
 * A model that does nothing but copy: an output token's saliency is on the input tokens that are
 * the
 * same, and a little everywhere.
 */
export function copyingSaliency(): Saliency {
  return {
    model: copyingModel,
    method: 'gradient',
    scores: ({ tokens, outputFrom }) => {
      const outputs = tokens.slice(outputFrom);
      const rows = outputs.flatMap((output) =>
        tokens.slice(0, outputFrom).map((input, at) => {
          if (at === 0) return 0;
          return input === output ? 1 : 0.01;
        }),
      );
      const sums = Float64Array.from({ length: outputFrom }, (_, at) =>
        outputs.reduce((sum, __, row) => sum + (rows[row * outputFrom + at] ?? 0), 0),
      );
      const scores: SaliencyScores = {
        scores: sums,
        rows: Float64Array.from(rows),
        logProbabilities: Float64Array.from(outputs, (output) =>
          tokens.indexOf(output) < outputFrom ? -0.1 : -5,
        ),
      };
      return Promise.resolve(scores);
    },
  };
}
