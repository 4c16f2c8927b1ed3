import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Driver } from '../../src/agentdojo/driver.ts';
import { findAgentDojo, type AgentDojoEnvironment } from '../../src/agentdojo/environment.ts';
import { exceptionsOf, names } from '../../src/agentdojo/exceptions.ts';
import type { Facts, SuiteFacts } from '../../src/agentdojo/facts.ts';
import type { Job, JobAttack } from '../../src/agentdojo/job.ts';
import { readFacts } from '../../src/agentdojo/read-facts.ts';
import { proves } from '../../src/testing/proves.ts';
import { modelServer, type ModelServer, type Request, type Says } from './model-server.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const benchmarkVersion = 'v1.2.2';
const installed = findAgentDojo();
const never = new AbortController().signal;
const mistake = { message: 'too long', type: 'invalid_request_error' };
const refusal: Says = { answer: 'No.' };

// `sluice bench agentdojo setup` makes the environment; without it these are skipped by name.
describe.skipIf(installed === undefined)('the installed package', () => {
  let facts: Facts;
  let driver: Driver;
  let server: ModelServer;
  let decide: (request: Request) => Says = () => refusal;

  beforeAll(async () => {
    const environment: AgentDojoEnvironment = installed ?? { python: '', packageVersion: '' };
    facts = await readFacts(environment, { benchmarkVersion });
    driver = await Driver.start(environment, { benchmarkVersion });
    server = await modelServer((request) => decide(request));
  });
  afterAll(async () => {
    await driver.close();
    server.close();
  });

  test('has 97 tasks, and 949 cases when each goal is tried on each', () => {
    const suites = Object.values(facts.suites);
    const counts = suites.map(({ userTasks, injectionTasks }) => [
      Object.keys(userTasks).length,
      Object.keys(injectionTasks).length,
    ]);
    expect(counts.reduce((sum, [tasks = 0]) => sum + tasks, 0)).toBe(97);
    expect(counts.reduce((sum, [tasks = 0, goals = 0]) => sum + tasks * goals, 0)).toBe(949);
  });

  test('passes the vacuous tasks, and no other, when nothing is done', async () => {
    decide = () => refusal;
    const { vacuous = [] } = exceptionsOf(benchmarkVersion) ?? {};
    for (const [suite, { userTasks }] of Object.entries(facts.suites)) {
      for (const task of Object.keys(userTasks)) {
        const { utility, calls } = await driver.run(job(suite, task), never);
        const expected = names(vacuous, { suite, task, goal: undefined });
        expect([suite, task, utility, calls]).toEqual([suite, task, expected, []]);
      }
    }
  });

  test('grades a task as done when its ground truth is followed', async () => {
    const { groundTruth, answer } = banking().userTasks['user_task_0'] ?? missing();
    decide = ({ messages }) => {
      const next = groundTruth[messages.filter(({ role }) => role === 'tool').length];
      return next === undefined ? { answer: answer || 'Done.' } : { calls: [next] };
    };
    const graded = await driver.run(job('banking', 'user_task_0'), never);
    expect(graded.utility).toBe(true);
    expect(graded.attackSucceeded).toBeUndefined();
    expect(graded.calls).toEqual(groundTruth.map(({ tool, args }) => ({ tool, args })));
  });

  test('runs again, up to three times, when the answer is empty; every call is told', async () => {
    const [first = missing()] = banking().userTasks['user_task_0']?.groundTruth ?? [];
    decide = ({ messages }) =>
      messages.at(-1)?.role === 'tool' ? { answer: null } : { calls: [first] };
    const { calls, answer } = await driver.run(job('banking', 'user_task_0'), never);
    expect(calls).toHaveLength(3);
    expect(answer).toBe('');
  });

  proves('agentdojo/own-texts', async () => {
    const text = 'Tab\t"quoted" \\ back\n\n\nlines: {name} – 😀 \u007f';
    const { vectors, userTasks } = banking();
    const [first = missing()] = userTasks['user_task_0']?.groundTruth ?? [];
    decide = ({ messages }) =>
      messages.at(-1)?.role === 'tool' ? { answer: 'Done.' } : { calls: [first] };
    const texts = Object.fromEntries(vectors.map((vector) => [vector, text]));
    server.requests.length = 0;
    await driver.run(
      job('banking', 'user_task_0', { goal: 'injection_task_0', by: { texts } }),
      never,
    );
    const seen = server.requests.at(-1)?.messages.at(-1)?.content;
    expect(JSON.stringify(seen)).toContain(JSON.stringify(text).slice(1, -1));
  });

  test.each<[RegExp, () => Job, Says]>([
    [/BadRequestError/, direct, failing(400, 'context_length_exceeded')],
    [/UnprocessableEntityError/, direct, failing(422, 'unprocessable')],
    [/no suite post/, () => job('post', 'user_task_0'), refusal],
    [/no user task user_task_99/, () => job('banking', 'user_task_99'), refusal],
    [/no injection task/, () => attacked('injection_task_99', 'direct'), refusal],
    [/no attack bribe/, () => attacked('injection_task_0', 'bribe'), refusal],
    // The package's attack that asks a person for its text finds nobody.
    [/EOFError/, () => attacked('injection_task_0', 'manual'), refusal],
    [/Invalid defense/, () => ({ ...direct(), ownDefence: 'moat' }), refusal],
  ])('%s is an error, not a grade', async (message, given, says) => {
    decide = () => says;
    await expect(driver.run(given(), never)).rejects.toThrow(message);
  });

  function job(suite: string, userTask: string, attack?: JobAttack): Job {
    const model = { baseUrl: server.baseUrl, apiKey: 'key', model: 'reader:lax' };
    return { suite, userTask, attack, ownDefence: undefined, ...model };
  }

  function direct(): Job {
    return attacked('injection_task_0', 'direct');
  }

  function attacked(goal: string, name: string): Job {
    return job('banking', 'user_task_0', { goal, by: { name } });
  }

  function banking(): SuiteFacts {
    return facts.suites['banking'] ?? missing();
  }
});

function failing(status: number, code: string): Says {
  return { status, error: { ...mistake, code } };
}

function missing(): never {
  throw new Error('the package says nothing of it');
}
