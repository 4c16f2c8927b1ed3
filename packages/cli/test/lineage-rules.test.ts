import { expect, test } from 'vitest';
import { attacked, benign, written } from './recorded-runs.ts';
import { sluice } from './terminal.ts';

const name = 'lineage(fields,sums)';

test('the demo takes lineage with rules, in any order, and stops every attack', async () => {
  const { code, figures } = await sluice([
    'demo',
    '--propagator',
    'lineage(sums, fields)',
    '--json',
  ]);
  expect(code).toBe(0);
  expect(figures()).toMatchObject({
    [`demo.${name}.attacksSucceeded`]: 0,
    [`demo.${name}.tasksDone`]: 17,
    [`demo.${name}.needlessQuestions`]: 0,
  });
});

test('replay and audit take it, beside others', async () => {
  const file = written('runs.jsonl', [attacked(), benign()]);
  const replayed = await sluice(['replay', file, '--propagator', 'lineage(sums,fields)']);
  expect(replayed.code).toBe(0);
  expect(replayed.out).toContain(name);
  const audited = await sluice(['audit', file, '--propagator', `naive,${name}`, '--json']);
  expect(audited.code).toBe(0);
  expect(audited.figures()).toHaveProperty([`audit.contained.${name}`], 1);
});

test('bench privacy takes it among others, each once', async () => {
  const argv = ['bench', 'privacy', '--no-generated', '--propagator', `confirm-never,${name}`];
  const { code, figures } = await sluice([...argv, '--json']);
  expect(code).toBe(0);
  expect(figures()).toMatchObject({
    'privacy.confirmNever.falseNegativeCases': 21,
    'privacy.lineageFieldsSums.falseNegativeCases': 1,
  });
});

test.each(['demo', 'replay', 'audit'])('%s says which rules there are', async (command) => {
  const files = command === 'demo' ? [] : [written('runs.jsonl', [benign()])];
  const { code, errors } = await sluice([command, ...files, '--propagator', 'lineage(sum)']);
  expect(code).toBe(2);
  expect(errors).toContain('`lineage` has no rule `sum`\n  name some of days, everything, fields');
});
