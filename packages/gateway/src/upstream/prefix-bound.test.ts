import type { PlainMessage, View } from '@sluice/core';
import { expect, test } from 'vitest';
import { proves } from '../testing/proves.ts';
import { bindReasoning, boundData, withBoundReasoning, type SentView } from './prefix-bound.ts';

const signed = [{ type: 'thinking', thinking: 'hm', signature: 's' }];
const user = say('go');
const tools = [{ name: 'read', description: 'Reads.', parameters: {} }];
const view: View = { tools, messages: [user] };
const made: PlainMessage = {
  role: 'assistant',
  text: 'Done.',
  calls: [],
  reasoning: bindReasoning(view, signed),
};

function say(text: string): PlainMessage {
  return { role: 'user', parts: [{ kind: 'text', text }] };
}

function reasoningIn({ messages }: View): readonly unknown[] {
  return messages.flatMap((one) => (one.role === 'assistant' ? [one.reasoning] : []));
}

proves('run/reasoning-prefix', () => {
  const again = { ...view, messages: [user, made, say('more')] };
  expect(reasoningIn(withBoundReasoning(again))).toEqual([signed]);
});

test.each<[string, SentView]>([
  ['a tool of the provider', { ...view, offered: ['web_search'], messages: [user, made] }],
  ['another text', { tools, messages: [say('stop'), made] }],
  ['a turn before', { tools, messages: [user, user, made] }],
  ['no turn before', { tools, messages: [made] }],
  ['other tools', { tools: [], messages: [user, made] }],
])('behind %s the whole block goes', (_, changed) => {
  expect(reasoningIn(withBoundReasoning(changed))).toEqual([undefined]);
});

test('the next generation is bound to what was sent, its reasoning included', () => {
  const sent = withBoundReasoning({ ...view, messages: [user, made, user] });
  const second: PlainMessage = { ...made, reasoning: bindReasoning(sent, ['two']) };
  const all = { ...view, messages: [user, made, user, second] };
  expect(reasoningIn(withBoundReasoning(all))).toEqual([signed, ['two']]);
  const without = { ...view, messages: [user, { ...made, reasoning: undefined }, user, second] };
  expect(reasoningIn(withBoundReasoning(without))).toEqual([undefined, undefined]);
});

test('what is bound to nothing is left out', () => {
  const stray = { ...made, reasoning: signed };
  expect(reasoningIn(withBoundReasoning({ ...view, messages: [user, stray] }))).toEqual([
    undefined,
  ]);
});

test('a client is shown what the provider gave, and nothing that we did not bind', () => {
  expect(boundData(bindReasoning(view, signed))).toEqual(signed);
  expect(boundData(signed)).toBeUndefined();
  expect(boundData(undefined)).toBeUndefined();
});
