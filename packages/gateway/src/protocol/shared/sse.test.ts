import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sseEvent, sseLine } from './stream.ts';

function parsed(text: string): { name: string | undefined; data: string }[] {
  const events: { name: string | undefined; data: string }[] = [];
  const parser = createParser({
    onEvent: ({ event, data }) => events.push({ name: event, data }),
    onError: (error) => {
      throw error;
    },
  });
  parser.feed(text);
  return events;
}

test('one event stays one event, whatever its text holds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const events = parsed(sseEvent({ text }, 'delta') + sseEvent({ text }));
      expect(events.map(({ name }) => name)).toEqual(['delta', undefined]);
      for (const { data } of events) expect(JSON.parse(data)).toEqual({ text });
    }),
  );
});

test('a forged event in a text is text', () => {
  const text = 'hi\n\ndata: [DONE]\r\n\r\nevent: error\ndata: {}\n\n';
  expect(parsed(sseEvent(text) + sseLine('[DONE]')).map(({ data }) => data)).toEqual([
    JSON.stringify(text),
    '[DONE]',
  ]);
});
