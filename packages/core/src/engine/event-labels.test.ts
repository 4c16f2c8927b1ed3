import { expect, test } from 'vitest';
import { person } from '../../test/monitor-fixture.ts';
import type { Label } from '../label/label.ts';
import { scriptedModel, type Script } from '../model/scripted.ts';
import { definePolicy } from '../policy/load.ts';
import { lineage } from '../propagate/lineage.ts';
import { proves } from '../testing/proves.ts';
import { eventFor } from './event-view.ts';
import type { MonitorEvent } from './events.ts';
import { Monitor } from '../monitor/monitor.ts';

const policy = await definePolicy({
  version: 1,
  lattice: { integrity: { chain: ['trusted', 'untrusted'] }, confidentiality: { readers: 'any' } },
  onViolation: 'ask',
  answer: { ceiling: 'top' },
  tools: {
    inbox: {
      effect: 'read',
      description: 'trusted',
      call: { ceiling: 'top' },
      result: {
        format: 'json',
        label: 'untrusted & nobody',
        shape: 'trusted & everyone',
        rules: [{ path: "$[*]['from','body']", label: 'untrusted', readersFrom: ['$[*].from'] }],
      },
    },
    send: {
      description: 'trusted',
      call: { ceiling: 'trusted & everyone' },
      result: { format: 'text', label: 'trusted & everyone' },
    },
  },
});
const { space } = policy;
const sender = 'jane.doe@press.example';

/** Reads mail, and sends on what it says, under a name of an argument that it made of it. */
const forwarding: Script = ({ view }) => {
  const seen = JSON.stringify(view);
  if (!seen.includes('"tool":"inbox"')) return { calls: [{ tool: 'inbox', args: {} }] };
  if (!seen.includes('meet me') || seen.includes('call_2')) return 'done';
  return { calls: [{ tool: 'send', args: { meet_me: 'meet me at nine tonight' } }] };
};

async function recorded(): Promise<readonly MonitorEvent[]> {
  const mail = JSON.stringify([{ from: sender, body: 'meet me at nine tonight' }]);
  const tool = (name: string, text: string) => {
    return { name, description: 'd', parameters: { type: 'object' }, execute: () => text };
  };
  const monitor = new Monitor({
    policy,
    model: scriptedModel(forwarding),
    propagator: lineage(),
    tools: [tool('inbox', mail), tool('send', 'ok')],
    confirm: person('no', { clearance: space.top }),
    structure: 'keep',
    shortcuts: { allowedDraft: true, lazyReads: true, beforeAsking: 'ceiling' },
  });
  await monitor.turn('Do what my mail says.');
  return monitor.events;
}

function labelsIn(event: MonitorEvent): readonly Label[] {
  const labels = 'label' in event ? [event.label] : [];
  if (event.type === 'question-asked') return [...labels, event.request.label];
  return event.type === 'run-started' && event.approver ? [...labels, event.approver] : labels;
}

proves('events/labels', async () => {
  const events = await recorded();
  expect(JSON.stringify(events)).toContain(`readers{${sender}}`);
  expect(events.map(({ type }) => type)).toContain('question-asked');
  for (const clearance of [space.bottom, space.parse('untrusted & everyone')]) {
    for (const event of events) {
      const shown = eventFor(space, event, clearance);
      expect(JSON.stringify(shown)).not.toMatch(/jane|press|meet|nine|emma/);
      for (const label of labelsIn(shown)) {
        expect(label === space.top || space.flowsTo(label, clearance)).toBe(true);
      }
    }
  }
});

test('the ceiling that a framework asked about is told to who may see call and ceiling', () => {
  const answered: MonitorEvent = {
    type: 'question-answered',
    seq: 1,
    step: 1,
    atMs: 0,
    callId: 'c',
    answer: { kind: 'none' },
    label: space.bottom,
    ceiling: space.parse('untrusted & readers{ann@x.example}'),
  };
  expect(eventFor(space, answered, space.top)).toEqual(answered);
  const shown = eventFor(space, answered, space.bottom);
  expect(shown).toMatchObject({ ceiling: space.top });
  const above = eventFor(space, { ...answered, label: space.top }, space.bottom);
  expect(above).toMatchObject({ ceiling: undefined });
});

test('what a propagator found names arguments of a draft from a wider view', async () => {
  const found = (await recorded()).filter(({ type }) => type === 'relevance-found');
  expect(JSON.stringify(found)).toContain('/meet_me');
  const low = found.map((event) => ({ ...event, label: space.bottom }));
  const shown = low.map((event) => eventFor(space, event, space.bottom));
  expect(JSON.stringify(shown)).not.toContain('/meet_me');
});

test('who is cleared for all of it sees each event as it is', async () => {
  for (const event of await recorded()) {
    expect(eventFor(space, event, space.top)).toEqual(event);
  }
});

proves('events/labels', () => {
  // As where an endorsed rule computed the readers from a field that bob may not read.
  const bob = space.parse('trusted & readers{bob}');
  const label = space.parse('trusted & readers{bob, whistleblower}');
  const [seq, atMs, step] = [0, 0, 0];
  const [type, callId, output] = ['call-executed', 'c', 'Hello.'] as const;
  const read: MonitorEvent = { seq, atMs, step, type, callId, output, label };
  expect(space.flowsTo(label, bob)).toBe(true);
  expect(eventFor(space, read, bob)).toEqual({ ...read, label: space.top });
  for (const clearance of [label, space.top]) {
    expect(eventFor(space, read, clearance)).toEqual(read);
  }
  expect(eventFor(space, { ...read, label: bob }, bob)).toEqual({ ...read, label: bob });
  const relevance = { kind: 'all', because: 'x' } as const;
  const found = { seq, atMs, step, type: 'relevance-found', relevance, label: bob } as const;
  expect(eventFor(space, { ...found, seen: label }, bob)).toEqual({ ...found, seen: space.top });
  expect(eventFor(space, { ...found, seen: bob }, bob)).toEqual({ ...found, seen: bob });
});
