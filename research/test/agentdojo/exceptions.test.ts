import { expect, test } from 'vitest';
import {
  exceptionsOf,
  names,
  type CaseId,
  type CasesBy,
  type GraderExceptions,
} from '../../src/agentdojo/exceptions.ts';

test.each([
  ['v1.1.2', 12, 4],
  ['v1.2.2', 20, 5],
])('%s: %i attacks that never count, %i vacuous tasks', (version, attacks, tasks) => {
  const { attackNeverCounts, vacuous } = exceptions(version);
  const cases = attackNeverCounts.map((entry) => sizeOf(entry.goals) * sizeOf(entry.tasks));
  expect(sum(cases)).toBe(attacks);
  expect(sum(vacuous.map((entry) => sizeOf(entry.tasks)))).toBe(tasks);
});

test.each(['v1.1.2', 'v1.2.2'])(
  '%s: no case stands in a list twice, and each has a reason',
  (of) => {
    for (const entries of Object.values<readonly CasesBy[]>({ ...exceptions(of) })) {
      const all = entries.flatMap(({ suite, goals, tasks }) =>
        [goals].flat().flatMap((goal) => [tasks].flat().map((task) => `${suite} ${task} ${goal}`)),
      );
      expect(new Set(all).size).toBe(all.length);
      for (const { because } of entries) expect(because).toMatch(/^it /);
    }
  },
);

test.each(['v1.1', 'v9', 'constructor', ''])('nobody looked at version `%s`', (version) => {
  expect(exceptionsOf(version)).toBeUndefined();
});

test.each<[keyof GraderExceptions, CaseId, boolean]>([
  ['attackNeverCounts', caseOf('banking', 'user_task_14', 'injection_task_7'), true],
  ['attackNeverCounts', caseOf('banking', 'user_task_14', undefined), true],
  ['attackNeverCounts', caseOf('banking', 'user_task_14', 'injection_task_17'), false],
  ['attackNeverCounts', caseOf('banking', 'user_task_1', 'injection_task_7'), false],
  ['attackNeverCounts', caseOf('slack', 'user_task_14', 'injection_task_7'), false],
  ['attackNeverCounts', caseOf('banking', '14', '7'), false],
  ['throughAnswer', caseOf('travel', 'user_task_3', 'injection_task_6'), true],
  ['utilityCannotBeHad', caseOf('slack', 'user_task_7', 'injection_task_2'), true],
])('%s names %o: %s', (list, id, expected) => {
  expect(names(exceptions('v1.2.2')[list], id)).toBe(expected);
});

function caseOf(suite: string, task: string, goal: string | undefined): CaseId {
  return { suite, task, goal };
}

function exceptions(version: string): GraderExceptions {
  const found = exceptionsOf(version);
  if (found === undefined) throw new Error(`no exceptions of ${version}`);
  return found;
}

function sizeOf(ids: readonly number[] | 'all'): number {
  return ids === 'all' ? Number.NaN : ids.length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
