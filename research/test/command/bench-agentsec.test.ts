import { describe, expect, test } from 'vitest';
import { sluice } from '../../../packages/cli/test/terminal.ts';

const agentsec = (...argv: readonly string[]) => sluice(['bench', 'agentsec', ...argv]);

test('the games end with their figures, beside the paper’s', async () => {
  const ran = await agentsec('--pairs', '2', '--json');
  expect(ran.code).toBe(0);
  const figures = ran.figures();
  expect(figures).toMatchObject({
    'agentsec.none.asr': 1,
    'agentsec.none.closure': 0,
    'agentsec.combined.asr': 0,
    'agentsec.sluice.coveredViolations': 0,
    'agentsec.pairsPerCell': 2,
    'agentsec.traces': 2 * 2 * 3 * 14,
    'agentsec.tracesOfPaper': 2 * 2 * 3 * 6,
    'agentsec.theorem1.maxError': 0,
  });
  for (const name of ['delimiter', 'filter', 'provenance', 'leastPrivilege', 'sluice']) {
    for (const figure of ['asr', 'advantage', 'leak', 'closure', 'utility']) {
      expect(figures[`agentsec.${name}.${figure}`]).toBeTypeOf('number');
    }
  }
  expect(figures['agentsec.beta']).toBeGreaterThan(0);
  expect(ran.out).toContain('(0.938)');
  expect(ran.out).toContain('Hoeffding radius of an advantage 1.92');
  expect(ran.out).toMatch(/left out, for they run on weights: .*attention/);
});

describe('mistakes', () => {
  test.each([
    ['--suite', 'none', 'there is no suite `none`'],
    ['--model', 'gpt', 'there is no model `gpt`'],
    ['--propagator', 'nobody', 'there is no propagator `nobody`'],
    ['--pairs', '0.5', '`--pairs 0.5` is no whole number above 0'],
    ['--repeats', '1.5', '`--repeats 1.5` is no whole number above 0'],
    ['--repeats', '3', 'without a temperature every repeat is the same'],
    ['--temperature', '0.7', 'a reader has no temperature'],
    ['--defence-url', 'nonsense', 'the address of the defence is no URL'],
    ['--distinguish', 'meaning', 'there is no distinguisher `meaning`'],
    ['--distinguish', 'scorer', '`games` has no secrets to paraphrase'],
  ])('%s %s', async (option, value, message) => {
    const ran = await agentsec('--pairs', '1', option, value);
    expect(ran.code).not.toBe(0);
    expect(ran.errors).toContain(message);
  });
  test('weights that are not there are named, with what to type', async () => {
    const ran = await agentsec('--model', 'local', '--weights', 'no-such-weights');
    expect(ran.code).not.toBe(0);
    expect(ran.errors).toMatch(/no-such-weights/);
  });
});

test('a further suite', async () => {
  const ran = await agentsec(
    '--suite',
    'mixed',
    '--pairs',
    '1',
    '--propagator',
    'target',
    '--json',
  );
  expect(ran.code).toBe(0);
  expect(ran.figures()['agentsec.sluice.asr']).toBeCloseTo(1 / 3);
});
