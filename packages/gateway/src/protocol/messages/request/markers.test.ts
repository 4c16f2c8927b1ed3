import type { PlainMessage } from '@sluice/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messagesRefusal } from '../../../../test/upstream/messages-refusal.ts';
import { proves } from '../../../testing/proves.ts';
import { readRequest } from './read.ts';
import { render } from './render.ts';

const marker = { type: 'ephemeral' };
const hour = { type: 'ephemeral', ttl: '1h' };

type MarkerPosition = 'tool' | 'system' | 'first' | 'call' | 'result' | 'nested' | 'last' | 'whole';
type Marked = Readonly<Partial<Record<MarkerPosition, unknown>>>;

/** A request of two rounds, with whatever markers at each place. */
function body({ tool, system, first, call, result, nested, last, whole }: Marked): object {
  const at = (value: unknown): object => (value === undefined ? {} : { cache_control: value });
  const inner = { type: 'text', text: 'sent', ...at(nested) };
  return {
    model: 'm',
    max_tokens: 9,
    ...at(whole),
    system: [{ type: 'text', text: 'Be brief.', ...at(system) }],
    tools: [{ name: 'send', input_schema: { type: 'object' }, ...at(tool) }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'go', ...at(first) }] },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'a', name: 'send', input: {}, ...at(call) }],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: [inner], ...at(result) },
          { type: 'text', text: 'and?', ...at(last) },
        ],
      },
    ],
  };
}

function rendered(value: unknown): Readonly<Record<string, unknown>> {
  const request = readRequest(value);
  return render(request, request, { stream: false, model: 'm' });
}

function markersIn(value: unknown): number {
  return JSON.stringify(value).split('"cache_control":').length - 1;
}

test('a request without markers is rendered without any', () => {
  expect(markersIn(rendered(body({})))).toBe(0);
});

test('markers stand in the same places, with their time', () => {
  const sent = rendered(body({ tool: hour, system: marker, last: marker }));
  expect(sent).toMatchObject({
    tools: [{ name: 'send', cache_control: hour }],
    system: [{ text: 'Be brief.', cache_control: marker }],
    messages: [
      { content: [{ text: 'go', cache_control: marker }] },
      { content: [{ type: 'tool_use' }] },
      { content: [{ type: 'tool_result' }, { text: 'and?', cache_control: marker }] },
    ],
  });
  expect(markersIn(sent)).toBe(4);
});

test.each(['first', 'call', 'result', 'nested', 'last', 'whole'])(
  'a marker at `%s` is one of the messages',
  (place) => {
    const sent = rendered(body({ [place]: hour }));
    expect(sent).toEqual(rendered(body({ last: hour })));
    expect(markersIn(sent)).toBe(2);
  },
);

test.each([
  ['of another kind', { type: 'persistent' }, 'cache_control.type'],
  ['of another time', { type: 'ephemeral', ttl: '2h' }, 'cache_control.ttl'],
])('a marker %s is refused', (_, whole, path) => {
  expect(() => readRequest(body({ whole }))).toThrow(path);
});

proves('messages/markers-kept', () => {
  const some = fc.option(fc.constantFrom(marker, hour), { nil: undefined });
  const marked: fc.Arbitrary<Marked> = fc.record({
    tool: some,
    system: some,
    first: some,
    call: some,
    result: some,
    nested: some,
    last: some,
    whole: some,
  });
  fc.assert(
    fc.property(marked, (markers) => {
      const value = body(markers);
      const messages: readonly PlainMessage[] = readRequest(value).messages;
      expect(messages).toEqual(readRequest(body({})).messages);
      const sent = rendered(value);
      expect(markersIn(sent)).toBeLessThanOrEqual(4);
      const { tool, system, first, call, result, nested, last, whole } = markers;
      const inMessages = [first, call, result, nested, last, whole];
      const isMarked = (...all: readonly unknown[]): boolean =>
        all.some((each) => each !== undefined);
      expect(markersIn(sent['tools'])).toBe(isMarked(tool) ? 1 : 0);
      expect(markersIn(sent['system'])).toBe(isMarked(system) ? 1 : 0);
      expect(markersIn(sent['messages'])).toBe(isMarked(...inMessages) ? 2 : 0);
      // The gateway's request is valid wherever the client's was.
      if (messagesRefusal({ ...value }) === undefined) {
        expect(messagesRefusal(sent)).toBeUndefined();
      }
    }),
  );
});
