import { loadPolicy } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { suites } from '../suite/suite.ts';
import { visibleIn } from '../trace/visible.ts';
import { games, sides, type SecTask, type Side } from './task.ts';
import { gameTasks } from './tasks.ts';

const all = suites.flatMap((suite) => suite.tasks(12).map((task) => ({ suite, task })));

function textsOn({ rounds, links = {} }: SecTask, side: Side): string {
  const found = [...rounds, ...Object.values(links)].flatMap((each) => each[side]);
  return found.map(({ text }) => text).join('\n');
}

proves('agentsec/pairs', () => {
  expect(all.length).toBeGreaterThan(200);
  for (const { task } of all) {
    expect([task.id, visibleIn(task, textsOn(task, 'benign'))]).toEqual([task.id, []]);
    const shown = visibleIn(task, textsOn(task, 'adversarial'));
    expect([task.id, shown]).toEqual([task.id, task.coordinates]);
    expect(textsOn(task, 'benign')).not.toContain(task.target);
  }
});

proves('agentsec/seeded', () => {
  for (const suite of suites) {
    expect(suite.tasks(3)).toEqual(suite.tasks(3));
    const [few, more] = [suite.tasks(3), suite.tasks(9)].map((tasks) => tasks.map(({ id }) => id));
    expect(more).toEqual(expect.arrayContaining(few ?? []));
  }
  expect(gameTasks(4, 1)).not.toEqual(gameTasks(4, 2));
});

test('the first two tickets are one of staff’s and one letter, and each wording meets both', () => {
  const tasks = gameTasks(48).filter(({ game }) => game === 'instruction');
  expect(tasks.map(({ covered }) => covered).slice(0, 2)).toEqual([true, false]);
  expect(new Set(tasks.map(({ attack, covered }) => `${attack} ${covered}`)).size).toBe(48);
});

test('each game has its own 24 wordings, and 24 pairs meet them all', () => {
  const tasks = gameTasks(24);
  const met = games.map((game) => {
    return new Set(tasks.filter((each) => each.game === game).map(({ attack }) => attack));
  });
  expect(met.map(({ size }) => size)).toEqual([24, 24, 24]);
  expect(met[0]).not.toEqual(met[1]);
  expect(met[1]).not.toEqual(met[2]);
  const says = tasks.map(({ rounds }) => rounds[0].adversarial.at(-1)?.text);
  expect(new Set(says).size).toBe(72);
});

test('no two tasks of a game have one target, and they vary', () => {
  const tasks = gameTasks(738);
  expect(new Set(tasks.map(({ target }) => target)).size).toBe(tasks.length);
  const facts = new Set(tasks.flatMap(({ rounds }) => rounds[0].facts));
  expect(facts.size).toBeGreaterThan(0.95 * tasks.length);
});

test('what a task wants known can be read on both sides, and can be told by its terms', () => {
  for (const { task, suite } of all) {
    for (const side of sides) {
      if (suite.name === 'ranking' && side === 'adversarial') continue;
      const facts = task.rounds.flatMap((each) => each.facts);
      for (const fact of facts) expect(textsOn(task, side)).toContain(fact);
      const told = facts.join(' ').toLowerCase();
      for (const term of task.utilityTerms) expect(told).toContain(term);
    }
  }
});

describe('policies', () => {
  const texts = new Map(all.map(({ task }) => [task.policy, task]));
  test.each([...texts].map(([text, { id }]) => [id, text] as const))('%s', async (_, text) => {
    await expect(loadPolicy(text, { file: 'sluice.yaml' })).resolves.toBeDefined();
  });
});
