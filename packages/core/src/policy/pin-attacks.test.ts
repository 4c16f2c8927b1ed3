import { expect, test } from 'vitest';
import { loadPolicy } from './load.ts';
import { pinOf } from './pin.ts';
import type { PlainTool } from '../history/plain.ts';

const text = { type: 'string' };
const closed: PlainTool = {
  name: 'send',
  description: 'Sends.',
  parameters: {
    type: 'object',
    properties: { to: text, body: text },
    required: ['to', 'body'],
    additionalProperties: false,
  },
};

test('a schema that a policy holds calls to does not open while its pin holds', async () => {
  const source = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] }, confidentiality: { readers: any } }
onViolation: ask
answer: { ceiling: top }
tools:
  send:
    description: { pin: '${pinOf(closed)}' }
    call: { ceiling: trusted, readersFrom: [to], schema: declared }
`;
  const args = JSON.stringify({ to: 'ann', body: 'Hello', bcc: 'eve' });
  const before = await loadPolicy(source, { tools: [closed] });
  expect(before.ruleCall('send', args).kind).toBe('deny');
  const opened = { ...closed, parameters: { ...closed.parameters, additionalProperties: true } };
  const after = await loadPolicy(source, { tools: [opened] });
  const isPinned = after.labelTool(opened) === after.space.bottom;
  expect(isPinned && after.ruleCall('send', args).kind !== 'deny').toBe(false);
});

test('the order in which a model reads the arguments is a part of a pin', () => {
  const withOrder = (order: readonly string[]): PlainTool => ({
    ...closed,
    parameters: {
      type: 'object',
      properties: Object.fromEntries(order.map((name) => [name, text])),
    },
  });
  const accepted = withOrder(['never', 'send', 'everything', 'always', 'ask']);
  const changed = withOrder(['always', 'send', 'everything', 'never', 'ask']);
  expect(pinOf(changed)).not.toBe(pinOf(accepted));
});
