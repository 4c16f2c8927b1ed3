import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SluiceError } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { mistakeText } from '../src/program.ts';
import { sluice } from './terminal.ts';

test.each([
  [['--help'], 'sluice demo --scene'],
  [['demo', '--help'], 'sluice demo --scene changed-account'],
  [['policy', '--help'], 'sluice policy check'],
  [['policy', 'check', '--help'], 'sluice policy check sluice.yaml --tools'],
  [['policy', 'explain', '--help'], '--tool send_money --args'],
  [['policy', 'test', '--help'], '--cases cases.yaml'],
  [['replay', '--help'], '--attack important_instructions'],
  [['audit', '--help'], 'sluice audit runs/ --attack'],
  [['report', '--help'], 'sluice report events.jsonl'],
  [['why', '--help'], 'sluice why call_1f0c --log'],
  [['export', '--help'], 'sluice export --out audit.jsonl'],
  [['reload', '--help'], 'sluice reload'],
  [['break-glass', '--help'], 'sluice break-glass default --minutes 30'],
  [['erase', '--help'], 'sluice erase 0123456789abcdef --because'],
])('%j shows an example', async (argv, example) => {
  const ran = await sluice(argv);
  expect(ran.code).toBe(0);
  expect(ran.out).toContain('Example');
  expect(ran.out).toContain(example);
});

test('every command has an example in its help, and no line of it is too long', async () => {
  const left: string[][] = [[]];
  const without: string[] = [];
  for (let argv = left.pop(); argv !== undefined; argv = left.pop()) {
    const { out } = await sluice([...argv, '--help']);
    const isTooLong = out.split('\n').some((line) => line.length > 100);
    if (!/^Examples?:\n {2}.*\bsluice /m.test(out) || isTooLong) without.push(argv.join(' '));
    left.push(...innerOf(out).map((name) => [...(argv ?? []), name]));
  }
  expect(without).toEqual([]);
});

/** The commands that a help page lists. */
function innerOf(help: string): readonly string[] {
  const [listed = ''] = help.replace(/^Arguments:\n(?: +.*\n)+/m, '').split(/\nExamples?:/);
  const isGroup = /^Usage: .*\[command\]/.test(help);
  return isGroup
    ? [...listed.matchAll(/^ {2}([a-z][a-z-]*)(?= )/gm)].flatMap(([, name]) =>
        name === 'help' || name === undefined ? [] : [name],
      )
    : [];
}

test('the help of replay says what a replay cannot show', async () => {
  const { out } = await sluice(['replay', '--help']);
  expect(out).toMatch(/never shows what a model would have done after a redaction/);
});

test('--version prints the version alone', async () => {
  const ran = await sluice(['--version']);
  expect(ran.code).toBe(0);
  expect(ran.out).toMatch(/^\d+\.\d+\.\d+$/);
});

describe('a mistake in use gives 2, a message and what to type', () => {
  test.each<[string, string[], [message: string, hint: string]]>([
    ['an unknown command', ['dmeo'], ['unknown command', 'demo']],
    ['an unknown option', ['demo', '--fast'], ['--fast', '--help']],
    ['a misspelled option', ['demo', '--alll'], ['did you mean --all?', 'sluice demo --help']],
    ['an inner command', ['policy', 'chekc'], ['mean check?', 'sluice policy --help']],
    ['a word that is no choice', ['keys', 'add', 'x', 'y'], ["'kind'", 'sluice keys add --help']],
    ['no policy yet', ['policy', 'check', 'no/sluice.yaml'], ['does not exist', 'sluice init']],
    ['an unknown scene', ['demo', '--scene', 'x'], ['`x`', 'payment-note']],
    ['an unknown propagator', ['demo', '--propagator', 'x'], ['`x`', 'lineage']],
    ['labels per argument', ['demo', '--propagator', 'staged'], ['`staged`', '`staged: true`']],
    ['an unknown model', ['demo', '--model', 'x'], ['`x`', 'openai:NAME']],
    ['a file that is not there', ['replay', 'gone.jsonl'], ['`gone.jsonl` does not exist', 'path']],
    ['a run number that is none', ['replay', 'x.json', '--run', '0'], ['0', 'from 1']],
    ['no file', ['replay'], ['file', '--help']],
    [
      'a label of no call',
      [
        'policy',
        'explain',
        demoPolicy(),
        '--tool',
        'x',
        '--result',
        demoPolicy(),
        '--label',
        'top',
      ],
      ['`--label` needs a call', '--args'],
    ],
    [
      'a policy that is not there',
      ['policy', 'check', 'gone.yaml'],
      ['`gone.yaml` does not exist', 'path'],
    ],
  ])('%s', async (_, argv, [message, hint]) => {
    const ran = await sluice(argv);
    expect(ran.code).toBe(2);
    expect(ran.errors).toContain(message);
    expect(ran.errors).toContain(hint);
  });
});

test('a pipe gets no colours, whatever the command', () => {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const flags = ['--conditions=@sluice/source', main, 'demo', '--scene', 'payment-note'];
  const env = { ...process.env, CI: 'true', FORCE_COLOR: undefined, NO_COLOR: undefined };
  const ran = spawnSync(process.execPath, flags, { encoding: 'utf8', env });
  expect(ran.status).toBe(0);
  expect(ran.stdout).toContain('attack stopped');
  expect(ran.stdout).not.toContain('\u001B[');
});

function demoPolicy(): string {
  return fileURLToPath(new URL('../src/demo/sluice.yaml', import.meta.url));
}

test('a hint that the mistake says already is not said twice', () => {
  const error = new SluiceError('policy-invalid', 'p.yaml:1:1: error: x; write y', {
    hint: 'write y',
  });
  expect(mistakeText(error)).toBe('sluice: p.yaml:1:1: error: x; write y');
});
