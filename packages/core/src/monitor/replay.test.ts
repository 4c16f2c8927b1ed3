import { expect, test } from 'vitest';
import { both, fakePolicy, secret, space, trusted, untrusted } from '../../test/fake-policy.ts';
import { monitorOf, person, toolbox } from '../../test/monitor-fixture.ts';
import type { ChatModel } from '../model/chat-model.ts';
import { lineage } from '../propagate/lineage.ts';
import { placeholder } from '../redact/redact-content.ts';
import { proves } from '../testing/proves.ts';
import { eventFor } from '../engine/event-view.ts';
import type { MonitorEvent } from '../engine/events.ts';
import { Monitor } from './monitor.ts';
import { replay } from './replay.ts';

const policy = fakePolicy({
  results: { read: untrusted, info: secret, send: trusted },
  ceilings: { read: both, info: both, send: trusted },
  reads: ['read', 'info'],
});

async function recorded(): Promise<readonly MonitorEvent[]> {
  const { monitor } = monitorOf({
    policy,
    system: 'You are a bank clerk.',
    tools: toolbox({ read: 'STRANGER', info: 'PIN-9876', send: 'sent' }),
    confirm: person('yes'),
    shortcuts: { allowedDraft: true, lazyReads: true },
    script: (_, generation) => {
      const tool = ['read', 'info', 'send', undefined, 'send', undefined][generation];
      return tool === undefined
        ? 'done'
        : { calls: [{ tool, args: tool === 'send' ? { n: 'PIN-9876' } : {} }] };
    },
  });
  await monitor.turn('first');
  await monitor.turn('second');
  return monitor.events;
}

proves('events/replay', async () => {
  const events = await recorded();
  expect(await replay(events, policy)).toEqual({ kind: 'same', events: events.length });
  const fromFile = JSON.parse(JSON.stringify(events)) as readonly MonitorEvent[];
  expect(await replay(fromFile, policy)).toEqual({ kind: 'same', events: events.length });
  const at = events.findIndex(({ type }) => type === 'call-decided');
  const forged = events.map((event, seq) =>
    seq === at && event.type === 'call-decided' ? { ...event, label: both } : event,
  );
  expect(await replay(forged, policy)).toEqual({ kind: 'different', seq: at });
  await expect(replay(events, { ...policy, hash: 'other' })).rejects.toThrow('another policy');
});

test('a run that tried the view at a ceiling replays', async () => {
  const { monitor } = monitorOf({
    policy,
    propagator: {
      name: 'all',
      needs: 'draft',
      relevant: () => ({ kind: 'all', because: 'naive' }),
    },
    tools: toolbox({ read: 'STRANGER', send: 'sent' }),
    shortcuts: { allowedDraft: true, lazyReads: true, beforeAsking: 'ceiling' },
    script: (_, generation) => {
      const tool = ['read', 'send', 'send'][generation];
      return tool === undefined ? 'done' : { calls: [{ tool, args: {} }] };
    },
  });
  await monitor.turn('first');
  const { events } = monitor;
  const kinds = events.flatMap((event) => (event.type === 'step-labelled' ? [event.kind] : []));
  expect(kinds).toContain('regenerated-asked');
  const fromFile = JSON.parse(JSON.stringify(events)) as readonly MonitorEvent[];
  expect(await replay(fromFile, policy)).toEqual({ kind: 'same', events: events.length });
});

test('a run in which the provider looked something up replays', async () => {
  const web_search = { ceiling: both, result: untrusted };
  const searching = { ...policy, providerTool: () => web_search };
  const model: ChatModel = {
    name: 'model',
    generate: async ({ providerTools }) => {
      return { text: 'found', calls: [], stop: 'complete', ran: providerTools };
    },
  };
  const monitor = new Monitor({
    policy: searching,
    model,
    propagator: lineage(),
    tools: [],
    providerTools: ['web_search'],
    confirm: undefined,
    structure: 'keep',
    shortcuts: { allowedDraft: true, lazyReads: true },
  });
  expect(await monitor.turn('look it up')).toMatchObject({ label: untrusted });
  const { events } = monitor;
  expect(await replay(events, searching)).toEqual({ kind: 'same', events: events.length });
});

proves('events/cleared', async () => {
  const events = await recorded();
  const seen = JSON.stringify(events.map((event) => eventFor(space, event, trusted)));
  expect(JSON.stringify(events)).toMatch(/PIN-9876.*STRANGER|STRANGER.*PIN-9876/);
  expect(seen).not.toMatch(/PIN-9876|STRANGER/);
});

test('neither a hash to guess against nor a rule that the arguments chose is shown', async () => {
  const seen = (await recorded()).map((event) => eventFor(space, event, trusted));
  const asked = seen.flatMap((event) => (event.type === 'question-asked' ? [event.request] : []));
  const answered = seen.flatMap((event) =>
    event.type === 'question-answered' && event.answer.kind === 'yes' ? [event.answer] : [],
  );
  expect(asked.length).toBeGreaterThan(0);
  for (const request of asked) {
    expect(request).toMatchObject({ hash: placeholder, rule: placeholder, tool: placeholder });
  }
  for (const answer of answered) expect(answer.hash).toBe(placeholder);
});

test('a description that does not flow to the reader is not shown', async () => {
  const poisoned = { ...policy, labelTool: () => untrusted };
  const { monitor } = monitorOf({
    policy: poisoned,
    tools: toolbox({ read: 'x' }),
    script: () => 'done',
  });
  const [started] = monitor.events;
  const show = (label: typeof trusted): string =>
    started === undefined ? '' : JSON.stringify(eventFor(space, started, label));
  expect(show(untrusted)).toContain('The tool read.');
  expect(show(trusted)).not.toContain('The tool read.');
});

test('a record that does not begin with its start is refused with a hint', async () => {
  const events = await recorded();
  await expect(replay(events.slice(1), policy)).rejects.toThrow('does not begin');
});
