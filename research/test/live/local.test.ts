import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { naive, type Propagator, regionsOf } from '@sluice/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canAsk, defencesNamed, isGuarded, isLocal } from '../../src/defence/by-name.ts';
import { AnswerMemory } from '../../src/task/answer-memory.ts';
import type { TrialLine } from '../../src/trial/trial.ts';
import { ferryEnvironment } from './ferry.ts';
import { attack, sail, specOf } from './sail.ts';

const name = 'minimal-labels(lambda=0.2 model=tiny)';
const folder = mkdtempSync(path.join(tmpdir(), 'sluice-local-'));
const { policies } = ferryEnvironment;
let asked = 0;

/** Stands in for one that runs a model of its own. */
function local(): Propagator {
  return {
    name: 'minimal-labels',
    needs: 'draft',
    relevant: () => {
      asked += 1;
      return { kind: 'all', because: 'naive' };
    },
  };
}

let trials: readonly TrialLine[];
beforeAll(async () => {
  const specs = ['send', 'berth'].flatMap((task) => [
    specOf({ defence: name, task }),
    specOf({ defence: name, task, attack }),
  ]);
  const named = { policies, reader: undefined, local: new Map([[name, local]]) };
  trials = await sail({ defences: defencesNamed([name], named), specs, folder });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a propagator that runs on a model of its own guards as the others do', () => {
  expect(trials).toHaveLength(4);
  expect(asked).toBeGreaterThan(0);
  for (const { spec, outcome } of trials) {
    expect(spec.defence).toBe(name);
    expect(outcome).toMatchObject({
      kind: 'finished',
      checked: { differences: [], violations: [] },
    });
    expect(outcome.kind === 'finished' && outcome.attackSucceeded).not.toBe(true);
  }
});

test.each([
  [name, true],
  ['attention', true],
  ['judge:local(reads=history)', true],
  ['attention-like', false],
  ['lineage(fields,sums)', true],
  ['lineage', false],
  ['none', false],
])('%s is local: %s', (text, expected) => {
  expect(isLocal(text)).toBe(expected);
  expect(isLocal(text) && !(isGuarded(text) && canAsk(text))).toBe(false);
});

test('one that was not opened is not there', () => {
  expect(() => defencesNamed([name], { policies, reader: undefined })).toThrow('no defence');
  const other = new Map([['attention', naive]]);
  expect(() => defencesNamed([name], { policies, reader: undefined, local: other })).toThrow(name);
});

test('what it answered is known in another sweep, of another reader too', async () => {
  const memory = new AnswerMemory({ version: 'v1' });
  const remembered = new Map([[name, () => memory.remembering(name, regionsNamed())]]);
  const specs = ['send', 'berth'].map((task) => specOf({ defence: name, task }));
  const sweep = async (into: string): Promise<readonly TrialLine[]> => {
    const parts = { policies, reader: undefined, local: remembered };
    return sail({ defences: defencesNamed([name], parts), specs, folder: path.join(folder, into) });
  };
  const endsOf = (lines: readonly TrialLine[]): ReadonlyMap<string, unknown> =>
    new Map(lines.map(({ spec, outcome }) => [spec.task, { ...outcome, cost: 0 }]));
  asked = 0;
  const first = await sweep('first');
  const once = asked;
  expect(once).toBeGreaterThan(0);
  expect(endsOf(await sweep('second'))).toEqual(endsOf(first));
  expect(asked).toBe(once);
});

/** Names what the history holds by its ids, which another gateway must know again. */
function regionsNamed(): Propagator {
  return {
    name: 'minimal-labels',
    needs: 'draft',
    relevant: ({ history }) => {
      asked += 1;
      const regions = regionsOf(history).map(({ id }) => id);
      return { kind: 'regions', regions, evidence: [], unsourced: [] };
    },
  };
}
