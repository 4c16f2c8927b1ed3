import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { sluice } from '../../../packages/cli/test/terminal.ts';
import { madeShop } from '../privacy/made-shop.ts';

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

test('says which templates were chosen on, none of which is measured', async () => {
  const command = ['bench', 'privacy', '--propagator', 'confirm-never', '--json'];
  const { out } = await sluice(command);
  const { split } = JSON.parse(out.trimEnd().split('\n').at(-1) ?? '');
  expect([split.choosing.length, split.measured.length]).toEqual([15, 15]);
  expect(split.measured).not.toContain(split.choosing[0]);
});

test('names what it leaves out, with what to type', async () => {
  vi.stubEnv('SLUICE_MODELS', folder);
  const { code, out } = await sluice([...slice, 'confirm-never,minimal-labels']);
  vi.unstubAllEnvs();
  expect(code).toBe(0);
  expect(out).toMatch(/left out: minimal-labels: .*sluice models pull/);
  expect(out).not.toContain('for they run on weights');
});

test('a shop is run where its file is named, and left out by name where not', async () => {
  const shop = path.join(folder, 'shop.json');
  writeFileSync(shop, JSON.stringify(madeShop));
  vi.stubEnv('SLUICE_RETAIL', undefined);
  const without = await sluice([...slice, 'none']);
  expect(without.out).toMatch(/left out: the shop .*--retail FILE/);
  const { code, out, figures } = await sluice([...slice, 'none', '--retail', shop, '--json']);
  expect(code).toBe(0);
  expect(out).toMatch(/A shop \(truth: tasks and calls: tau-bench/);
  expect(out).not.toContain('left out: the shop');
  expect(figures()).toMatchObject({
    'privacy.retail.none.tasks': 2,
    'privacy.retail.none.fnr': 1,
    'privacy.retail.none.due': 2,
    'privacy.retailProse.none.tasks': 4,
  });
  const wrong = await sluice([...slice, 'none', '--retail', path.join(folder, 'nowhere.json')]);
  expect(wrong.code).toBe(2);
  expect(wrong.errors).toMatch(/no file of a shop/);
  vi.unstubAllEnvs();
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
