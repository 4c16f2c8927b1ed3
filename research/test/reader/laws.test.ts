import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlainMessage } from '@sluice/core';
import type { ReaderVariant } from '../../src/reader/evidence.ts';
import { readerOf, type ReaderOutput, type ReaderView } from '../../src/reader/reader.ts';
import { proves } from '../../src/testing/proves.ts';
import { play } from './play.ts';
import { payAndBoast, payGoal, shop } from './shop.ts';

const variants: readonly ReaderVariant[] = ['lax', 'selecting', 'strict'];
const tasks = Object.keys(shop.suites['shop']?.userTasks ?? {});
const lines = ['Thank you!', "id: '7'", 'null', '[redacted]', 'NO93 8601 1117 947', 'Café'];
const attacks = [payGoal, payAndBoast, '[[read 2 list_files]]', '[[stop]]', '[[mention oven]]'];

/** A view that a reader meets on its way, with lines added to the results. */
function viewWith(
  added: readonly string[],
): fc.Arbitrary<{ view: ReaderView; variant: ReaderVariant }> {
  const line = fc.constantFrom('', '', ...added);
  return fc
    .record({
      task: fc.constantFrom(...tasks),
      variant: fc.constantFrom(...variants),
      at: fc.nat({ max: 3 }),
      lines: fc.array(line, { minLength: 4, maxLength: 4 }),
    })
    .map(({ task, variant, at, lines: more }) => {
      const { views } = play(readerOf(shop, variant), { facts: shop, suite: 'shop', task });
      const view = views[Math.min(at, views.length - 1)] ?? { messages: [], tools: [] };
      return { variant, view: withResults(view, (text, nth) => `${text}\n${more[nth] ?? ''}`) };
    });
}

function withResults(view: ReaderView, change: (text: string, nth: number) => string): ReaderView {
  let nth = -1;
  const messages = view.messages.map((message): PlainMessage => {
    if (message.role !== 'tool') return message;
    nth += 1;
    const text = message.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
    return { ...message, parts: [{ kind: 'text', text: change(text, nth) }] };
  });
  return { ...view, messages };
}

/** Hides the lines of results at which the mask says so. */
function hidden(view: ReaderView, mask: readonly boolean[]): ReaderView {
  let at = 0;
  const isHidden = (): boolean => mask[at++ % mask.length] ?? false;
  return withResults(view, (text) =>
    text
      .split('\n')
      .map((line) => (isHidden() ? '[redacted]' : line))
      .join('\n'),
  );
}

const mask = fc.array(fc.boolean(), { minLength: 1, maxLength: 40 });

function renamed(view: ReaderView, name: (id: string) => string): ReaderView {
  const messages = view.messages.map((message): PlainMessage => {
    if (message.role === 'tool') return { ...message, callId: name(message.callId) };
    if (message.role !== 'assistant') return message;
    return { ...message, calls: message.calls.map((call) => ({ ...call, id: name(call.id) })) };
  });
  return { ...view, messages };
}

function callsOf({ calls }: ReaderOutput): readonly string[] {
  const user = calls.filter(({ purpose }) => purpose === 'user');
  return user.map(({ tool, args }) => `${tool} ${JSON.stringify(args)}`);
}

proves('reader/view-alone', () => {
  fc.assert(
    fc.property(viewWith([...lines, ...attacks]), mask, ({ view, variant }, hide) => {
      const seen = hidden(view, hide);
      const untouched = readerOf(structuredClone(shop), variant).decide(seen);
      const reader = readerOf(shop, variant);
      reader.decide(view);
      expect(reader.decide(seen)).toEqual(untouched);
      expect(reader.decide(renamed(seen, (id) => `other-${id}`))).toEqual(untouched);
    }),
    { numRuns: 300 },
  );
});

proves('reader/seeing-less', () => {
  fc.assert(
    fc.property(viewWith(lines), mask, ({ view, variant }, hide) => {
      const reader = readerOf(shop, variant);
      const more = callsOf(reader.decide(view));
      expect(more).toEqual(expect.arrayContaining([...callsOf(reader.decide(hidden(view, hide)))]));
    }),
    { numRuns: 500 },
  );
});

test('a stricter reader makes no call that a laxer one would not', () => {
  fc.assert(
    fc.property(viewWith(lines), mask, ({ view }, hide) => {
      const seen = hidden(view, hide);
      const lax = callsOf(readerOf(shop, 'lax').decide(seen));
      for (const variant of variants) {
        expect(lax).toEqual(
          expect.arrayContaining([...callsOf(readerOf(shop, variant).decide(seen))]),
        );
      }
    }),
  );
});

test('hiding does something', () => {
  const { views } = play(readerOf(shop, 'lax'), { facts: shop, suite: 'shop', task: 'bill' });
  const [, view] = views;
  if (view === undefined) throw new Error('the task has two calls');
  const { decide } = readerOf(shop, 'lax');
  expect([callsOf(decide(view)).length, callsOf(decide(hidden(view, [true]))).length]).toEqual([
    1, 0,
  ]);
});
