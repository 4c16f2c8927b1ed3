import { loadPolicy, Monitor, naive, type MonitorEvent } from '@sluice/core';
import { scriptedModel } from '@sluice/core/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { passageOf, type EventRow, type PassageOptions } from '../../src/defence/passage.ts';
import type { Passage } from '../../src/defence/defence.ts';
import { proves } from '../../src/testing/proves.ts';
import { ferryEnvironment } from '../live/ferry.ts';

const { harbour = '' } = ferryEnvironment.policies;
const board = `Note: ${'x'.repeat(1_000)}`;
const to = (island: string): string => JSON.stringify({ to: island });

let events: readonly MonitorEvent[];
/** A boat is refused, tried again and allowed; another is refused; then there is an answer. */
beforeAll(async () => {
  const policy = await loadPolicy(harbour);
  const answers = ['no', 'yes', 'no'] as const;
  let asked = 0;
  const monitor = new Monitor({
    policy,
    model: scriptedModel([
      { calls: [{ tool: 'read_board', args: {} }] },
      { calls: [{ tool: 'send_boat', args: { to: 'Skerry' } }] },
      { calls: [{ tool: 'send_boat', args: { to: 'Skerry' } }] },
      { calls: [{ tool: 'send_boat', args: { to: 'Blackrock' } }] },
      { text: 'Done.' },
    ]),
    propagator: naive(),
    structure: 'keep',
    shortcuts: { allowedDraft: true, lazyReads: true },
    tools: [
      { name: 'read_board', description: '', parameters: {}, execute: () => board },
      { name: 'send_boat', description: '', parameters: {}, execute: () => 'Sent.' },
    ],
    confirm: {
      clearance: policy.space.top,
      ask: async ({ hash }) => {
        const kind = answers[asked++] ?? 'no';
        return kind === 'yes' ? { kind, by: ['me'], hash } : { kind, by: ['me'] };
      },
    },
  });
  await monitor.turn('Send a boat.');
  events = monitor.events;
});

const executed = [
  { tool: 'read_board', args: '{}', own: true },
  { tool: 'send_boat', args: to('Skerry'), own: true },
];

/** The events as a gateway stores them, and its own word for each approval. */
function rows(): readonly EventRow[] {
  const [first] = events;
  const run = first?.type === 'run-started' ? first.run : '';
  const row = (type: string, event: object, at: number): EventRow => {
    const place = { seq: at, tenant: 'trial-1', run, atMs: at, subject: '', hash: '' };
    return { ...place, type, label: undefined, payload: JSON.stringify(event) };
  };
  return events.flatMap((event, at) => {
    const own = row(event.type, event, at);
    const isYes = event.type === 'question-answered' && event.answer.kind === 'yes';
    return isYes ? [own, row('approval-used', { callId: event.callId }, at)] : [own];
  });
}

function passage(
  change: Partial<PassageOptions & { readonly rows: readonly EventRow[] }> = {},
): Promise<Passage> {
  const isOwn: PassageOptions['isOwn'] = ({ args }) => args.includes('Skerry');
  const { rows: given = rows(), ...options } = change;
  return passageOf(given, { policy: harbour, executed, isOwn, ...options });
}

test('what it cost is counted by generations and steps', async () => {
  const { cost } = await passage();
  expect(cost).toMatchObject({ modelCalls: 5, steps: 5 });
});

test('so is how often everything was relevant, of how many answers of the propagator', async () => {
  const base = rows();
  const [first] = base;
  if (first === undefined) throw new Error('there are no events');
  const found = (kind: string): EventRow => ({
    ...first,
    type: 'relevance-found',
    payload: JSON.stringify({ relevance: { kind } }),
  });
  const before = (await passage()).cost;
  const { propagations = 0, everythingRelevant = 0 } = before;
  const { cost } = await passage({ rows: [...base, found('all'), found('regions')] });
  expect(cost).toEqual({
    ...before,
    propagations: propagations + 2,
    everythingRelevant: everythingRelevant + 1,
  });
});

proves('live/asked-once', async () => {
  expect(events.filter(({ type }) => type === 'question-asked')).toHaveLength(3);
  const { questions } = await passage();
  expect(questions).toEqual([
    {
      tool: 'send_boat',
      arguments: expect.any(Array),
      from: expect.any(Array),
      dimensions: ['integrity'],
      own: true,
      answer: 'yes',
    },
    expect.objectContaining({ tool: 'send_boat', own: false, answer: 'no' }),
  ]);
});

describe('the log is checked', () => {
  test('against the policy and what was carried out', async () => {
    const { checked } = await passage();
    expect(checked).toMatchObject({ runs: 1, violations: [], differences: [] });
  });

  test('a call that nobody allowed is a violation', async () => {
    const more = [...executed, { tool: 'send_boat', args: to('Blackrock'), own: false }];
    const { checked } = await passage({ executed: more });
    expect(checked?.violations).toHaveLength(1);
  });

  test('another policy than the one that decided is found', async () => {
    const policy = harbour.replace('call: { ceiling: trusted }', 'call: { ceiling: untrusted }');
    expect((await passage({ policy })).checked?.differences).not.toEqual([]);
  });
});

proves('live/short-quotes', async () => {
  const { moments } = await passage();
  expect(moments.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['step', 'call', 'result', 'question', 'refusal', 'answer']),
  );
  expect(moments.filter(({ text }) => text.length > 400)).toEqual([]);
  expect(moments.filter(({ text }) => text.length === 400)).toHaveLength(1);
});

describe('what cannot be read is no clean log', () => {
  test.each([
    ['an event that was erased', undefined],
    ['what is no event', '"x"'],
  ])('%s', async (_, payload) => {
    const broken = rows().map((row, at) => (at === 3 ? { ...row, payload } : row));
    const { checked } = await passage({ rows: broken });
    expect(checked?.differences).not.toEqual([]);
    expect(checked?.violations).not.toEqual([]);
  });

  test.each([
    ['no JSON', '{', 'JSON'],
    ['an answer that is none', '{"answer":{"kind":"maybe"}}', 'answer'],
  ])('%s is an error', async (_, payload, message) => {
    const broken = rows().map((row, at) => (at === 3 ? { ...row, payload } : row));
    await expect(passage({ rows: broken })).rejects.toThrow(message);
  });
});
