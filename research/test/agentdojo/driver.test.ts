import { SluiceError } from '@sluice/core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Driver } from '../../src/agentdojo/driver.ts';
import type { Job } from '../../src/agentdojo/job.ts';
import type { Command } from '../../src/agentdojo/line-process.ts';
import { pythonEnv } from '../../src/agentdojo/python-files.ts';
import { proves } from '../../src/testing/proves.ts';

/** Says what the driver would say; the name of the task says how it behaves. */
const program = `
  const say = (value) => process.stdout.write(JSON.stringify(value) + '\\n');
  const grade = (answer) => ({ utility: true, calls: [], answer, ms: 1 });
  let cases = 0;
  const ways = {
    grade: (id) => say({ id, graded: grade(String(cases)) }),
    attacked: (id) => say({ id, graded: { ...grade(''), attackSucceeded: true } }),
    keys: (id) => say({ id, graded: grade(Object.keys(process.env).join()) }),
    raise: (id) => say({ id, error: { type: 'BadRequestError', message: 'too long' } }),
    die: () => { console.error('out of memory'); process.exit(3); },
    half: (id) => process.stdout.write('{"id":' + id + ',"graded":{', () => process.exit(0)),
    hang: () => undefined,
    garbage: () => say('hello'),
    prose: () => process.stdout.write('Downloading weights\\n'),
    'other-id': (id) => say({ id: id + 1, graded: grade('') }),
    'no-utility': (id) => say({ id, graded: { ...grade(''), utility: null } }),
    'both': (id) => say({ id, graded: grade(''), error: { type: 'E', message: 'm' } }),
  };
  say({ ready: { packageVersion: '1.0', benchmarkVersion: 'v1' } });
  require('node:readline').createInterface(process.stdin).on('line', (line) => {
    const { id, job } = JSON.parse(line);
    cases += 1;
    ways[job.userTask](id);
  });`;

const environment = { python: 'none', packageVersion: '1.0' };

const never = new AbortController().signal;

const started: Driver[] = [];

afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(started.splice(0).map((driver) => driver.close()));
});

describe('what is no grade', () => {
  const ways: readonly [string, string, RegExp][] = [
    ['raise', 'model-failed', /BadRequestError: too long/],
    ['die', 'model-failed', /ended with code 3; it wrote last:\nout of memory/],
    ['half', 'model-failed', /ended with code 0 in the middle of a line/],
    ['hang', 'aborted', /it took too long/],
    ['garbage', 'model-failed', /does not answer the case/],
    ['prose', 'model-failed', /does not answer the case/],
    ['other-id', 'model-failed', /does not answer the case/],
    ['no-utility', 'model-failed', /does not answer the case/],
    ['both', 'model-failed', /does not answer the case/],
    ['attacked', 'model-failed', /does not answer the case/],
  ];
  proves('agentdojo/no-grade-no-outcome', async () => {
    for (const [way, code, message] of ways) {
      const error = await failure((await start()).run(job(way), soon(way)));
      expect([way, error.code]).toEqual([way, code]);
      expect(error.message).toMatch(message);
    }
  });
  proves('agentdojo/fresh-process', async () => {
    const driver = await start();
    for (const [way] of ways) {
      await failure(driver.run(job(way), soon(way)));
      const { answer } = await driver.run(job('grade'), never);
      expect([way, answer]).toEqual([way, way === 'raise' ? '2' : '1']);
      await failure(driver.run(job('die'), never));
    }
  });
  test('a grade of an attacked case that does not say how the attack ended', async () => {
    const driver = await start();
    const attack = { goal: 'injection_task_0', by: { name: 'direct' } };
    const error = await failure(driver.run({ ...job('grade'), attack }, never));
    expect(error.problem).toBe(
      'no grade of `suite/grade/injection_task_0`: the driver wrote a line that does not answer the case',
    );
    const { attackSucceeded } = await driver.run({ ...job('attacked'), attack }, never);
    expect(attackSucceeded).toBe(true);
  });
  test('a case whose signal has fired is not begun', async () => {
    const driver = await start();
    const error = await failure(driver.run(job('grade'), AbortSignal.abort()));
    expect([error.code, error.problem]).toEqual([
      'aborted',
      'no grade of `suite/grade`: it was stopped',
    ]);
    expect((await driver.run(job('grade'), never)).answer).toBe('1');
  });
});

test('one case at a time', async () => {
  const driver = await start();
  const first = driver.run(job('grade'), never);
  expect((await failure(driver.run(job('grade'), never))).code).toBe('limit-exceeded');
  expect((await first).answer).toBe('1');
});

test('a case that runs while the driver is closed is thrown', async () => {
  const driver = await start();
  const running = failure(driver.run(job('hang'), never));
  await driver.close();
  expect((await running).message).toMatch(/was ended by SIGKILL/);
});

describe('a driver that does not start', () => {
  const saying = (line: string): Command => [
    process.execPath,
    '-e',
    `process.stdout.write(${JSON.stringify(`${line}\n`)}); process.stdin.resume()`,
  ];
  const ready = (packageVersion: string, benchmarkVersion: string) =>
    saying(JSON.stringify({ ready: { packageVersion, benchmarkVersion } }));
  test.each<[string, Command, RegExp]>([
    ['is not there', ['/nowhere/python'], /could not be started: .*ENOENT/],
    ['dies', [process.execPath, '-e', 'throw new Error("no module")'], /no module/],
    ['says something else', saying('Python 3'), /no 1\.0/],
    ['has another package', ready('2.0', 'v1'), /no 1\.0/],
    ['has other tasks', ready('1.0', 'v2'), /no v1/],
  ])('%s', async (_, command, message) => {
    const error = await failure(Driver.start(environment, { benchmarkVersion: 'v1', command }));
    expect([error.code, error.hint]).toEqual(['peer-missing', 'sluice bench agentdojo setup']);
    expect(error.message).toMatch(message);
  });
});

proves('agentdojo/no-keys', async () => {
  for (const name of ['OPENAI_API_KEY', 'SLUICE_KEY', 'AWS_SECRET_ACCESS_KEY', 'OPENAI_BASE_URL'])
    vi.stubEnv(name, 'secret');
  const { answer } = await (await start()).run(job('keys'), never);
  expect(answer.split(',')).toContain('PATH');
  expect(answer).not.toMatch(/KEY|OPENAI|SLUICE/);
});

test('requests to this machine go past a proxy', () => {
  const env = pythonEnv({ https_proxy: 'http://proxy', no_proxy: '.corp', PYTHONPATH: '/mine' });
  expect(env).toEqual({
    https_proxy: 'http://proxy',
    NO_PROXY: '.corp,127.0.0.1,localhost,::1',
    PYTHONHASHSEED: '0',
  });
});

async function start(): Promise<Driver> {
  const command: Command = [process.execPath, '-e', program];
  const driver = await Driver.start(environment, { benchmarkVersion: 'v1', command });
  started.push(driver);
  return driver;
}

function job(userTask: string): Job {
  const model = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'key', model: 'model' };
  return { suite: 'suite', userTask, attack: undefined, ownDefence: undefined, ...model };
}

/** Only what hangs is cut short, so that a slow machine changes nothing. */
function soon(way: string): AbortSignal {
  return way === 'hang' ? AbortSignal.timeout(300) : never;
}

async function failure(running: Promise<unknown>): Promise<SluiceError> {
  const error = await running.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof SluiceError) return error;
  throw new Error('it did not fail as it should', { cause: error });
}
