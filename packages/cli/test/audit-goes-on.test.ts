import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { proves } from '../src/testing/proves.ts';
import { payerPolicy } from './chat-logs.ts';
import { attacked, benign, calls, record, says, written, writtenText } from './recorded-runs.ts';
import { sluice } from './terminal.ts';

/** A run of an agent whose tools no policy here knows. */
const foreign = {
  ...record([
    says('user', 'Fetch it.'),
    ...calls('fetch', { url: 'a' }, 'b'),
    says('assistant', 'Done.'),
  ]),
  suite_name: 'other',
};

proves('audit/goes-on', async () => {
  const file = written('runs.jsonl', [attacked(), benign(), foreign, foreign]);
  const folder = path.dirname(file);
  writeFileSync(path.join(folder, 'broken.jsonl'), 'no JSON\n');
  const ran = await sluice(['audit', folder, '--policy', payerPolicy(), '--json']);
  expect(ran.errors).toBe('');
  expect(ran.figures()).toMatchObject({
    'audit.runs': 2,
    'audit.skippedSuites': 1,
    'audit.unreadable': 1,
    'audit.benignRuns': 1,
    'audit.interruptions.naive': 1,
  });
  expect(ran.out).toContain('skipped suite: other, 2 × a run: the policy knows 0 of the 1 tools');
  expect(ran.out).toMatch(/unreadable: line 1 of .*broken\.jsonl is not JSON/);
});

describe('a suite that cannot be opened is skipped', () => {
  const runs = written('runs.jsonl', [benign(), { ...benign(), suite_name: 'other' }]);
  const facts = writtenText('s.json', JSON.stringify({ suites: { banking: { tools: [] } } }));
  test.each([
    ['without a policy', [], 'skipped suite: other, 1 × a run: it has no policy'],
    ['without its facts', ['--policy', payerPolicy(), '--suite-file', facts], 'contains no suite'],
  ])('%s', async (_, options, reason) => {
    const ran = await sluice(['audit', runs, ...options, '--json']);
    expect(ran.code).toBe(1);
    expect(ran.out).toContain(reason);
    expect(ran.figures()).toMatchObject({ 'audit.runs': 1, 'audit.skippedSuites': 1 });
  });

  test('by a replay too', async () => {
    const ran = await sluice(['replay', runs, '--propagator', 'naive', '--json']);
    expect(ran.code).toBe(1);
    expect(ran.out).toContain('skipped suite: other, 1 × a run: there is no policy');
    expect(ran.figures()['replay.runs']).toBe(1);
  });
});

proves('audit/unread-told', async () => {
  const quiet = record([says('user', 'Hello.'), says('assistant', 'Hello.')]);
  const many = written(
    'runs.jsonl',
    Array.from({ length: 99 }, () => quiet),
  );
  appendFileSync(many, 'no JSON\n');
  const one = await sluice(['audit', many, '--propagator', 'naive', '--json']);
  expect(one.code).toBe(0);
  expect(one.figures()).toMatchObject({ 'audit.runs': 99, 'audit.unreadable': 1 });
  expect((await sluice(['replay', many, '--propagator', 'naive'])).code).toBe(0);
  appendFileSync(many, 'no JSON\n');
  const two = await sluice(['audit', many, '--propagator', 'naive', '--json']);
  expect(two.code).toBe(1);
  expect(two.out).toContain('more than 1% of the records could not be audited');
  expect((await sluice(['replay', many, '--propagator', 'naive'])).code).toBe(1);
});

proves('audit/findings-placed', async () => {
  const file = written('runs.jsonl', [foreign, benign()]);
  const argv = [file, '--suite', 'banking', '--propagator', 'naive'];
  const place = `benign, naive: ${file}:2: made-up: banking user_task_0 (no attack): send_money`;
  for (const command of ['audit', 'replay']) {
    expect((await sluice([command, ...argv])).out).toContain(place);
  }
});
