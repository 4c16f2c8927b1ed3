import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { attacked, benign, calls, injected, says, written, writtenText } from './recorded-runs.ts';
import { sluice } from './terminal.ts';

const orphan = calls('read_file', { file_path: 'note.txt' }, injected).slice(1);

describe('a record that tells nothing is named, counts as nothing, and harms no other', () => {
  test.each([
    ['no message', attacked({ messages: [] }), 'is a run without messages'],
    ['no word of the agent', attacked({ messages: [says('user', 'Go.')] }), 'without messages'],
    ['messages that are none', { ...attacked(), messages: 3 }, 'is not an AgentDojo run'],
    [
      'foreign JSON',
      { hello: 'world' },
      'is not an AgentDojo run, a chat log, a GenAI span or an event log',
    ],
    ['JSON that is no object', 3, 'is not an AgentDojo run'],
    [
      'a result of a call that was never made',
      attacked({ messages: [says('user', 'Go.'), ...orphan, says('assistant', 'Done.')] }),
      'contains a result of a call that was never made',
    ],
    ['an attack without its text', attacked({ injections: {} }), 'names an attack without'],
    ['a text without its attack', attacked({ injection_task_id: null }), 'names an attack without'],
    ['an attack of unknown outcome', attacked({ security: 'yes' }), 'names an attack without'],
  ])('%s', async (_, bad, reason) => {
    const text = [attacked(), bad, benign()].map((one) => JSON.stringify(one)).join('\n');
    const ran = await sluice(['audit', writtenText('runs.jsonl', text), '--json']);
    expect(ran.out).toContain(reason);
    expect(ran.out).toContain('line 2');
    expect(ran.figures()).toMatchObject({
      'audit.runs': 2,
      'audit.unreadable': 1,
      'audit.attacksSucceeded': 1,
      'audit.contained.share': 1,
    });
  });

  test('half a line of JSON', async () => {
    const file = written('runs.jsonl', [attacked()]);
    appendFileSync(file, '{"suite_name": "bank');
    const ran = await sluice(['audit', file, '--json']);
    expect(ran.out).toMatch(/line 2 of .* is not JSON/);
    expect(ran.figures()).toMatchObject({ 'audit.runs': 1, 'audit.unreadable': 1 });
  });
});

test.each([
  ['a run that ended in an error', { error: 'context too long' }, 'the run ended in an error'],
  ['an injection task as the task', { user_task_id: 'injection_task_3' }, 'is an injection task'],
])('%s is skipped, and counted as skipped', async (_, change, reason) => {
  const file = written('runs.jsonl', [attacked(change), benign()]);
  const ran = await sluice(['audit', file, '--json']);
  expect(ran.out).toContain(reason);
  expect(ran.figures()).toMatchObject({
    'audit.runs': 1,
    'audit.unreadable': 0,
    'audit.attacksSucceeded': 0,
  });
});

describe('archives', () => {
  test('one that was cut short is named; what can be unpacked of it, and other files, count', async () => {
    const folder = path.dirname(written('runs.jsonl', [benign()]));
    const cut = written(
      'cut.jsonl.gz',
      Array.from({ length: 200 }, () => attacked()),
    );
    truncateSync(cut, Math.floor(readFileSync(cut).length * 0.9));
    const ran = await sluice(['audit', folder, cut, '--json']);
    expect(ran.out).toMatch(/unreadable: .*cut\.jsonl\.gz is not a complete gzip file/);
    const { 'audit.runs': runs = 0, 'audit.benignRuns': benignRuns } = ran.figures();
    expect(runs).toBeGreaterThan(1);
    expect(runs).toBeLessThan(201);
    expect(benignRuns).toBe(1);
  });

  test.each(['runs.jsonl.gz', 'run.json.gz'])('%s that is none is named', async (name) => {
    const ran = await sluice(['audit', writtenText(name, 'no archive'), '--json']);
    expect(ran.code).toBe(1);
    expect(ran.out).toContain('is not a complete gzip file');
  });

  test('a whole `.json.gz` that was cut short', async () => {
    const cut = written('run.json.gz', [attacked()]);
    truncateSync(cut, 300);
    const ran = await sluice(['audit', cut, '--json']);
    expect(ran.out).toContain('is not a complete gzip file');
    expect(ran.figures()['audit.runs']).toBe(0);
  });
});

test('an audit of nothing does not end with 0', async () => {
  const empty = mkdtempSync(path.join(tmpdir(), 'sluice-empty-'));
  mkdirSync(path.join(empty, 'inner'));
  writeFileSync(path.join(empty, 'inner', 'notes.txt'), 'nothing');
  const ran = await sluice(['audit', empty, '--json']);
  expect(ran.code).toBe(1);
  expect(ran.figures()).not.toHaveProperty('audit.contained.share');
});

test('a folder is read with all that is in it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-folder-'));
  mkdirSync(path.join(folder, 'a/b'), { recursive: true });
  writeFileSync(path.join(folder, 'a/b/run.json'), JSON.stringify(attacked({ content: 'blocks' })));
  writeFileSync(path.join(folder, 'a/run.json'), JSON.stringify(benign()));
  const ran = await sluice(['audit', folder, '--json']);
  expect(ran.code).toBe(0);
  expect(ran.figures()).toMatchObject({ 'audit.runs': 2, 'audit.attacksSucceeded': 1 });
});
