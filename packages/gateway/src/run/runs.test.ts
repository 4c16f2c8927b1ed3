import {
  defaultShortcuts,
  loadPolicy,
  naive,
  scriptedModel,
  type PlainMessage,
  type Propagator,
  type Relevance,
} from '@sluice/core';
import { expect, test, vi } from 'vitest';
import { JoinedCalls } from '../mcp/joined.ts';
import { z } from 'zod';
import { temporaryStore } from '../../test/temporary-store.ts';
import { Notifier } from './ask/notifier.ts';
import { limits } from '../limits.ts';
import type { ClientRequest } from '../protocol/protocol.ts';
import type { Profile } from '../settings/profile.ts';
import { proves } from '../testing/proves.ts';
import { newIdIn } from '../store/ids.ts';
import type { LiveRun } from './live-run.ts';
import { Runs } from './runs.ts';
import type { Turn } from './turn.ts';
import { Place } from '../protocol/shared/place.ts';

const text = `
version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
tools:
  send_money:
    description: trusted
    result: { format: text, label: trusted }
    call: { ceiling: trusted }
answer: { ceiling: untrusted }
`;
const policy = await loadPolicy(text, { file: 'sluice.yaml' });
const { top, bottom } = policy.space;
const user: PlainMessage = { role: 'user', parts: [{ kind: 'text', text: 'Pay bob.' }] };
const tools = [{ name: 'send_money', description: '', parameters: { type: 'object' } }];

const request: ClientRequest = {
  model: 'm',
  messages: [user],
  tools,
  custom: new Set(),
  stream: false,
  structured: false,
  params: {},
  previous: undefined,
  report: Place.body().report,
};

function profileOf(more: Partial<Profile>): Profile {
  return {
    name: 'default',
    policy,
    propagator: naive(),
    propagatorTimeoutMs: 1_000,
    upstreams: { openai: undefined, anthropic: undefined },
    shortcuts: defaultShortcuts,
    refusals: 'text',
    mode: 'enforce',
    fields: { pass: new Set(), refuse: new Set() },
    least: bottom,
    askable: top,
    waitJsonMs: 0,
    waitStreamMs: 0,
    held: 'text',
    questionLifeMs: 60_000,
    ...more,
  };
}

/** A propagator that notes which runs it is to forget. */
function keeping(more: Partial<Pick<Propagator, 'forget'>> = {}) {
  const forgotten: string[] = [];
  const forget = async (run: string): Promise<void> => void forgotten.push(run);
  return { forgotten, propagator: { ...naive(), forget, ...more } };
}

async function rigOf(more: Partial<Profile>, bytesMax = Number.POSITIVE_INFINITY) {
  const store = await temporaryStore();
  const runs = new Runs(
    {
      store,
      notifier: new Notifier(),
      nowMs: () => 0,
      announce: () => {},
      joined: new JoinedCalls({ joined: 'off', names: [] }, Date.now),
      unreadable: () => {},
      isInForce: () => true,
    },
    bytesMax,
  );
  const owner = { tenant: 'acme', profile: profileOf(more) };
  const begin = async (): Promise<LiveRun> => {
    const { run } = await runs.place(owner, request, { bodyHash: 'body', session: '', client: '' });
    run.use.release();
    return run;
  };
  return { store, runs, begin, owner };
}

/** Lets go through whatever waits for a turn. */
const settled = (run: LiveRun): Promise<void> => run.inTurn(async () => {});

function turn(model: Turn['model']): Turn {
  const { signal } = new AbortController();
  const whose = { bodyHash: 'b', client: 'c', answerId: 'a', after: undefined };
  const place = { foreign: false, least: top, waitUntilMs: 0, onText: undefined };
  return { messages: [user], tools, model, signal, ...whose, ...place };
}

const large = 'a long mail. '.repeat(20_000);

proves('run/bytes-bounded', async () => {
  const { propagator, forgotten } = keeping();
  const { runs, begin } = await rigOf({ propagator }, 3_000_000);
  const all: LiveRun[] = [];
  const said = scriptedModel(() => ({ text: 'Read.' }));
  for (let at = 0; at < 6; at += 1) {
    const run = await begin();
    const parts = [{ kind: 'text', text: `${at} ${large}` } as const];
    await run.inTurn(async () => {
      await run.step({ ...turn(said), messages: [{ role: 'user', parts }] });
      await run.keep({ answerId: 'a', names: [], standsAt: undefined });
    });
    expect(run.memory.bytes).toBeGreaterThan(large.length);
    all.push(run);
  }
  await begin();
  for (const run of all) await settled(run);
  const held = all.filter(({ id }) => !forgotten.includes(id));
  // Those used last stay, as many as there is room for; the others are read from the store.
  expect(held.length).toBeGreaterThan(0);
  expect(held).toEqual(all.slice(-held.length));
  expect(held.reduce((sum, { memory }) => sum + memory.bytes, 0)).toBeLessThanOrEqual(3_000_000);
  expect(
    await runs.get({ tenant: 'acme', profile: all[0]?.profile ?? never() }, all[0]?.id ?? ''),
  ).toMatchObject({ memory: { bytes: all[0]?.memory.bytes } });
});

/** A turn in a run that stands in memory already, and what is stored of it. */
async function takeTurn(run: LiveRun): Promise<void> {
  const said = scriptedModel(() => ({ text: 'Done.' }));
  await run.inTurn(async () => {
    await run.step({ ...turn(said), least: bottom });
    await run.keep({ answerId: newIdIn(run.id), names: [], standsAt: undefined });
  });
}

proves('server/reload-between', async () => {
  const { runs, owner } = await rigOf({});
  const { run } = await runs.place(owner, request, { bodyHash: 'body', session: '', client: '' });
  await takeTurn(run);
  // One more request of it is about to be served when the policy is read again.
  const later = { ...owner, profile: profileOf({}) };
  const next = runs.get(later, run.id);
  const passed = await Promise.race([next, settled(run).then(() => settled(run))]);
  expect(passed).toBeUndefined();
  await takeTurn(run);
  run.use.release();
  const fresh = await next;
  expect(fresh?.profile).toBe(later.profile);
  await takeTurn(fresh ?? never());
  expect(await runs.get(later, run.id)).toBe(fresh);
});

test('a label that a turn reaches beside a change lies on the disk with the turn', async () => {
  const { store, begin } = await rigOf({});
  const run = await begin();
  await takeTurn(run);
  const commit = vi.spyOn(store, 'commit');
  const said = scriptedModel(() => ({ text: 'Done.' }));
  const answer = { role: 'assistant', text: 'Done.', calls: [] } as const;
  await run.inTurn(async () => {
    const changed = run.keepChange('region');
    // The change has taken down where the run stands before the turn goes on.
    await vi.waitFor(() => expect(commit).toHaveBeenCalledOnce());
    await run.step({ ...turn(said), messages: [user, answer, user] });
    await changed;
    await run.keep({ answerId: newIdIn(run.id), names: [], standsAt: undefined });
  });
  const labels = commit.mock.calls.map(([{ head, durable }]) => [
    z.object({ session: z.object({ highWater: z.string() }) }).parse(JSON.parse(head)).session
      .highWater,
    durable,
  ]);
  expect(labels).toEqual([
    ['trusted', false],
    ['untrusted', true],
  ]);
});

test('an operator’s change waits for no turn of a run that a reload finds', async () => {
  const { runs, begin, owner } = await rigOf({});
  const run = await begin();
  const later = { ...owner, profile: profileOf({}) };
  await run.inTurn(async () => expect(await runs.asItStands(later, run.id)).toBe(run));
});

test('and keeps the run in memory, whoever else needs the room', async () => {
  const { runs, begin, owner } = await rigOf({}, 1);
  const run = await begin();
  await takeTurn(run);
  const standing = runs.asItStands(owner, run.id);
  await begin();
  expect(await standing).toBe(run);
  await begin();
  expect(await runs.asItStands(owner, run.id)).toBe(run);
});

test('a run that is served stays, whatever it holds, and others are served beside it', async () => {
  const { propagator, forgotten } = keeping();
  const { begin } = await rigOf({ propagator }, 1);
  const first = await begin();
  await first.inTurn(async () => {
    first.memory.bytes = 1_000;
    expect((await begin()).id).not.toBe(first.id);
    expect(forgotten).toEqual([]);
  });
});

function never(): never {
  throw new Error('there is none');
}

const ends: readonly ((runs: Runs, run: LiveRun) => void)[] = [
  (runs, run) => runs.forget(run),
  (runs, run) => runs.erase('acme', run.id),
];

proves('run/propagator-forgets', async () => {
  for (const end of ends) {
    const { propagator, forgotten } = keeping();
    const { runs, begin } = await rigOf({ propagator });
    const [run, other] = [await begin(), await begin()];
    // In the middle of a turn, and twice.
    const before = await run.inTurn(async () => {
      end(runs, run);
      end(runs, run);
      await Promise.resolve();
      return [...forgotten];
    });
    await settled(run);
    await settled(other);
    expect([before, forgotten]).toEqual([[], [run.id]]);
  }
});

test('so is one that makes room for another, the longest unused first', async () => {
  const { propagator, forgotten } = keeping();
  const { runs, begin } = await rigOf({ propagator });
  const all: LiveRun[] = [];
  for (let at = 0; at <= limits.runsInMemoryMax; at += 1) all.push(await begin());
  expect(runs.size).toBe(limits.runsInMemoryMax);
  for (const run of all) await settled(run);
  expect(forgotten).toEqual([all[0]?.id]);
});

test('a run goes on where its propagator cannot forget it', async () => {
  const { propagator } = keeping({ forget: () => Promise.reject(new Error('the disk')) });
  const { runs, begin } = await rigOf({ propagator });
  const run = await begin();
  runs.forget(run);
  await expect(settled(run)).resolves.toBeUndefined();
});

proves('run/propagator-late', async () => {
  const answering = (answer: Promise<Relevance>): Propagator => ({
    name: 'own',
    needs: 'nothing',
    relevant: async () => await answer,
  });
  const atOnce = Promise.resolve<Relevance>({ kind: 'label', label: bottom });
  for (const [answer, propagatorTimeoutMs, kind] of [
    [new Promise<Relevance>(() => {}), 20, 'waiting'],
    [atOnce, 600_000, 'replied'],
  ] as const) {
    const { begin } = await rigOf({ propagator: answering(answer), propagatorTimeoutMs });
    const run = await begin();
    // At the label of all that was said, a person is asked about the call.
    const call = { tool: 'send_money', args: '{"to":"bob"}' };
    const step = await run.step(turn(scriptedModel(() => ({ calls: [call] }))));
    expect(step.kind).toBe(kind);
  }
});
