import { policy } from './agent.ts';
import { median, timed } from './measure.ts';
import { Texts } from './texts.ts';

export interface LabelJsonFigures {
  readonly us: number;
  readonly parseUs: number;
  readonly ratioToParse: number;
  /** The same with a rule that reads values: each body is labelled by its sender. */
  readonly conditionalRatioToParse: number;
  readonly regionsPerKb: number;
}

const resultCharacters = 100_000;

/** Labels JSON results that the policy has not seen, beside `JSON.parse` of the same text. */
export function benchLabelJson({ results }: { readonly results: number }): LabelJsonFigures {
  const plain = Array.from({ length: results }, () => labelOnce('read_mail'));
  const conditional = Array.from({ length: results }, () => labelOnce('read_known_mail'));
  return {
    us: median(plain.map(({ us }) => us)),
    parseUs: median(plain.map(({ parseUs }) => parseUs)),
    ratioToParse: median(plain.map(ratioOf)),
    conditionalRatioToParse: median(conditional.map(ratioOf)),
    regionsPerKb: median(
      plain.map(({ text }) => (text.split(':').length - 1) / (text.length / 1_000)),
    ),
  };
}

interface Labelling {
  readonly text: string;
  readonly us: number;
  readonly parseUs: number;
}

function labelOnce(tool: string): Labelling {
  const text = new Texts().json(resultCharacters);
  const parse = timed(() => JSON.parse(text) as unknown);
  const label = timed(() => policy.labelResult({ tool, args: {}, text, failed: false }));
  const again = timed(() => JSON.parse(text) as unknown);
  return { text, us: label.us, parseUs: (parse.us + again.us) / 2 };
}

function ratioOf({ us, parseUs }: Labelling): number {
  return us / parseUs;
}
