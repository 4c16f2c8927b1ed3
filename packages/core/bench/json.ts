import { policy } from './agent.ts';
import { median, timed } from './measure.ts';
import { Texts } from './texts.ts';

export interface LabelJsonFigures {
  readonly us: number;
  readonly parseUs: number;
  readonly ratioToParse: number;
  readonly regionsPerKb: number;
}

const resultCharacters = 100_000;

/** Labels a JSON result that the policy has not seen, beside `JSON.parse` of the same text. */
export function benchLabelJson({ results }: { readonly results: number }): LabelJsonFigures {
  const pairs = Array.from({ length: results }, () => {
    const text = new Texts().json(resultCharacters);
    const parse = timed(() => JSON.parse(text) as unknown);
    const label = timed(() =>
      policy.labelResult({ tool: 'read_mail', args: {}, text, failed: false }),
    );
    const again = timed(() => JSON.parse(text) as unknown);
    return { text, us: label.us, parseUs: (parse.us + again.us) / 2 };
  });
  return {
    us: median(pairs.map(({ us }) => us)),
    parseUs: median(pairs.map(({ parseUs }) => parseUs)),
    ratioToParse: median(pairs.map(({ us, parseUs }) => us / parseUs)),
    regionsPerKb: median(
      pairs.map(({ text }) => (text.split(':').length - 1) / (text.length / 1_000)),
    ),
  };
}
