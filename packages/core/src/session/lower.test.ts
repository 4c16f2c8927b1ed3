import { expect, test } from 'vitest';
import { both, fakePolicy, trusted, untrusted } from '../../test/fake-policy.ts';
import { monitorOf, toolbox, type Executed } from '../../test/monitor-fixture.ts';
import { labelOfRegion } from '../history/relabel.ts';
import { Content } from '../history/content.ts';
import { naive } from '../propagate/naive.ts';
import { proves } from '../testing/proves.ts';
import { eventFor } from '../engine/event-view.ts';
import { replay } from '../monitor/replay.ts';

const policy = fakePolicy({
  results: { read: untrusted, send: trusted },
  ceilings: { read: both, send: trusted },
});

function readThenSend() {
  const executed: Executed[] = [];
  const { monitor } = monitorOf({
    policy,
    propagator: naive(),
    tools: toolbox({ read: 'the landlord wrote', send: 'sent' }, executed),
    script: ({ view }) => {
      const roles = view.messages.map(({ role }) => role);
      if (!roles.includes('tool')) return { calls: [{ tool: 'read', args: {} }] };
      if (roles.at(-1) === 'user') return { calls: [{ tool: 'send', args: {} }] };
      return 'ok';
    },
  });
  return { monitor, executed };
}

const endorsement = {
  region: 'm2.0',
  dimension: 'integrity',
  to: 'trusted',
  because: 'I phoned the landlord',
  by: 'emma',
};

proves('lower/audited', async () => {
  const { monitor, executed } = readThenSend();
  await monitor.turn('read it');
  expect(labelOfRegion(monitor.history, 'm2.0')).toBe(untrusted);
  monitor.endorse(endorsement);
  expect(labelOfRegion(monitor.history, 'm2.0')).toBe(trusted);
  expect(monitor.events.at(-1)).toMatchObject({ type: 'label-lowered', by: 'emma' });
  expect(labelOfRegion(monitor.history, 'm2')).toBe(trusted);
  await monitor.turn('now send it');
  // The answer of the first turn was made from the untrusted text, and nobody vouched for that.
  expect(executed.map(({ tool }) => tool)).toEqual(['read']);
  const events = [...monitor.events];
  expect(await replay(events, policy)).toEqual({ kind: 'same', events: events.length });
});

test.each([
  ['a dimension that is not there', { dimension: 'colour' }, 'no `colour:trusted`'],
  ['a value that is not there', { to: 'holy' }, 'no `integrity:holy`'],
  ['no reason', { because: ' ' }, 'with a reason'],
  ['a region that is not there', { region: 'm9.0' }, 'no region `m9.0`'],
  ['a generation', { region: 'm3.0' }, 'no region `m3.0`'],
  ['the shape of a message', { region: 'm2' }, 'no region `m2`'],
  ['a name that every object has', { dimension: 'constructor' }, 'no `constructor:trusted`'],
  ['the label that it has', { to: 'untrusted' }, 'to one below it'],
  ['the other dimension', { dimension: 'confidentiality', to: 'public' }, 'to one below it'],
])('%s is refused with a hint and lowers nothing', async (_, change, message) => {
  const { monitor } = readThenSend();
  await monitor.turn('read it');
  const { length } = monitor.events;
  expect(() => monitor.endorse({ ...endorsement, ...change })).toThrow(message);
  expect(monitor.events).toHaveLength(length);
});

proves('events/labels', async () => {
  const { space } = policy;
  const hidden = 'private';
  const { monitor } = monitorOf({
    policy: {
      ...policy,
      labelResult: ({ text }) => Content.whole(space, text, text === hidden ? both : untrusted),
    },
    propagator: naive(),
    tools: [
      {
        name: 'read',
        description: '',
        parameters: {},
        execute: () => ({
          parts: [
            { kind: 'text', text: 'the landlord wrote' },
            { kind: 'text', text: hidden },
          ],
        }),
      },
    ],
    script: ({ view }) =>
      view.messages.some(({ role }) => role === 'tool')
        ? 'ok'
        : { calls: [{ tool: 'read', args: {} }] },
  });
  await monitor.turn('read it');
  monitor.endorse({ ...endorsement, because: 'it stands beside what is private' });
  const event = monitor.events.at(-1);
  // That there is another part is private, and so is where this one stands.
  expect(event).toMatchObject({ type: 'label-lowered', label: both });
  expect(event && JSON.stringify(eventFor(space, event, untrusted))).not.toContain('beside');
});
