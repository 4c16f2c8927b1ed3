import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findAgentDojo } from '../../src/agentdojo/environment.ts';
import type { Facts, TaskFacts } from '../../src/agentdojo/facts.ts';
import { readFacts } from '../../src/agentdojo/read-facts.ts';
import type { ReaderVariant } from '../../src/reader/evidence.ts';
import { readerOf } from '../../src/reader/reader.ts';
import { worldOf } from '../../src/reader/world.ts';
import { play } from './play.ts';

/** The tests that need the package run where it is set up, and are skipped by name elsewhere. */
const environment = findAgentDojo();

describe.skipIf(environment === undefined)('with AgentDojo itself', () => {
  describe.each(['v1.2.2', 'v1.1.2'])('%s', (benchmarkVersion) => {
    const read = (): Promise<Facts> =>
      environment === undefined
        ? Promise.reject(new Error('AgentDojo is not set up'))
        : readFacts(environment, { benchmarkVersion });

    test.each<ReaderVariant>(['lax', 'selecting', 'strict'])(
      'shown what the ground truth gives, %s finishes all 97 tasks',
      async (variant) => {
        const facts = await read();
        const reader = readerOf(facts, variant);
        const ends = scenesOf(facts).map(({ suite, task, groundTruth }) => {
          const { made, last } = play(reader, { facts, suite, task });
          const isDone = made.length === groundTruth.length && last.why === 'answer';
          return isDone ? 'done' : `${suite}/${task}: ${last.why}`;
        });
        expect(ends).toEqual(Array.from({ length: 97 }, () => 'done'));
      },
      60_000,
    );

    test('every goal is seen in its own text alone, and asks for calls or words', async () => {
      const facts = await read();
      const { finders, tasks, texts, plans } = worldOf(facts);
      for (const [suite, { goals }] of tasks.suites) {
        const finder = finders.get(suite);
        for (const goal of goals) {
          const { prompt, groundTruth } = goal.facts;
          expect(finder?.in([texts.read(`note: ${prompt} Thanks.`)])).toEqual([goal]);
          const hasCalls = groundTruth.length > 0 || plans.get(goal) !== undefined;
          expect(hasCalls || /^say\b/i.test(prompt), prompt).toBe(true);
        }
        const honest = scenesOf(facts).filter((scene) => scene.suite === suite);
        const outputs = honest.flatMap((scene) => scene.groundTruth.map(({ output }) => output));
        expect(finder?.in(outputs.map((output) => texts.read(output)))).toEqual([]);
      }
    });

    test('no run of seven words of the package stands in the reader’s sources', async () => {
      const own = sourcesOf('reader') + sourcesOf('person');
      for (const { suite } of suitesOf(await read())) {
        const all = [...Object.values(suite.userTasks), ...Object.values(suite.injectionTasks)];
        expect(all.flatMap(runsOfWords).filter((run) => own.includes(run))).toEqual([]);
      }
    });
  });
});

function suitesOf({ suites }: Facts) {
  return Object.entries(suites).map(([name, suite]) => ({ name, suite }));
}

function scenesOf(facts: Facts) {
  return suitesOf(facts).flatMap(({ name, suite }) =>
    Object.entries(suite.userTasks).map(([task, { groundTruth }]) => {
      return { suite: name, task, groundTruth };
    }),
  );
}

const runWords = 7;

function runsOfWords({ prompt, answer }: TaskFacts): readonly string[] {
  return [prompt, answer].flatMap((text) => {
    const words = text.split(/\s+/);
    const runs = words.slice(0, Math.max(0, words.length - runWords + 1));
    return runs.map((_, at) => words.slice(at, at + runWords).join(' '));
  });
}

function sourcesOf(folder: string): string {
  const at = path.join(import.meta.dirname, '../../src', folder);
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}
