import type { BeforeAsking, MonitorEvent } from '@sluice/core';
import { expect, test } from 'vitest';
import { checkRuns } from '../../src/check/check.ts';
import { proves } from '../../src/testing/proves.ts';
import { startRig } from './record-gateway.ts';
import { clerk, duties } from './policies.ts';
import { recordMonitor, type RecordOptions } from './record-monitor.ts';
import { recordSession } from './record-session.ts';

const agreed = { runs: 1, differences: [], violations: [] };
const seeds = 8;
const choices = [clerk, duties].flatMap((policy) =>
  ['naive', 'redact-all', 'lineage'].flatMap((propagator): RecordOptions[] => [
    { policy, propagator, turns: 3 },
    { policy, propagator, turns: 2, structure: 'drop' },
    { policy, propagator, turns: 2, shortcuts: { allowedDraft: false, lazyReads: false } },
  ]),
);
/** Runs that try a view before a call is asked about or refused. */
const trying = (beforeAsking: BeforeAsking): readonly RecordOptions[] =>
  [clerk, duties].flatMap((policy) =>
    [true, false].map((lazyReads): RecordOptions => {
      const shortcuts = { allowedDraft: lazyReads, lazyReads, beforeAsking };
      return { policy, propagator: 'lineage', turns: 3, shortcuts };
    }),
  );
const asWritten: RecordOptions = {
  policy: clerk,
  propagator: 'lineage',
  turns: 3,
  shortcuts: 'none',
};

/** Kinds of steps, reasons of refusals, answers, ends of turns. */
const worthChecking = `
  strict draft-whole draft-allowed draft-lazy draft-unhelped regenerated regenerated-asked fell-back
  replayed-true replayed-false answer-yes answer-no answer-none answered answer-refused
  limit-reached label-above-ceiling nobody-to-ask approver-not-cleared duty-not-separated
  person-said-no no-answer-in-time confirmation-mismatch tool-unknown call-truncated
  placeholder-in-argument arguments-unparseable duplicate-keys argument-not-allowed
`;

function note(event: MonitorEvent, seen: Set<string>): void {
  if (event.type === 'step-labelled') seen.add(event.kind);
  if (event.type === 'call-refused') seen.add(event.reason);
  if (event.type === 'read-replayed') seen.add(`replayed-${event.identical}`);
  if (event.type === 'question-answered') seen.add(`answer-${event.answer.kind}`);
  if (event.type === 'turn-finished') seen.add(event.outcome);
}

proves('check/agrees', async () => {
  const seen = new Set<string>();
  for (const options of [...choices, ...trying('propagator'), ...trying('ceiling'), asWritten]) {
    for (let seed = 1; seed <= seeds; seed += 1) {
      const what = `${options.propagator}, seed ${seed}`;
      const { policy } = options;
      const events = await recordMonitor(seed, options);
      const alone = await checkRuns(events, { policy, executed: undefined });
      expect(alone, `monitor, ${what}`).toMatchObject(agreed);
      for (const event of events) note(event, seen);
      const [refusals, faults] = seed % 2 === 0 ? (['hidden', 5] as const) : (['text', 0] as const);
      const session = await recordSession(seed, { ...options, refusals, faults });
      const checked = await checkRuns(session.events, { policy, executed: session.executed });
      expect(checked, `session, ${what}`).toMatchObject(agreed);
    }
  }
  // Agreement on runs in which nothing happens is worth nothing.
  expect([...seen]).toEqual(expect.arrayContaining(worthChecking.trim().split(/\s+/)));
});

test.each([
  { propagator: 'naive' },
  { propagator: 'redact-all' },
  { propagator: 'lineage' },
  { propagator: 'lineage', beforeAsking: 'nothing' },
  { propagator: 'lineage', beforeAsking: 'ceiling' },
  { propagator: 'lineage', shortcuts: 'none' },
] as const)('a gateway agrees under %o', async (profile) => {
  await using rig = await startRig(clerk, profile);
  let steps = 0;
  for (let seed = 1; seed <= 6; seed += 1) {
    const { events, executed } = await rig.record(seed, 2);
    const checked = await checkRuns(events, { policy: clerk, executed });
    expect(checked, `seed ${seed}`).toMatchObject({ differences: [], violations: [] });
    steps += checked.steps;
  }
  expect(steps).toBeGreaterThan(20);
});

/** Steps whose output came from a view that the propagator did not find, or fell back from one. */
function triedAtCeiling(events: readonly MonitorEvent[]): number {
  const first = new Map<number, string>();
  const found = new Map<number, string>();
  return events.filter((event) => {
    if (event.type === 'relevance-found') {
      if (!first.has(event.step)) first.set(event.step, event.label.text);
      found.set(event.step, event.label.text);
    }
    // A read that did not come out again lowers nothing: what was found before it still counts.
    if (event.type === 'read-replayed' && !event.identical)
      found.set(event.step, first.get(event.step) ?? '');
    const isAgain = event.type === 'generation-finished' && event.purpose === 'regeneration';
    return isAgain && event.label.text !== found.get(event.step);
  }).length;
}

/** A record that denies trying views before a question has no place for them. */
function denying(events: readonly MonitorEvent[]): readonly MonitorEvent[] {
  return events.map((event) =>
    event.type === 'run-started' && event.shortcuts !== 'none'
      ? { ...event, shortcuts: { ...event.shortcuts, beforeAsking: 'nothing' as const } }
      : event,
  );
}

test('views at the propagator’s label are followed, and not in a record that denies them', async () => {
  let tried = 0;
  for (const options of trying('propagator')) {
    for (let seed = 1; seed <= 2 * seeds; seed += 1) {
      const { events, executed } = await recordSession(seed, options);
      const isTried = events.some(
        (event) => event.type === 'step-labelled' && event.kind === 'regenerated-asked',
      );
      if (!isTried) continue;
      tried += 1;
      const { policy } = options;
      const checked = await checkRuns(denying(events), { policy, executed });
      expect(checked.differences.length, `seed ${seed}`).toBeGreaterThan(0);
    }
  }
  expect(tried).toBeGreaterThan(10);
});

proves('check/views-at-ceilings', async () => {
  let tried = 0;
  let noticed = 0;
  for (const options of trying('ceiling')) {
    for (let seed = 1; seed <= 2 * seeds; seed += 1) {
      const { events, executed } = await recordSession(seed, options);
      const { policy } = options;
      expect(await checkRuns(events, { policy, executed })).toMatchObject(agreed);
      const count = triedAtCeiling(events);
      tried += count;
      const checked = await checkRuns(denying(events), { policy, executed });
      if (checked.differences.length > 0) noticed += 1;
      expect(checked.differences.length > 0, `seed ${seed}`).toBe(count > 0);
    }
  }
  expect(tried).toBeGreaterThan(20);
  expect(noticed).toBeGreaterThan(10);
});

test('several runs in one record, as lines of a log and as an audit stores them', async () => {
  const options = { policy: clerk, propagator: 'lineage', turns: 2 };
  const logs = [await recordSession(3, options), await recordSession(4, options)];
  const rows = logs.map(({ events }, at) =>
    events.map((event) => ({ run: nameOf(logs[at]), event })),
  );
  const [one = [], two = []] = rows;
  // One event of each run after the other, as two clients at a time leave them.
  const mixed = one.flatMap((row, at) => [row, ...(two[at] ? [two[at]] : [])]);
  const all = [...mixed, ...two.slice(one.length)];
  const lines = all.map(({ run, event }) => JSON.stringify({ ...event, run }));
  const audit = all.map(({ run, event }, seq) => {
    return { run, seq: seq + 7, type: event.type, payload: JSON.stringify(event) };
  });
  // The audit holds each approval twice: also as its keeper of questions wrote it.
  const approvals = all.flatMap(({ run, event }) => {
    if (event.type !== 'question-answered' || event.answer.kind !== 'yes') return [];
    const payload = JSON.stringify({ type: 'approval-used', callId: event.callId });
    return [{ run, seq: 3, type: 'approval-used', payload }];
  });
  expect(approvals).not.toEqual([]);
  const noise = {
    run: nameOf(logs[0]),
    seq: 1,
    type: 'operator-answered',
    payload: '{"by":"ann"}',
  };
  const executed = logs.flatMap((log) => log.executed);
  for (const events of [lines, [...audit, ...approvals], [noise, ...approvals, ...audit]]) {
    const checked = await checkRuns(events, { policy: clerk, executed });
    expect(checked).toMatchObject({ ...agreed, runs: 2 });
  }
  const invented = await checkRuns(audit, { policy: clerk, executed });
  expect(invented.differences).toHaveLength(approvals.length);
});

function nameOf(log: Awaited<ReturnType<typeof recordSession>> | undefined): string {
  const [first] = log?.events ?? [];
  return first?.type === 'run-started' ? first.run : '';
}
