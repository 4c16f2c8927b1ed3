import { expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { featureNames, paperFeatureNames } from '../features/region-features.ts';
import { windowLimits } from '../input/window-limits.ts';
import { initialParameters } from '../network/parameters.ts';
import { probabilitiesFrom, type Screener } from '../screener.ts';
import { madeChoice } from '../testing/made-choice.ts';
import { parseScreener, printScreener } from './screener-file.ts';
import { readScreener, shippedScreener } from './shipped.ts';

const inputs = paperFeatureNames.length;
const shape = { inputs, hidden: 2 };

const screener: Screener = {
  source: { model: 'm', method: 'gradient' },
  limits: windowLimits,
  judge: { kind: 'feature', feature: 'peak' },
  calibration: { scale: 0.75, offset: -1 },
  threshold: 0.25,
  choice: madeChoice,
};

const network: Screener = {
  ...screener,
  judge: {
    kind: 'network',
    features: paperFeatureNames,
    standard: {
      means: new Float64Array(inputs).fill(0.5),
      deviations: new Float64Array(inputs).fill(2),
    },
    networks: [1, 2].map((seed) => {
      return { shape, parameters: initialParameters(shape, seed).map(Math.fround) };
    }),
  },
};

const text = printScreener(screener);

function changed(change: object): string {
  return JSON.stringify({ ...JSON.parse(text), ...change });
}

/** The file of the network, its judge changed. */
function judging(change: object): string {
  const file = JSON.parse(printScreener(network));
  return JSON.stringify({ ...file, judge: { ...file.judge, ...change } });
}

test.each([
  ['a feature', screener],
  ['a network', network],
])('a screener by %s is the same after a file', (_, made) => {
  expect(parseScreener(printScreener(made), 'a.json')).toEqual(made);
});

proves('screener/file', () => {
  const numbers = Buffer.from(new Float32Array([Number.NaN]).buffer).toString('base64');
  const bad: readonly (readonly [string, string])[] = [
    ['cut off', text.slice(0, -20)],
    ['nothing', ''],
    ['another format', changed({ format: 'sluice-screener-1' })],
    ['no such feature', changed({ judge: { kind: 'feature', feature: 'hunch' } })],
    ['a judge of no kind', changed({ judge: { kind: 'oracle' } })],
    ['other features', judging({ features: ['hunch', ...paperFeatureNames.slice(1)] })],
    ['too few features', judging({ features: paperFeatureNames.slice(1) })],
    ['no network', judging({ networks: [] })],
    ['half a number', judging({ standard: { means: 'AAA=', deviations: 'AAA=' } })],
    ['too few numbers', judging({ networks: [{ hidden: 3, parameters: 'AAAAAA==' }] })],
    ['no number', judging({ networks: [{ hidden: 2, parameters: numbers }] })],
    ['a threshold above 1', changed({ threshold: 2 })],
    ['a scale that turns it round', changed({ calibration: { scale: -1, offset: 0 } })],
    ['no record of its choice', changed({ choice: undefined })],
  ];
  for (const [why, file] of bad) {
    expect(() => parseScreener(file, 'a.json'), why).toThrow(
      expect.objectContaining({ code: 'weights-invalid' }),
    );
  }
});

test('a file that is not there is named', () => {
  expect(() => readScreener('/no/such/file.json')).toThrow(
    /`\/no\/such\/file.json` cannot be read/,
  );
});

test.each(['screener', 'network'] as const)(
  'the shipped %s reads the features that we make, of the model that is listed',
  (name) => {
    const shipped = shippedScreener(name);
    expect(shipped.source).toEqual({ model: 'smollm2-135m-instruct', method: 'gradient' });
    expect(shipped.limits).toEqual(windowLimits);
    const features = new Float64Array(featureNames.length);
    const [probability] = probabilitiesFrom(shipped, features);
    expect(probability).toBeGreaterThan(0);
    expect(probability).toBeLessThan(1);
    expect(shipped.threshold).toBeGreaterThan(0);
  },
);
