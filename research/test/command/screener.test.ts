import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sluice } from '../../../packages/cli/test/terminal.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sluice-screener-'));
const runs = path.join(folder, 'runs.jsonl');

const call = (tool: string, args: object) => ({ function: tool, args });
const message = (tool: string, args: object, result: string) => [
  { role: 'assistant', content: null, tool_calls: [call(tool, args)] },
  { role: 'tool', content: result, tool_call: call(tool, args), error: null },
];
writeFileSync(
  runs,
  JSON.stringify({
    _path: 'own-model/banking/user_task_0/none/none.json',
    suite_name: 'banking',
    user_task_id: 'user_task_0',
    messages: [
      { role: 'user', content: 'Pay the bill.' },
      ...message('read_file', { file_path: 'bill.txt' }, 'To XX0001, 5.00'),
      ...message('send_money', { recipient: 'XX0001', amount: 5 }, 'sent'),
    ],
  }),
);

beforeEach(() => {
  // No weights are there: what needs a model says what to type.
  vi.stubEnv('SLUICE_MODELS', path.join(folder, 'models'));
});

test.each([
  [['train', '--help'], 'sluice train screener runs/'],
  [['train', 'screener', '--help'], '--out screener/ --calls 100'],
  [['bench', 'screener', '--help'], 'sluice bench screener runs/ --features'],
])('%j shows an example', async (argv, example) => {
  const ran = await sluice(argv);
  expect(ran.code).toBe(0);
  expect(ran.out).toContain(example);
});

describe('the shipped screener', () => {
  test('has its figures computed again, beside the paper’s', async () => {
    const { code, out } = await sluice(['bench', 'screener', '--networks', '0', '--json']);
    expect(code).toBe(0);
    expect(out).toMatch(/accuracy .*\.85 \/ \.81/);
    const { model, figures } = JSON.parse(out.trimEnd().split('\n').at(-1) ?? '');
    expect(model).toBe('gpt-4o-2024-05-13');
    const names = ['train.accuracy', 'test.accuracy', 'test.alwaysNo', 'test.balancedAccuracy'];
    for (const name of [
      ...names,
      'test.auc',
      'test.ece',
      'otherModels.auc',
      'peak.auc',
      'leaveSuiteOut.auc',
    ]) {
      expect(figures[`screener.${name}`], name).toBeGreaterThan(0);
    }
  });
});

describe('mistakes', () => {
  test.each([
    ['runs that are not there', ['bench', 'screener', 'no-such-runs'], 'does not exist'],
    ['a screener that is none', ['bench', 'screener', '--screener', runs], 'is no screener'],
    [
      'numbers that are none',
      ['bench', 'screener', '--observations', runs],
      'holds no observations',
    ],
    ['no folder to write to', ['train', 'screener', runs], '--out'],
    ['half a call', ['train', 'screener', runs, '--out', folder, '--calls', '0.5'], 'whole number'],
  ])('%s: said so', async (_, argv, said) => {
    const { code, errors } = await sluice(argv);
    expect(code).toBe(2);
    expect(errors).toContain(said);
  });

  test('weights that were not pulled: what to type', async () => {
    const out = path.join(folder, 'out');
    const { code, errors } = await sluice(['train', 'screener', runs, '--out', out]);
    expect(code).toBe(2);
    expect(errors).toContain('sluice models pull smollm2-135m-instruct');
  });
});
