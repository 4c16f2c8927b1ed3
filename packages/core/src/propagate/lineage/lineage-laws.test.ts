import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  answers,
  called,
  fields,
  historyOf,
  inputOf,
  result,
  said,
  secret,
  sends,
  space,
  top,
  trusted,
  turn,
  untrusted,
} from '../../../test/propagate/histories.ts';
import { Content } from '../../history/content.ts';
import { History } from '../../history/history.ts';
import type { Message } from '../../history/message.ts';
import { regionsOf } from '../../history/regions.ts';
import type { Label } from '../../label/label.ts';
import type { ModelReply } from '../../model/chat-model.ts';
import { powerset, powersetOf } from '../../label/dimension/powerset.ts';
import { labelSpace } from '../../label/space.ts';
import { proves } from '../../testing/proves.ts';
import { labelOf } from '../label-of.ts';
import { LineageIndex } from './lineage-index.ts';
import { lineage } from '../lineage.ts';
import type { Relevance } from '../propagator.ts';

type Regions = Extract<Relevance, { kind: 'regions' }>;

function find(history: History, draft: ModelReply, index = new LineageIndex()): Regions {
  const relevance = lineage({ index }).relevant({ ...inputOf(history), draft });
  if (relevance instanceof Promise || relevance.kind !== 'regions') throw new Error('no regions');
  return relevance;
}

/** Values of every kind that lineage knows, with common words between them. */
const value = fc.oneof(
  fc.constantFrom('Robert Smith', 'the', 'meeting', 'to be done', 'DE89 3704 0044', '東京駅', ''),
  fc.constantFrom('March 4, 2024', '2024-03-04', '10:30', 'a@x.example', 'http://x.example/a?b=1'),
  fc.integer({ min: -5, max: 5_000 }).map(String),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
const text = fc.array(value, { maxLength: 8 }).map((values) => values.join(' '));
const label = fc.constantFrom(trusted, untrusted, secret, top);
const argument = fc.oneof(value, text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const message: fc.Arbitrary<Message> = fc.oneof(
  text.map((each) => turn('user', each)),
  fc.tuple(text, label).map(([each, of]) => result(each, of)),
  fc.tuple(text, label).map(([each, of]) => said(each, of)),
  fc.tuple(argument, label).map(([each, of]) => called('send', { to: each }, of)),
  fc.tuple(fc.array(fc.tuple(argument, label)), label).map(([items, of]) => fields(items, of)),
);
const history = fc.array(message, { maxLength: 8 }).map((messages) => historyOf(...messages));
const draft = fc.oneof(
  fc.dictionary(fc.constantFrom('to', 'amount', 'body', 'x'), fc.jsonValue()).map(sends),
  fc.record({ to: argument, amount: argument, body: fc.array(argument) }).map(sends),
  text.map(answers),
);

proves('lineage/known-regions', () => {
  fc.assert(
    fc.property(history, draft, (past, drafted) => {
      const ids = regionsOf(past).map(({ id }) => id);
      const found = find(past, drafted);
      expect(ids).toEqual(expect.arrayContaining([...found.regions]));
      for (const { region } of found.evidence) expect(found.regions).toContain(region);
      expect(found.regions).toEqual(ids.filter((id) => found.regions.includes(id)));
    }),
  );
});

proves('lineage/unsourced-reported', () => {
  fc.assert(
    fc.property(history, fc.array(argument, { minLength: 1 }), (past, items) => {
      const found = find(past, sends({ to: items }));
      for (const at of items.keys()) {
        const argumentOf = (each: { readonly argument: string }): boolean =>
          each.argument === `/to/${at}`;
        const sourced = found.evidence.some(argumentOf);
        expect(found.unsourced.some(argumentOf)).toBe(!sourced);
      }
    }),
  );
});

/** Letters that no other value is made of, so that nothing is shared by chance. */
const alien = fc
  .array(
    fc.string({ unit: fc.constantFrom('ж', 'ш', 'щ', 'ю', 'я'), minLength: 3, maxLength: 9 }),
    {
      maxLength: 9,
    },
  )
  .map((words) => words.join(' '));

proves('lineage/independent-values', () => {
  fc.assert(
    fc.property(history, draft, fc.tuple(alien, label), (past, drafted, [other, of]) => {
      const before = find(past, drafted);
      const after = find(past.append(result(other, of)), drafted);
      expect(after).toEqual(before);
    }),
  );
});

test('a region above all others changes nothing for values that stand lower, too', () => {
  fc.assert(
    fc.property(text, text, (body, other) => {
      const past = historyOf(turn('user', body));
      const draftOf = sends({ body });
      expect(find(past.append(result(`${body} ${other}`, top)), draftOf)).toEqual(
        find(past, draftOf),
      );
    }),
  );
});

proves('lineage/least-restrictive-source', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('Robert Smith', 'QX-4711', '2024-03-04', 'a@x.example', '990'),
      fc.array(label, { minLength: 1, maxLength: 4 }),
      (each, labels) => {
        const past = historyOf(
          turn('user', 'Do it.'),
          ...labels.map((of) => result(`It is ${each}.`, of)),
        );
        const found = labelOf(space, past, find(past, sends({ to: each })));
        const lower = (of: Label): boolean => of !== found && space.flowsTo(of, found);
        expect(labels).toContain(found);
        expect(labels.some(lower)).toBe(false);
      },
    ),
  );
});

proves('lineage/no-common-words', () => {
  const words = ['general', 'meeting', 'the', 'please', 'is', 'urgent', 'hello', '5', '7'];
  fc.assert(
    fc.property(
      fc.constantFrom(...words),
      fc.shuffledSubarray(words, { minLength: 2 }),
      (to, all) => {
        const past = historyOf(turn('user', 'Do it.'), result(`${all.join(', ')}!`));
        expect(labelOf(space, past, find(past, sends({ to })))).toBe(trusted);
      },
    ),
  );
});

test('no order of the arguments gives a strictly lower label', () => {
  fc.assert(
    fc.property(history, value, value, (past, a, b) => {
      const one = labelOf(space, past, find(past, sends({ to: a, body: b })));
      const other = labelOf(space, past, find(past, sends({ body: b, to: a })));
      expect(space.flowsTo(one, other) || !space.flowsTo(other, one)).toBe(true);
    }),
  );
});

proves('lineage/indexed-once', () => {
  const index = new LineageIndex();
  let past = historyOf(turn('user', 'Do it.'));
  find(past, answers(''), index);
  expect(index.indexed).toBe(2);
  for (let step = 1; step <= 10; step += 1) {
    past = past.append(
      called('send', { n: step }),
      fields([
        [step, untrusted],
        ['x', trusted],
      ]),
    );
    find(past, sends({ n: step }), index);
    expect(index.indexed).toBe(2 + 5 * step);
    find(past, sends({ n: step + 1 }), index);
    expect(index.indexed).toBe(2 + 5 * step);
  }
});

test('a region that is relabelled is read again, the others are not', () => {
  const index = new LineageIndex();
  const past = historyOf(turn('user', 'Do it.'), result('one'), result('two'));
  find(past, answers(''), index);
  const lowered = past.with(1, result('one', trusted));
  find(lowered, answers(''), index);
  expect(index.indexed).toBe(5);
});

test('contents that stand in several messages are told apart, and each is read once', () => {
  const index = new LineageIndex();
  const [list, other] = [fields([['Bob', untrusted]]), fields([['Eve', trusted]])];
  const past = historyOf(turn('user', 'Do it.'), list, other, list, list, other);
  for (const [to, region] of [
    ['Bob', 'm1.0.0'],
    ['Eve', 'm2.0.0'],
  ] as const) {
    for (const time of [1, 2]) {
      expect([time, find(past, sends({ to }), index).regions]).toEqual([
        time,
        ['t0', 'm0', 'm0.0', region],
      ]);
    }
  }
  expect(index.indexed).toBe(6);
});

test('of a history of a megabyte only what is new is read', async () => {
  const line = 'Transfer 1,250.50 EUR to DE89370400440532013000 on 2024-03-04, says a@x.example. ';
  const long = line.repeat(Math.ceil(100_000 / line.length));
  const past = historyOf(turn('user', 'Do it.'), ...Array.from({ length: 10 }, () => result(long)));
  const index = new LineageIndex();
  const ask = (of: History, to: string): Relevance | Promise<Relevance> => {
    const drafted = sends({ to, amount: 990, body: `${line} and more` });
    return lineage({ index }).relevant({ ...inputOf(of), draft: drafted });
  };
  await ask(past, 'warm');
  expect(index.indexed).toBe(12);
  const found = await ask(past.append(result(`${long}!`)), 'QX-4711');
  expect(index.indexed).toBe(13);
  expect(found).toMatchObject({ unsourced: [{ argument: '/to' }, { argument: '/amount' }] });
});

test.each([
  ['up to the limit of sources, function words are none', 60, false],
  ['past it, all that share two words in a row are sources', 80, true],
] as const)('%s', (...[, count, expected]) => {
  const sources = labelSpace({ sources: powerset() });
  const letters = (at: number): string =>
    String(at).replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)));
  const names = Array.from(
    { length: count },
    (_, at) => `person${letters(at)} lives${letters(at)}`,
  );
  const messages = [...names, 'and so on'].map((each, at): Message => {
    const own = sources.of({ sources: powersetOf([`s${at}`]) });
    const content = Content.whole(sources, `${each}.`, own);
    return { role: 'tool', callId: 'c', parts: [{ kind: 'text', content }], shape: sources.bottom };
  });
  const input = { ...inputOf(historyOf()), space: sources, history: History.of([], messages) };
  const relevance = lineage().relevant({
    ...input,
    draft: answers(`${names.join('; ')} and so on`),
  });
  const last = expected ? [`m${count}.0`] : [];
  expect(relevance).toMatchObject({ regions: [...names.map((_, at) => `m${at}.0`), ...last] });
});

test('no text of the history stands in what lineage says', () => {
  const past = historyOf(turn('user', 'Do it.'), result('The code is QX-4711.'));
  const found = find(past, sends({ to: 'QX-4711' }));
  expect(JSON.stringify(found)).not.toContain('QX-4711');
});
