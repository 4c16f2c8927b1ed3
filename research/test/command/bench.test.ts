import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { sluice } from '../../../packages/cli/test/terminal.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sluice-bench-cli-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

test.each([
  [['bench', '--help'], 'sluice bench attacks'],
  [['bench', 'agentdojo', '--help'], 'sluice bench agentdojo --defence none,redact-all --slice'],
  [['bench', 'agentdojo', 'setup', '--help'], 'sluice bench agentdojo setup --python'],
  [['bench', 'attacks', '--help'], 'sluice bench attacks --defence lineage --attacker'],
  [['bench', 'report', '--help'], 'sluice bench report .sluice/bench'],
  [['bench', 'compare', '--help'], 'sluice bench compare a.jsonl#naive a.jsonl#lineage'],
])('%j shows an example', async (argv, example) => {
  const ran = await sluice(argv);
  expect(ran.code).toBe(0);
  expect(ran.out).toContain('Example');
  expect(ran.out).toContain(example);
});

describe('a mistake in use gives 2, a message and what to type, and starts nothing', () => {
  test.each<[string, string[], [message: string, hint: string]]>([
    ['an attacker', ['attacks', '--attacker', 'x'], ['attacker `x`', 'plain-order']],
    ['a defence', ['attacks', '--defence', 'x'], ['defence `x`', 'lineage']],
    ['an environment', ['attacks', '--in', 'x'], ['environment `x`', '`demo`']],
    ['a defence of AgentDojo', ['agentdojo', '--defence', 'none,x'], ['defence `x`', 'oracle']],
    ['a person', ['agentdojo', '--person', 'x'], ['person `x`', 'always-yes']],
    ['a reader', ['agentdojo', '--reader', 'x'], ['reader `x`', 'selecting']],
    [
      'a folder of policies',
      ['agentdojo', '--policies', 'gone'],
      ['`banking`', '--policies FOLDER'],
    ],
    ['a model without an address', ['agentdojo', '--model', 'm'], ['`m`', '--base-url']],
    ['nothing', ['agentdojo', '--defence', 'none,'], ['commas', '']],
    ['documents that are no number', ['searches', '--documents', '6,x'], ['whole number', '']],
    ['no worker', ['attacks', '--workers', '0'], ['above 0', '']],
    ['a ledger that is not there', ['report', 'gone.jsonl'], ['`gone.jsonl`', '']],
    ['one ledger', ['compare', 'a.jsonl'], ['second', '--help']],
  ])('%s', async (_, argv, [message, hint]) => {
    const ran = await sluice(['bench', ...argv]);
    expect(ran.code).toBe(2);
    expect(ran.errors).toContain(message);
    expect(ran.errors).toContain(hint);
  });

  test('a model whose key is not there, or empty', async () => {
    const argv = ['agentdojo', '--model', 'm', '--base-url', 'http://127.0.0.1:9/v1'];
    for (const key of [undefined, '']) {
      vi.stubEnv('NO_SUCH_KEY', key);
      const ran = await sluice(['bench', ...argv, '--key-from', 'NO_SUCH_KEY']);
      expect(ran.code).toBe(2);
      expect(ran.errors).toContain('`NO_SUCH_KEY` is not set');
    }
  });

  test('an oracle of a real model', async () => {
    vi.stubEnv('A_KEY', 'k');
    const model = ['--model', 'm', '--base-url', 'http://127.0.0.1:9/v1', '--key-from', 'A_KEY'];
    const ran = await sluice(['bench', 'agentdojo', '--defence', 'oracle', ...model]);
    expect(ran.code).toBe(2);
    expect(ran.errors).toContain('defence `oracle`');
  });
});

describe('without the Python environment', () => {
  test.each([
    ['agentdojo', ['agentdojo']],
    ['attacks in AgentDojo', ['attacks', '--in', 'agentdojo']],
  ])('%s says how to set it up', async (_, argv) => {
    vi.stubEnv('SLUICE_AGENTDOJO_PYTHON', undefined);
    vi.stubEnv('SLUICE_CACHE', path.join(folder, 'empty'));
    const ran = await sluice(['bench', ...argv, '--ledger', path.join(folder, 'none.jsonl')]);
    expect(ran.code).toBe(2);
    expect(ran.errors).toContain('sluice bench agentdojo setup');
  });
});
