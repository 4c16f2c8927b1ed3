import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { sluice } from '../../../packages/cli/test/terminal.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sluice-privacy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const slice = ['bench', 'privacy', '--no-generated', '--propagator'];

test('prints a table beside the paper, and the figures by their names', async () => {
  const { code, out, figures } = await sluice([...slice, 'none,confirm-never,lineage', '--json']);
  expect(code).toBe(0);
  expect(out).toContain('21 (19)');
  expect(out).toContain('not a real model’s figures');
  expect(out).toMatch(/left out, for they run on weights: minimal-labels, .*judge:local;/);
  expect(figures()).toMatchObject({
    'privacy.confirmNever.falseNegativeCases': 21,
    'privacy.confirmNever.falsePositiveCases': 0,
    'privacy.none.cases': 37,
    'privacy.lineage.errors': 0,
  });
  // Without generated tasks there is nothing to choose on.
  expect(Object.keys(figures()).some((name) => name.startsWith('privacy.best'))).toBe(false);
});

test('names what it leaves out, with what to type', async () => {
  vi.stubEnv('SLUICE_MODELS', folder);
  const { code, out } = await sluice([...slice, 'confirm-never,minimal-labels']);
  vi.unstubAllEnvs();
  expect(code).toBe(0);
  expect(out).toMatch(/left out: minimal-labels: .*sluice models pull/);
  expect(out).not.toContain('for they run on weights');
});

test('a ledger is written and gone on with', async () => {
  const ledger = path.join(folder, 'privacy.jsonl');
  const command = [...slice, 'confirm-never', '--ledger', ledger, '--json'];
  const first = await sluice(command);
  const written = readFileSync(ledger, 'utf8');
  const again = await sluice(command);
  expect(again.figures()).toEqual(first.figures());
  expect(readFileSync(ledger, 'utf8')).toBe(written);
});

test.each([
  ['a propagator that nobody knows', ['--propagator', 'lineages'], /no propagator `lineages`/],
  ['a model without an address', ['--model', 'gpt-4o'], /where it is served is not said/],
])('a mistake: %s', async (_, words, message) => {
  const { code, errors } = await sluice(['bench', 'privacy', '--no-generated', ...words]);
  expect(code).not.toBe(0);
  expect(errors).toMatch(message);
});
