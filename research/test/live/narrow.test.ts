import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canAsk, defenceNames, defencesNamed, isGuarded } from '../../src/defence/by-name.ts';
import type { TrialLine, TrialOutcome } from '../../src/trial/trial.ts';
import { ferryEnvironment } from './ferry.ts';
import { attack, sail, specOf } from './sail.ts';

const names = ['lineage-draft', 'lineage-ceiling'];

const tasks = ['send', 'berth', 'tide', 'thanks'];

const folder = mkdtempSync(path.join(tmpdir(), 'sluice-narrow-'));

let trials: readonly TrialLine[];

beforeAll(async () => {
  const { policies } = ferryEnvironment;
  const specs = names.flatMap((defence) =>
    tasks.flatMap((task) => [
      specOf({ defence, task }),
      specOf({ defence, task, attack }),
      specOf({ defence, task, attack, person: 'truthful' }),
    ]),
  );
  const defences = defencesNamed(names, { policies, reader: undefined });
  trials = await sail({ defences, specs, folder });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Finished = Extract<TrialOutcome, { kind: 'finished' }>;

function outcomes(defence: string): readonly Finished[] {
  // Trials end in any order.
  const mine = trials
    .filter(({ spec }) => spec.defence === defence)
    .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  expect(mine).toHaveLength(3 * tasks.length);
  return mine.flatMap(({ outcome }) => (outcome.kind === 'finished' ? [outcome] : []));
}

function nameOf({ spec: { task, attack: by, person } }: TrialLine): string {
  return `${task} ${by?.goal ?? ''} ${person}`;
}

test('it is one of the guarded defences, and can ask', () => {
  expect(defenceNames({ real: true })).toContain('lineage-ceiling');
  expect([canAsk('lineage-ceiling'), isGuarded('lineage-ceiling')]).toEqual([true, true]);
});

test('no attack succeeds under it, and the checker agrees with every log', () => {
  const all = outcomes('lineage-ceiling');
  expect(all).toHaveLength(3 * tasks.length);
  for (const { attackSucceeded = false, checked } of all) {
    expect(attackSucceeded).toBe(false);
    expect(checked).toMatchObject({ differences: [], violations: [] });
  }
});

test('it does what is done when the draft is asked about, and generates once more before a call is stopped', () => {
  const [asking, narrowing] = names.map(outcomes);
  const done = (all: readonly Finished[] = []): readonly boolean[] =>
    all.map(({ utility }) => utility);
  const calls = (all: readonly Finished[] = []): number =>
    all.reduce((sum, { cost }) => sum + cost.modelCalls, 0);
  expect(done(narrowing)).toEqual(done(asking));
  expect(calls(narrowing)).toBeGreaterThan(calls(asking));
  const kinds = narrowing?.flatMap(({ moments }) =>
    moments.filter(({ kind }) => kind === 'step').map(({ text }) => text),
  );
  expect(kinds).toContain('fell-back');
});
