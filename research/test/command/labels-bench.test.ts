import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { sluice } from '../../../packages/cli/test/terminal.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sluice-labels-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

test.each<[string, string[], [message: string, hint: string]]>([
  ['no data set', [], ['--dataset', '--help']],
  ['a data set', ['--dataset', 'x'], ['data set `x`', 'kv, news, agent']],
  ['no thread', ['--dataset', 'kv', '--threads', '0'], ['above 0', '']],
  ['weights', ['--dataset', 'kv', '--weights', 'x'], ['weights are known as `x`', 'smollm2']],
  [
    'weights that were not pulled',
    ['--dataset', 'agent', '--quick'],
    ['have not been pulled', 'sluice models pull smollm2-135m-instruct'],
  ],
])('%s gives 2, a message and what to type', async (_, argv, [message, hint]) => {
  vi.stubEnv('SLUICE_MODELS', folder);
  const ran = await sluice(['bench', 'labels', ...argv]);
  expect(ran.code).toBe(2);
  expect(ran.errors).toContain(message);
  expect(ran.errors).toContain(hint);
});

test('its help has an example, and says what the exit code is', async () => {
  const ran = await sluice(['bench', 'labels', '--help']);
  expect(ran.code).toBe(0);
  expect(ran.out).toContain('sluice bench labels --dataset agent --quick');
  expect(ran.out).toContain('Exit code 0');
});
