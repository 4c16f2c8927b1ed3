import { expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { featureNames } from '../features/region-features.ts';
import { windowLimits } from '../input/window-limits.ts';
import { initialParameters } from '../network/parameters.ts';
import { probabilitiesFrom, type Screener } from '../screener.ts';
import { parseScreener, printScreener } from './screener-file.ts';
import { readScreener, shippedScreener } from './shipped.ts';

const inputs = featureNames.length;
const shape = { inputs, hidden: 2 };

const screener: Screener = {
  source: { model: 'm', method: 'gradient' },
  limits: windowLimits,
  standard: {
    means: new Float64Array(inputs).fill(0.5),
    deviations: new Float64Array(inputs).fill(2),
  },
  networks: [1, 2].map((seed) => {
    return { shape, parameters: initialParameters(shape, seed).map(Math.fround) };
  }),
  calibration: { scale: 0.75, offset: -1 },
  threshold: 0.25,
};

const text = printScreener(screener);

function changed(change: (file: Record<string, unknown>) => void): string {
  const file = JSON.parse(text);
  change(file);
  return JSON.stringify(file);
}

test('a screener is the same after a file', () => {
  expect(parseScreener(text, 'a.json')).toEqual(screener);
});

proves('screener/file', () => {
  const numbers = Buffer.from(new Float32Array([Number.NaN]).buffer).toString('base64');
  const bad: readonly (readonly [string, string])[] = [
    ['cut off', text.slice(0, -20)],
    ['nothing', ''],
    ['another format', changed((file) => (file['format'] = 'sluice-screener-0'))],
    ['other features', changed((file) => (file['features'] = featureNames.toReversed()))],
    ['no network', changed((file) => (file['networks'] = []))],
    [
      'half a number',
      changed((file) => (file['standard'] = { means: 'AAA=', deviations: 'AAA=' })),
    ],
    [
      'too few numbers',
      changed((file) => (file['networks'] = [{ hidden: 3, parameters: 'AAAAAA==' }])),
    ],
    ['no number', changed((file) => (file['networks'] = [{ hidden: 2, parameters: numbers }]))],
    ['a threshold above 1', changed((file) => (file['threshold'] = 2))],
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

test('the shipped screener reads the features that we make, of the model that is listed', () => {
  const shipped = shippedScreener();
  expect(shipped.source).toEqual({ model: 'smollm2-135m-instruct', method: 'gradient' });
  expect(shipped.limits).toEqual(windowLimits);
  const [probability] = probabilitiesFrom(shipped, new Float64Array(inputs));
  expect(probability).toBeGreaterThan(0);
  expect(probability).toBeLessThan(1);
  expect(shipped.threshold).toBeGreaterThan(0);
});
