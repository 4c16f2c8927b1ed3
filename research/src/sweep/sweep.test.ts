import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { aSpec, done, someSpecs, temporaryFolder, versions } from '../../test/sweep/world.ts';
import { proves } from '../testing/proves.ts';
import type { TrialOutcome, TrialSpec } from '../trial/trial.ts';
import { readLedger, trialsOf } from './ledger-file.ts';
import type { Progress } from './progress.ts';
import { type RunTrial, sweep, type SweepOptions } from './sweep.ts';

function anySweep(change: Partial<SweepOptions> = {}): SweepOptions {
  return {
    specs: someSpecs(6),
    versions,
    ledger: path.join(temporaryFolder(), 'deep/ledger.jsonl'),
    run: () => Promise.resolve(done),
    workers: 2,
    timeoutMs: 5000,
    graceMs: 20,
    command: 'sluice bench agentdojo --ledger ledger.jsonl',
    ...change,
  };
}

async function tasksIn(ledger: string): Promise<readonly string[]> {
  const { lines } = await readLedger(ledger);
  return lines.flatMap((line) => (line.kind === 'trial' ? [line.spec.task] : []));
}

test('runs each trial once, on lanes that are used by one trial at a time', async () => {
  const busy = new Set<number>();
  const seen: number[] = [];
  const options = anySweep({
    specs: [...someSpecs(6), ...someSpecs(3)],
    run: async (_, lane) => {
      expect(busy.has(lane)).toBe(false);
      busy.add(lane);
      seen.push(lane);
      await new Promise((resolve) => void setImmediate(resolve));
      busy.delete(lane);
      return done;
    },
  });
  expect(await sweep(options)).toMatchObject({ stopped: 'done', total: 6, ran: 6, left: 0 });
  expect(new Set(seen)).toEqual(new Set([0, 1]));
  expect((await tasksIn(options.ledger)).toSorted()).toEqual(someSpecs(6).map(({ task }) => task));
});

test.each([0, -1, 1.5, Number.NaN])('%d workers are refused', async (workers) => {
  await expect(sweep(anySweep({ workers }))).rejects.toThrow('workers cannot run a trial');
});

proves('bench/nothing-twice', async () => {
  const first = anySweep({ budget: { trialsMax: 4 } });
  expect(await sweep(first)).toMatchObject({ stopped: 'budget', ran: 4, left: 2 });
  const run = vi.fn<RunTrial>(() => Promise.resolve(done));
  const again = { ...first, budget: undefined, run };
  expect(await sweep(again)).toMatchObject({ stopped: 'done', known: 4, ran: 2, left: 0 });
  expect(run).toHaveBeenCalledTimes(2);
  expect(await sweep(again)).toMatchObject({ known: 6, ran: 0 });
  expect(new Set(await tasksIn(first.ledger)).size).toBe(6);
  expect(await tasksIn(first.ledger)).toHaveLength(6);
});

proves('bench/torn-line', async () => {
  const options = anySweep();
  await sweep(options);
  const whole = readFileSync(options.ledger, 'utf8');
  writeFileSync(options.ledger, whole.slice(0, -10));
  expect((await readLedger(options.ledger)).tornBytes).toBeGreaterThan(0);
  const result = await sweep(options);
  expect(result).toMatchObject({ known: 5, ran: 1, left: 0 });
  expect(result.message).toContain(`A torn last line of ${result.tornBytes} bytes was cut off`);
  expect(await tasksIn(options.ledger)).toHaveLength(6);
});

proves('bench/one-writer', async () => {
  const options = anySweep();
  const inside = sweep({
    ...options,
    run: async () => {
      await expect(sweep(options)).rejects.toThrow('cannot claim the ledger');
      return done;
    },
  });
  expect(await inside).toMatchObject({ ran: 6, errors: 0 });
  expect(await sweep(options)).toMatchObject({ known: 6 });
});

proves('bench/key-covers-everything', async () => {
  const base = anySweep({ specs: [aSpec('dig')] });
  await sweep(base);
  const attack = { name: 'shout', goal: 'flood' };
  const specs: readonly TrialSpec[] = [
    aSpec('dig', { benchmark: 'garden/v2' }),
    aSpec('dig', { suite: 'pots' }),
    aSpec('sow'),
    aSpec('dig', { attack }),
    aSpec('dig', { attack: { ...attack, goal: 'burn' } }),
    aSpec('dig', { attack: { ...attack, name: 'whisper' } }),
    aSpec('dig', { model: 'reader:strict' }),
    aSpec('dig', { defence: 'naive' }),
    aSpec('dig', { person: 'truthful' }),
    aSpec('dig', { seed: 1 }),
  ];
  expect(await sweep({ ...base, specs })).toMatchObject({ known: 0, ran: 10 });
  for (const change of [{ code: 'f00d' }, { node: '25.0.0' }, { python: '3.11' }]) {
    const other = { ...base, versions: { ...versions, ...change } };
    expect(await sweep(other)).toMatchObject({ known: 0, ran: 1 });
  }
  const { lines } = await readLedger(base.ledger);
  expect(lines.filter(({ kind }) => kind === 'trial')).toHaveLength(14);
  expect(trialsOf(lines)).toHaveLength(1);
});

proves('bench/error-is-a-line', async () => {
  const unsound: TrialOutcome = { ...done, cost: { ...done.cost, ms: Number.NaN } };
  const options = anySweep({
    specs: someSpecs(4),
    timeoutMs: 30,
    run: ({ task }) => {
      if (task === 'dig-0') throw new Error('no soil');
      if (task === 'dig-1') return new Promise(() => {});
      return Promise.resolve(task === 'dig-2' ? unsound : done);
    },
  });
  expect(await sweep(options)).toMatchObject({ stopped: 'done', ran: 4, errors: 3 });
  const { lines } = await readLedger(options.ledger);
  const messages = lines.flatMap((line) =>
    line.kind === 'trial' && line.outcome.kind === 'error' ? [line.outcome.message] : [],
  );
  expect(messages.toSorted()).toEqual([
    'no soil',
    'the trial gave no sound outcome',
    'the trial took longer than 30 ms',
  ]);
});

test('a trial that answers after it was told to stop is an error still', async () => {
  const late = anySweep({
    specs: [aSpec('dig')],
    timeoutMs: 10,
    graceMs: 1000,
    run: (_spec, _lane, signal) => {
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(done));
      });
    },
  });
  expect(await sweep(late)).toMatchObject({ ran: 1, errors: 1 });
});

describe('a transient error', () => {
  test.each([
    { name: 'is tried once more', failures: 1, errors: 0 },
    { name: 'is tried once more only', failures: 2, errors: 1 },
  ])('$name', async ({ failures, errors }) => {
    const run = vi.fn<RunTrial>(() => {
      if (run.mock.calls.length <= failures) throw new Error('busy');
      return Promise.resolve(done);
    });
    const isTransient = (error: unknown): boolean => String(error).includes('busy');
    const options = anySweep({ specs: [aSpec('dig')], run, isTransient });
    expect(await sweep(options)).toMatchObject({ ran: 1, errors });
    expect(run).toHaveBeenCalledTimes(2);
  });

  test('is what the caller calls so', async () => {
    const run = vi.fn<RunTrial>(() => Promise.reject(new Error('busy')));
    expect(await sweep(anySweep({ specs: [aSpec('dig')], run }))).toMatchObject({ errors: 1 });
    expect(run).toHaveBeenCalledTimes(1);
  });
});

test('an error of an earlier sweep is kept, or run again where that is asked for', async () => {
  const failing = anySweep({ run: () => Promise.reject(new Error('no soil')), errorsInRowMax: 9 });
  expect(await sweep(failing)).toMatchObject({ stopped: 'done', errors: 6 });
  const mended = { ...failing, run: () => Promise.resolve(done) };
  expect(await sweep(mended)).toMatchObject({ known: 6, ran: 0, errors: 6 });
  expect(await sweep({ ...mended, retryErrors: true })).toMatchObject({ ran: 6, errors: 0 });
  const trials = trialsOf((await readLedger(failing.ledger)).lines);
  expect(trials.map(({ outcome }) => outcome.kind)).toEqual(Array(6).fill('finished'));
});

proves('bench/errors-stop', async () => {
  const run = vi.fn<RunTrial>(() => Promise.reject(new Error('no soil')));
  const result = await sweep(anySweep({ specs: someSpecs(20), workers: 1, run }));
  expect(result).toMatchObject({ stopped: 'errors', ran: 6, errors: 6, left: 14 });
  expect(result.message).toContain('6 trials in a row ended in an error, the last: no soil');
  const mixed = anySweep({
    specs: someSpecs(20),
    workers: 1,
    run: ({ task }) => {
      return task.endsWith('5') ? Promise.resolve(done) : Promise.reject(new Error('no soil'));
    },
  });
  expect(await sweep(mixed)).toMatchObject({ stopped: 'errors', ran: 12 });
});

describe('a budget', () => {
  proves('bench/budget-stops', async () => {
    const result = await sweep(anySweep({ budget: { modelCallsMax: 5 }, workers: 1 }));
    expect(result).toMatchObject({ stopped: 'budget', ran: 3, left: 3 });
    expect(result.message).toBe(
      'The sweep stopped with 3 of 6 trials left: it used 5 model calls. ' +
        'Go on with: sluice bench agentdojo --ledger ledger.jsonl',
    );
  });

  let clockMs = 0;
  const minuteEach = (): Promise<TrialOutcome> => {
    clockMs += 60_000;
    return Promise.resolve(done);
  };
  const paid = someSpecs(6).map((spec) => ({ ...spec, model: 'gpt-4o' }));
  // A trial takes 1000 tokens in and 100 out: 0.0025 + 0.001 USD.
  test.each<[string, Partial<SweepOptions>, number]>([
    ['of no trials', { budget: { trialsMax: 0 } }, 0],
    ['of minutes', { budget: { minutesMax: 2 }, nowMs: () => clockMs, run: minuteEach }, 2],
    ['of USD', { budget: { usdMax: 0.01 }, specs: paid }, 3],
    ['of USD for a reader', { budget: { usdMax: 0.01 } }, 6],
    ['that is no number', { budget: { minutesMax: Number.NaN } }, 0],
    ['large enough', { budget: { trialsMax: 6, usdMax: 1, minutesMax: 9 } }, 6],
  ])('%s', async (_, change, ran) => {
    expect(await sweep(anySweep({ workers: 1, ...change }))).toMatchObject({ ran, left: 6 - ran });
  });

  test('in USD is refused for a model without a price', async () => {
    const specs = [aSpec('dig', { model: 'oracle-of-delphi' })];
    const refused = sweep(anySweep({ specs, budget: { usdMax: 1 } }));
    await expect(refused).rejects.toThrow('the price of `oracle-of-delphi` is not known');
  });
});

test('what is interrupted is no error, and is run by the next sweep', async () => {
  const stop = new AbortController();
  const options = anySweep({
    workers: 1,
    signal: stop.signal,
    run: ({ task }) => {
      if (task === 'dig-2') stop.abort();
      return task === 'dig-2' ? new Promise(() => {}) : Promise.resolve(done);
    },
  });
  expect(await sweep(options)).toMatchObject({ stopped: 'aborted', ran: 2, errors: 0, left: 4 });
  const next = anySweep({ ledger: options.ledger });
  expect(await sweep(next)).toMatchObject({ stopped: 'done', known: 2, ran: 4 });
});

test('progress counts up to the total, with errors and the time left', async () => {
  const { ledger } = anySweep();
  await sweep(anySweep({ ledger, specs: someSpecs(2) }));
  const seen: Progress[] = [];
  await sweep(anySweep({ ledger, workers: 1, onProgress: (progress) => seen.push(progress) }));
  expect(seen.map((progress) => progress.done)).toEqual([2, 3, 4, 5, 6]);
  expect(seen[0]).toMatchObject({ ran: 0, leftMs: undefined });
  expect(seen.at(-1)).toMatchObject({ total: 6, ran: 4, errors: 0, leftMs: 0 });
});

test('a failure outside the trials ends the sweep, and its lines stay', async () => {
  const options = anySweep();
  const broken = sweep({
    ...options,
    onProgress: ({ done: ended }) => {
      if (ended === 2) throw new Error('the screen is gone');
    },
  });
  await expect(broken).rejects.toThrow('the screen is gone');
  expect(await sweep(options)).toMatchObject({ stopped: 'done', left: 0 });
});

describe('a ledger with a line that the bench does not write', () => {
  const begun = JSON.stringify({ kind: 'sweep', atMs: 1, command: 'x', versions });
  const key = '0'.repeat(64);
  const trial = { kind: 'trial', key, atMs: 1, spec: aSpec('dig'), outcome: done };
  const written = async (...lines: readonly unknown[]): Promise<string> => {
    const file = path.join(temporaryFolder(), 'ledger.jsonl');
    for (const line of lines)
      appendFileSync(file, `${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
    return Promise.resolve(file);
  };

  proves('bench/ledger-read-closed', async () => {
    const sound = await written(begun, trial);
    expect((await readLedger(sound)).lines).toHaveLength(2);
    const bad = await written(begun, trial, { ...trial, outcome: { ...done, utility: 'yes' } });
    await expect(readLedger(bad)).rejects.toThrow(`${bad}:3`);
  });

  test.each<[string, readonly unknown[], number]>([
    ['not JSON', [begun, '{'], 2],
    ['empty', [begun, ''], 2],
    ['of an unknown kind', [begun, { kind: 'note' }], 2],
    ['with an unknown member', [begun, { ...trial, more: 1 }], 2],
    ['without a person', [begun, { ...trial, spec: { ...trial.spec, person: undefined } }], 2],
    ['with a key that is none', [begun, { ...trial, key: 'abc' }], 2],
    ['before any sweep', [trial], 1],
  ])('%s', async (_, lines, number) => {
    const file = await written(...lines);
    await expect(readLedger(file)).rejects.toThrow(`\`${file}:${number}\` is no line of a ledger`);
    await expect(sweep(anySweep({ ledger: file }))).rejects.toThrow('is no line of a ledger');
  });

  test('a file that is not there is an error too', async () => {
    await expect(readLedger('/nowhere/ledger.jsonl')).rejects.toThrow('cannot read the ledger');
  });
});
