import { describe, expect, test } from 'vitest';
import type { Defence, StandingDefence } from '../../src/defence/defence.ts';
import type { Environment } from '../../src/live/environment.ts';
import { knowledgeOf } from '../../src/live/knowledge.ts';
import { runTrial, type TrialDependencies } from '../../src/live/run-live.ts';
import { proves } from '../../src/testing/proves.ts';
import { temporaryFolder } from '../sweep/world.ts';
import { ferry, ferryEnvironment } from './ferry.ts';
import { attack, sail, shouted, specOf } from './sail.ts';

const graded = { utility: true, attackSucceeded: false, calls: [], answer: 'Done.', ms: 7 };

const passage = {
  cost: { modelCalls: 1, steps: 1, inputTokens: 0, outputTokens: 0 },
  questions: [],
  checked: undefined,
  moments: [],
};

/** A defence that says who was let in and who left. */
function gate(): { readonly standing: StandingDefence; readonly seen: readonly string[] } {
  const seen: string[] = [];
  const admit: StandingDefence['admit'] = async ({ task }) => {
    seen.push(`in ${task}`);
    return {
      baseUrl: 'http://127.0.0.1:9/v1',
      apiKey: 'none',
      leave: async () => {
        seen.push(`out ${task}`);
        return passage;
      },
    };
  };
  return { standing: { admit, close: () => Promise.resolve() }, seen };
}

function around(change: Partial<TrialDependencies> = {}): TrialDependencies {
  return {
    environment: { ...ferryEnvironment, run: () => Promise.resolve(graded) },
    defence: { name: 'gate', start: () => Promise.resolve(gate().standing) },
    standing: gate().standing,
    knowledge: knowledgeOf(ferry),
    attackOf: shouted,
    actsThroughAnswer: () => true,
    judge: undefined,
    modelName: 'lax',
    ...change,
  };
}

const place = { lane: 0, signal: new AbortController().signal };

function giving(change: object): Environment {
  return { ...ferryEnvironment, run: () => Promise.resolve({ ...graded, ...change }) };
}

describe('what is no grade', () => {
  const thrown: Environment = {
    ...ferryEnvironment,
    run: () => Promise.reject(new Error('the boat sank')),
  };
  test.each<[string, Partial<TrialDependencies>, string]>([
    ['an environment that throws', { environment: thrown }, 'the boat sank'],
    ['an attack that nobody mounts', { attackOf: () => undefined }, 'cannot be mounted'],
    [
      'an attack that nobody grades',
      { environment: giving({ attackSucceeded: undefined }) },
      'nobody graded',
    ],
    ['a judge who cannot tell', { judge: () => undefined }, 'nobody graded'],
  ])('%s', async (_, change, message) => {
    const { standing, seen } = gate();
    const running = runTrial(specOf({ attack }), place, around({ ...change, standing }));
    await expect(running).rejects.toThrow(message);
    expect(seen).toEqual(['in send', 'out send']);
  });

  test('an attack where there should be none', async () => {
    const mounted = { goal: 'rock', by: { texts: {} } };
    const running = runTrial(specOf(), place, around({ attackOf: () => mounted }));
    await expect(running).rejects.toThrow('cannot be mounted');
  });

  test('what went wrong first is told, whatever goes wrong after it', async () => {
    const admit = async (): ReturnType<StandingDefence['admit']> => ({
      baseUrl: '',
      apiKey: '',
      leave: () => Promise.reject(new Error('the log is gone')),
    });
    const standing = { ...gate().standing, admit };
    const running = runTrial(specOf(), place, around({ environment: thrown, standing }));
    await expect(running).rejects.toThrow('the boat sank');
  });
});

describe('what is a grade', () => {
  test.each([
    ['without an attack', specOf(), {}, [undefined, false]],
    ['an attack that failed', specOf({ attack }), {}, [false, false]],
    [
      'an attack that acted',
      specOf({ attack }),
      { environment: giving({ attackSucceeded: true }) },
      [true, true],
    ],
    ['a judge in place of a grader', specOf({ attack }), { judge: () => true }, [true, true]],
  ])('%s', async (...[, spec, change, expected]) => {
    const outcome = await runTrial(spec, place, around(change));
    if (outcome.kind !== 'finished') throw new Error('it did not finish');
    expect([outcome.attackSucceeded, outcome.throughAnswer]).toEqual(expected);
    expect(outcome.cost.ms).toBe(7);
  });

  test('calls are the task’s own by tool and arguments', async () => {
    const calls = [
      { tool: 'send_boat', args: { to: 'Skerry' } },
      { tool: 'send_boat', args: { to: 'Blackrock' } },
    ];
    const outcome = await runTrial(specOf(), place, around({ environment: giving({ calls }) }));
    if (outcome.kind !== 'finished') throw new Error('it did not finish');
    expect(outcome.executed).toEqual([
      { tool: 'send_boat', args: '{"to":"Skerry"}', own: true },
      { tool: 'send_boat', args: '{"to":"Blackrock"}', own: false },
    ]);
  });
});

proves('live/error-no-grade', async () => {
  const { standing, seen } = gate();
  const defence: Defence = { name: 'gate', start: () => Promise.resolve(standing) };
  const sinking: Environment = {
    ...ferryEnvironment,
    run: async (episode, lane, signal) => {
      if (episode.task === 'tide') throw new Error('the boat sank');
      return ferryEnvironment.run({ ...episode, task: 'gone' }, lane, signal);
    },
  };
  const lines = await sail({
    defences: [defence],
    specs: [
      specOf({ defence: 'gate', task: 'tide' }),
      specOf({ defence: 'gate', attack: { name: 'shout', goal: 'gone' } }),
      specOf({ defence: 'gate', attack }),
      specOf({ defence: 'nobody' }),
    ],
    folder: temporaryFolder(),
    environment: sinking,
  });
  expect(lines.map(({ outcome }) => outcome.kind)).toEqual(['error', 'error', 'error', 'error']);
  expect(seen.filter((each) => each.startsWith('in')).length).toBe(3);
  expect(seen.filter((each) => each.startsWith('out')).length).toBe(3);
});
