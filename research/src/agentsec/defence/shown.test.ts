import { expect, test } from 'vitest';
import { suiteNamed } from '../suite/suite.ts';
import { runReader } from '../../../test/agentsec/run-reader.ts';
import { shown, writeOut } from './shown.ts';

test('a defence is told nothing of what the adversary wants', async () => {
  const told: string[] = [];
  const users = new Set<string>();
  const curious = shown({
    name: 'curious',
    enforcement: 'none',
    show: (task, chunks) => {
      told.push(...Object.keys(task));
      users.add(task.user);
      return { system: task.system, context: writeOut(chunks) };
    },
  });
  const tasks = suiteNamed('turns').tasks(1);
  await runReader(tasks, [curious]);
  expect([...new Set(told)].toSorted()).toEqual(['authorised', 'game', 'lookUp', 'system', 'user']);
  // In each round, what the user says in it.
  expect([...users]).toEqual(
    expect.arrayContaining(tasks.flatMap(({ rounds }) => rounds.map(({ user }) => user))),
  );
});
