import type { MeasuredWindow } from '@sluice/local';
import { sharesOf } from '@sluice/local/inside';
import { expect, test } from 'vitest';
import { saliencyReadings } from './saliency-readings.ts';

/** A sink, a word of the frame, the user's turn and a result, under a tool's name and its value. */
const window: MeasuredWindow = {
  inputTokens: 4,
  spans: [
    { region: 'user', start: 2, end: 3 },
    { region: 'result', start: 3, end: 4 },
  ],
  outputParts: [0, 1],
  logProbabilities: Float64Array.of(-1, -1),
  ...sharesOf(Float64Array.of(9, 8, 6, 0, 9, 4, 1, 2), 4),
};
const output = [
  { kind: 'tool', text: 't' },
  { kind: 'value', text: 'v' },
] as const;

test('as it is written, words around results and names of tools count', () => {
  const read = saliencyReadings([window], output);
  const result = read(new Set(['result']));
  expect(result.literal).toBeCloseTo(2 / 12, 12);
  expect(result.share).toBeCloseTo(2 / 21, 12);
});

test('by values, neither does', () => {
  const read = saliencyReadings([window], output);
  expect(read(new Set(['result'])).values).toBeCloseTo(1, 12);
  expect(read(new Set(['user'])).values).toBeCloseTo(0.5, 12);
  expect(read(new Set(['user'])).token).toBeCloseTo(0.5, 12);
  expect(read(new Set(['result'])).valueShare).toBeCloseTo(2 / 3, 12);
});

test('a draft without a value is read as a whole', () => {
  const read = saliencyReadings(
    [window],
    [
      { kind: 'tool', text: 't' },
      { kind: 'syntax', text: '' },
    ],
  );
  expect(read(new Set(['result'])).values).toBeCloseTo(2 / 7, 12);
});

test('what is not there, or has no saliency, has none', () => {
  const none = { literal: 0, values: 0, token: 0, share: 0, valueShare: 0 };
  expect(saliencyReadings([window], output)(new Set(['other']))).toEqual(none);
  expect(saliencyReadings([], output)(new Set(['result']))).toEqual(none);
});
