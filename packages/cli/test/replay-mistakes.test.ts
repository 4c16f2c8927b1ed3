import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { policyFor } from './chat-logs.ts';
import {
  attacked,
  benign,
  calls,
  messagesOf,
  record,
  says,
  written,
  writtenText,
} from './recorded-runs.ts';
import { sluice } from './terminal.ts';

describe('an archive that is none', () => {
  const cut = (name: string, bytes: number): string => {
    const file = written(name, [attacked()]);
    truncateSync(file, bytes);
    return file;
  };
  const half = readFileSync(written('runs.jsonl.gz', [attacked()])).length / 2;
  test.each([
    ['cut off', cut('runs.jsonl.gz', half)],
    ['cut off, as a whole', cut('run.json.gz', half)],
    ['empty', cut('runs.jsonl.gz', 0)],
    ['text', writtenText('runs.jsonl.gz', 'no archive')],
    ['text, as a whole', writtenText('run.json.gz', 'no archive')],
  ])('%s: it says what to do', async (_, file) => {
    const ran = await sluice(['replay', file]);
    expect(ran.code).toBe(2);
    expect(ran.errors).toContain(`\`${file}\` is not a complete gzip file\n  `);
    expect(ran.errors).toContain('fetch it again');
  });
});

describe('files without a run', () => {
  test.each([
    ['runs.jsonl', ''],
    ['run.json', ''],
    ['run.json', '\n'],
    ['runs.json', '[]'],
  ])('%s with %j contains no runs', async (name, text) => {
    const file = writtenText(name, text);
    const ran = await sluice(['replay', file]);
    expect(ran.code).toBe(2);
    expect(ran.errors).toContain(`\`${file}\` contains no runs`);
    expect(ran.errors).not.toContain('--suite');
  });

  test('an audit names a blank file too', async () => {
    const ran = await sluice(['audit', writtenText('run.json', ''), '--json']);
    expect(ran.code).toBe(1);
    expect(ran.out).toContain('contains no runs');
    expect(ran.figures()['audit.unreadable']).toBe(1);
  });

  test('what was left out is counted, with the reason', async () => {
    const task = { user_task_id: 'injection_task_1' };
    const file = written('runs.jsonl', [attacked(task), attacked(task), attacked({ error: 'x' })]);
    const ran = await sluice(['replay', file]);
    expect(ran.code).toBe(2);
    expect(ran.errors).toContain('all 3 were left out');
    expect(ran.errors).toContain('2 × its user task is an injection task');
    expect(ran.errors).toContain('1 × the run ended in an error');
  });
});

describe('a name that no run has', () => {
  const file = written('runs.jsonl', [attacked(), attacked({ suite_name: 'slack' }), benign()]);
  test.each([
    [['--suite', 'bankng'], 'no run of suite `bankng`', '`banking`, `slack`'],
    [['--attack', 'nope'], 'no run of attack `nope`', '`made_up_attack`'],
    [['--suite', 'slack', '--attack', 'nope'], 'no run of attack `nope`', '`made_up_attack`'],
  ])('%j: the names that are there', async (options, message, names) => {
    const ran = await sluice(['replay', file, ...options]);
    expect(ran.code).toBe(2);
    expect(ran.errors).toContain(message);
    expect(ran.errors).toContain(`choose one of ${names}`);
  });

  test('no attack at all', async () => {
    const ran = await sluice(['replay', written('r.jsonl', [benign()]), '--attack', 'direct']);
    expect(ran.code).toBe(2);
    expect(ran.errors).toContain('leave `--attack` out');
  });

  test('names of records cannot write to the screen', async () => {
    const odd = written('r.jsonl', [attacked({ suite_name: 'a\u001B[2Jb' })]);
    const ran = await sluice(['replay', odd, '--suite', 'banking']);
    expect(ran.errors).toContain(String.raw`a\u001b[2Jb`);
  });
});

describe('a policy of another agent contains nothing, for it knows no tool', () => {
  const file = written('runs.jsonl', [attacked(), benign()]);
  test('none of the tools', async () => {
    const ran = await sluice(['replay', file, '--policy', policyFor('read_mail'), '--json']);
    expect(ran.code).toBe(2);
    expect(ran.out).toBe('');
    expect(ran.errors).toContain('knows 0 of the 2 tools');
    expect(ran.errors).toContain('unknown: `read_file`, `send_money`');
  });

  test('most of the calls', async () => {
    const many = record([
      says('user', 'Go.'),
      ...['a', 'b', 'c'].flatMap((tool) => calls(tool, {}, 'done')),
      says('assistant', 'Done.'),
    ]);
    const argv = ['replay', written('r.jsonl', [many]), '--policy', policyFor('a')];
    expect((await sluice(argv)).errors).toContain('knows 1 of the 3 tools');
  });

  test('where it knows half and more, the others are named, and ask', async () => {
    const argv = ['replay', file, '--policy', policyFor('send_money'), '--json'];
    const ran = await sluice(argv);
    expect(ran.errors).toBe('');
    expect(ran.out).toContain('does not know `read_file`: such calls contain nothing');
    expect(ran.out).toContain('read_file is no tool that the policy knows');
    expect(ran.figures()['replay.naive.questionsBenign']).toBe(1);
  });

  test('an attack through a tool that it does not know is not contained', async () => {
    const reads = Array.from({ length: 4 }, () => calls('read_file', { file_path: 'a' }, 'x'));
    const long = attacked({
      messages: [...messagesOf(attacked()), ...reads.flat(), says('assistant', '')],
    });
    const argv = ['replay', written('r.jsonl', [long]), '--policy', policyFor('read_file')];
    const ran = await sluice([...argv, '--json']);
    expect(ran.code).toBe(1);
    expect(ran.out).toContain('NOT CONTAINED, naive');
    expect(ran.out).toContain('acts through a tool that the policy does not know');
    expect(ran.figures()['replay.contained']).toBe(0);
  });

  test('all runs of the suite count, not the one that is shown', async () => {
    const one = record([says('user', 'Go.'), ...calls('guess', {}, 'x'), says('assistant', 'No.')]);
    const argv = ['replay', written('r.jsonl', [one, benign()]), '--run', '1'];
    const ran = await sluice([...argv, '--propagator', 'lineage']);
    expect(ran.code).toBe(0);
    expect(ran.out).toContain('does not know `guess`');
  });
});

test('one run says that what follows a question is only what was recorded', async () => {
  const file = written('runs.jsonl', [attacked()]);
  const { out } = await sluice(['replay', file, '--run', '1', '--propagator', 'naive']);
  expect(out).toContain('(recorded run: goes on as if yes; counts as stopped)\nresult sent');
  expect(out).not.toContain('the person says');
});

test.each([40, 80, 100])(
  'everything fits %i columns, the table as long as it can',
  async (columns) => {
    const file = written('runs.jsonl', [attacked(), benign()]);
    const ran = await sluice(['replay', file], { columns });
    const lines = ran.out.split('\n').filter((line) => columns >= 80 || !/^[│┌├└]/.test(line));
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.filter((line) => line.length > columns)).toEqual([]);
  },
);

test('the table says of what each figure is a count', async () => {
  const file = written('runs.jsonl', [attacked(), benign()]);
  const { out } = await sluice(['replay', file, '--propagator', 'naive']);
  const cells = out.split('\n').map((line) => line.split('│').map((cell) => cell.trim()));
  const figures = Object.fromEntries(cells.map(([, name = '', value]) => [name, value]));
  expect(figures).toMatchObject({
    runs: '2',
    'runs in which the attack had succeeded': '1',
    '- contained': '1',
    '- not contained, unexplained': '0',
    'harmful calls in them': '1',
    '- asked about or refused': '1',
    '- questions to the person in them': '1',
  });
});

describe('the sample of the pages', () => {
  const sample = path.join(import.meta.dirname, '../samples/runs.jsonl');
  test('one benign run, two successful attacks, one that failed', async () => {
    const ran = await sluice(['replay', sample, '--json']);
    expect(ran.code).toBe(0);
    expect(ran.figures()).toMatchObject({
      'replay.runs': 4,
      'replay.benignRuns': 1,
      'replay.attacksSucceeded': 2,
      'replay.contained': 2,
      'replay.lineage.questionsBenign': 0,
      'replay.naive.questionsBenign': 1,
    });
  });

  test('an audit reads it too', async () => {
    const ran = await sluice(['audit', sample, '--json']);
    expect(ran.code).toBe(0);
    expect(ran.figures()).toMatchObject({ 'audit.runs': 4, 'audit.contained.share': 1 });
  });

  test('a copy without its last line of messages is no whole run', async () => {
    const copy = writtenText('runs.jsonl', '');
    writeFileSync(copy, readFileSync(sample, 'utf8').slice(0, -200));
    expect((await sluice(['replay', copy])).errors).toContain('line 4');
  });
});
