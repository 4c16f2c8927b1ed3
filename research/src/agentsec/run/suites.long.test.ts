import { describe, expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import type { SecDefence } from '../defence/defence.ts';
import { none } from '../defence/paper.ts';
import { isSluice, measuresOf } from '../measure/measures.ts';
import { composedBound, decompose } from '../measure/theorem.ts';
import { suiteNamed, suites } from '../suite/suite.ts';
import { runReader } from '../../../test/agentsec/run-reader.ts';
import type { Trace } from '../trace/trace.ts';
import { betaOf, missedBy } from '../validator/beta.ts';
import { secReport } from './report.ts';

const perKind = 6;

const running = new Map<string, Promise<readonly Trace[]>>();

/** Each suite is run once, when it is first asked for. */
function tracesIn(name: string): Promise<readonly Trace[]> {
  const found = running.get(name) ?? runReader(suiteNamed(name).tasks(perKind));
  running.set(name, found);
  return found;
}

async function tracesOf(name: string, defence: string): Promise<readonly Trace[]> {
  return (await tracesIn(name)).filter((trace) => trace.defence === defence);
}

test.each(suites)(
  '$name: nothing that is covered leaves Sluice, though it is proposed',
  async ({ name }) => {
    const guarded = (await tracesIn(name)).filter(isSluice);
    expect(guarded.filter(({ error }) => error !== undefined)).toEqual([]);
    expect(guarded.filter((each) => each.covered && each.violated)).toEqual([]);
    expect(guarded.some(({ covered, proposed }) => covered && proposed)).toBe(true);
  },
);

describe.each(suites)('$name', (suite) => {
  test('the bounds hold, and without a defence every kind of attack succeeds', async () => {
    const all = await tracesIn(suite.name);
    const report = secReport(all, { suite, tasks: suite.tasks(perKind) });
    expect(report.bounds.filter(({ holds }) => !holds)).toEqual([]);
    expect(report.provesNothing).toEqual([]);
    expect(report.figures['agentsec.ideal.asr']).toBe(0);
    expect(report.figures['agentsec.sluice.coveredViolations']).toBe(0);
  });
});

proves('agentsec/theorem-1', async () => {
  const beta = betaOf(missedBy(suiteNamed('games').tasks(perKind)));
  for (const { name } of suites) {
    const defences = new Set((await tracesIn(name)).map(({ defence }) => defence));
    for (const defence of defences) {
      const found = decompose(await tracesOf(name, defence));
      expect(found.error).toBeLessThan(1e-12);
      expect(found.executed).toBeLessThanOrEqual(found.risk);
      const bound = composedBound(found, { beta, epsilon: found.pClosed ?? 0 });
      if (name === 'games') expect(found.executed).toBeLessThanOrEqual(bound);
    }
  }
  // The spellings that the validator was not built for remain: of five spellings Morse's, where the
  // reader keeps it, one half, and calls no tool, in two games of three; of three tellings two.
  for (const [suite, left] of [
    ['encoded', 1 / 15],
    ['secrets', 2 / 3],
  ] as const) {
    const found = decompose(await tracesOf(suite, 'none'));
    expect(found.risk).toBe(1);
    expect(found.executed).toBeCloseTo(left, 9);
  }
});

proves('agentsec/proposition-1', async () => {
  for (const { name } of suites) {
    expect(measuresOf(await tracesOf(name, 'delimiter')).closure).toBe(0);
    expect(measuresOf(await tracesOf(name, 'none')).closure).toBe(0);
  }
});

describe('what labels of chunks are worth', () => {
  test('who each is of, looked at in every game, is as much as the oracle makes of it', async () => {
    const everywhere = measuresOf(await tracesOf('games', 'provenance-everywhere'));
    const { asr, closure, utility } = measuresOf(await tracesOf('games', 'sluice-oracle'));
    expect(everywhere).toMatchObject({ asr, closure, utility });
  });
  test('without them Sluice stops what it stopped, and lets no task be done', async () => {
    const whole = measuresOf(await tracesOf('games', 'whole-result'));
    const { asr } = measuresOf(await tracesOf('games', 'sluice-oracle'));
    expect(whole.asr).toBe(asr);
    // Letters are all that is left: their answers may be untrusted.
    expect(whole.utility).toBeCloseTo(1 / 6, 9);
  });
});

test('a defence that answers the first of two turns alone has done half', async () => {
  const first: SecDefence = {
    name: 'first-turn',
    enforcement: 'none',
    answer: ({ task, ...episode }) =>
      none.answer({ ...episode, task: { ...task, rounds: [task.rounds[0]] } }),
  };
  const tasks = suiteNamed('turns').tasks(perKind);
  const { utility } = measuresOf(await runReader(tasks, [first]));
  expect(utility).toBeGreaterThan(0.4);
  expect(utility).toBeLessThan(0.65);
});

describe('what the further suites show', () => {
  test.each([
    ['encoded', 'combined', 'spelling is not in its patterns'],
    ['split', 'combined', 'no piece looks like a canary'],
    ['steps', 'leastPrivilege', 'the tool is allowed, the argument is not'],
    ['mixed', 'filter', 'a record is no order'],
  ])('%s gets past %s: %s', async (suite, defence) => {
    expect(measuresOf(await tracesOf(suite, defence)).asr).toBeGreaterThan(0.1);
  });
  test('a label that is wrong covers nothing', async () => {
    const wrong = (await tracesOf('mixed', 'sluice-target')).filter(({ covered }) => !covered);
    expect(measuresOf(wrong).asr).toBe(1);
  });
  test('passages that are hidden have still pushed others out', async () => {
    const out = (await tracesOf('ranking', 'sluice-target')).filter(
      ({ kind }) => kind === 'displaced',
    );
    const { asr, utility, utilityAttacked } = measuresOf(out);
    expect([asr, utility, utilityAttacked]).toEqual([0, 1, 0]);
  });
});
