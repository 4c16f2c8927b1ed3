import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { featureNames, type MeasuredWindow } from '@sluice/local';
import { expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import type { LabelledCall } from '../pair/labelled-call.ts';
import { madeObservations } from '../../../test/screener/made-observations.ts';
import { observe, rowsOf } from './observation.ts';
import { readObservations, writeObservations } from './observation-file.ts';

const part = (text: string, region?: string) => {
  return { kind: 'question', text, ...(region === undefined ? {} : { region }) } as const;
};

const call: LabelledCall = {
  id: 'm/s/t/a.json#1',
  suite: 's',
  model: 'm',
  task: 't',
  kind: 'followed',
  part: 'test',
  rendering: {
    head: [part('User: '), part('a private wish', 'm1.0')],
    body: [part('private result', 'm3.0'), part('private words', 'm4.0')],
    tail: [],
    output: [{ kind: 'value', text: 'private value' }],
    regions: [
      { id: 'm3.0', role: 'text', message: 3 },
      { id: 'm4.0', role: 'said', message: 4 },
    ],
  },
  sources: new Set(['m3.0']),
  injected: new Set(['m3.0']),
  labels: {
    levels: new Map([
      ['m1.0', 0],
      ['m3.0', 1],
      ['m4.0', 1],
    ]),
    flows: [
      [true, true],
      [false, true],
    ],
    stops: [false, true],
    needs: [1],
  },
};

const window: MeasuredWindow = {
  inputTokens: 4,
  spans: [
    { region: 'm1.0', start: 1, end: 2 },
    { region: 'm3.0', start: 2, end: 3 },
    { region: 'm4.0', start: 3, end: 4 },
  ],
  outputParts: [0],
  logProbabilities: Float64Array.of(-1),
  rows: Float64Array.of(0, 0.25, 0.5, 0.25),
  totals: Float64Array.of(8),
};

const observation = observe(call, [window], new Set(['m4.0']));

test('an observation says what is true of each region, and what was measured', () => {
  expect(observation).toMatchObject({
    suite: 's',
    model: 'm',
    task: 't',
    part: 'test',
    user: { literal: 0.5, values: 0.5, token: 0.5, share: 0.25, valueShare: 0.25 },
    labels: { stops: [false, true], needs: [1] },
  });
  expect(observation.regions).toEqual([
    {
      role: 'text',
      isDependent: true,
      isMeant: false,
      isInjected: true,
      saliency: { literal: 1, values: 1, token: 1, share: 0.5, valueShare: 0.5 },
      level: 1,
    },
    {
      role: 'said',
      isDependent: false,
      // A reader follows an agent's own words back to results.
      isMeant: undefined,
      isInjected: false,
      saliency: { literal: 0.5, values: 0.5, token: 0.5, share: 0.25, valueShare: 0.25 },
      level: 1,
    },
  ]);
  expect(rowsOf(observation).map(({ length }) => length)).toEqual(
    Array(2).fill(featureNames.length),
  );
});

test('a call that nobody has read has no meaning', () => {
  expect(observe(call, [window], undefined).regions.map(({ isMeant }) => isMeant)).toEqual([
    undefined,
    undefined,
  ]);
});

function newFile(): string {
  return path.join(mkdtempSync(path.join(tmpdir(), 'sluice-observed-')), 'a.jsonl.gz');
}

test('observations are the same after a file', () => {
  const file = newFile();
  const all = [observation, ...madeObservations(['user_task_1'])];
  writeObservations(file, all);
  expect(readObservations(file)).toEqual(all);
});

proves('screener/no-text', () => {
  const file = newFile();
  writeObservations(file, [observation]);
  expect(gunzipSync(readFileSync(file)).toString('utf8')).not.toContain('private');
});

test.each([
  ['no gzip', Buffer.from('{}')],
  ['other features', gzipSync('{"features":["x"]}\n')],
  ['half a line', gzipSync(`${JSON.stringify({ features: featureNames })}\n{"suite":`)],
])('a file of %s is refused', (_, bytes) => {
  const file = newFile();
  writeFileSync(file, bytes);
  expect(() => readObservations(file)).toThrow(/holds no observations of ours/);
});
