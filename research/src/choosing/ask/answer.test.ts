import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { keptAnswers, type Answer } from './answer.ts';

const cost = { modelCalls: 1, tokens: 7, seconds: 0.5 };
const answer: Answer = { said: { kind: 'regions', regions: ['m1.0'] }, cost };

function file(): string {
  return path.join(mkdtempSync(path.join(tmpdir(), 'sluice-answers-')), 'below', 'a.jsonl');
}

proves('choosing/resumes', async () => {
  const place = file();
  const ask = vi.fn<() => Promise<Answer>>(async () => answer);
  const first = keptAnswers(place);
  await first.once('a', ask);
  expect(await first.once('a', ask)).toEqual(answer);
  expect(ask).toHaveBeenCalledTimes(1);
  await first.once('b', async () => answer);
  writeFileSync(place, readFileSync(place, 'utf8').slice(0, -9));
  const second = keptAnswers(place);
  expect(await second.once('a', ask)).toEqual(answer);
  expect(ask).toHaveBeenCalledTimes(1);
  await second.once('b', ask);
  expect(ask).toHaveBeenCalledTimes(2);
  await keptAnswers(place).once('b', ask);
  expect(ask).toHaveBeenCalledTimes(2);
});

test('what was aborted is asked again', async () => {
  const place = file();
  const aborted: Answer = { said: { kind: 'all', because: 'aborted' }, cost };
  const ask = vi.fn<() => Promise<Answer>>(async () => aborted);
  await keptAnswers(place).once('a', ask);
  await keptAnswers(place).once('a', ask);
  expect(ask).toHaveBeenCalledTimes(2);
});

test('without a file it remembers while it lives', async () => {
  const ask = vi.fn<() => Promise<Answer>>(async () => answer);
  const ledger = keptAnswers();
  await ledger.once('a', ask);
  await ledger.once('a', ask);
  expect(ask).toHaveBeenCalledTimes(1);
});

test('the file holds ids and numbers', async () => {
  const place = file();
  await keptAnswers(place).once('a', async () => answer);
  expect(JSON.parse(readFileSync(place, 'utf8'))).toEqual({
    key: expect.stringMatching(/^[0-9a-f]{64}$/),
    answer,
  });
});
