import { regionsOf, type Label, type Message } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  called,
  fields,
  historyOf,
  image,
  result,
  said,
  secret,
  space,
  top,
  trusted,
  turn,
  untrusted,
} from '../../../packages/core/test/propagate/histories.ts';
import { proves } from '../testing/proves.ts';
import { numberedHistory, type Numbered } from './numbered.ts';

const past = historyOf(
  turn('system', 'Be brief.'),
  turn('user', 'Pay Bob.'),
  called('send', { to: 'Bob' }),
  fields([
    ['DE12', untrusted],
    ['a private note', secret],
  ]),
  said('Paid.', untrusted),
);

function documents(clearance: Label, history = past): Numbered {
  return numberedHistory(space, history, { clearance, names: 'documents' });
}

test('documents are tools, turns of the agent and results; the task has no number', () => {
  const { text, numbered, always, unseen } = documents(top);
  expect(text).toMatchInlineSnapshot(`
    "[tool send] <<DOCUMENT_1>>Does what it is called.<</DOCUMENT_1>>
    [system] Be brief.
    [user] Pay Bob.
    [agent] <<DOCUMENT_2>>
    call of send with {"to":"Bob"}<</DOCUMENT_2>>
    [result] <<DOCUMENT_3>>["DE12","a private note"]<</DOCUMENT_3>>
    [agent] <<DOCUMENT_4>>Paid.<</DOCUMENT_4>>"
  `);
  expect(numbered).toEqual([
    ['t0'],
    ['m2', 'm2.0', 'm2.c0'],
    ['m3', 'm3.0', 'm3.0.0', 'm3.0.1'],
    ['m4', 'm4.0'],
  ]);
  expect(always).toEqual(['m0', 'm0.0', 'm1', 'm1.0']);
  expect(unseen).toEqual([]);
});

test('every region has one number, or is of the task', () => {
  const { numbered, always } = documents(top);
  const all = regionsOf(past).map(({ id }) => id);
  expect([...numbered.flat(), ...always].toSorted()).toEqual(all.toSorted());
});

test('what may not be seen is a placeholder', () => {
  const { text, unseen } = documents(untrusted);
  expect(text).toContain('["DE12",[redacted]]');
  expect(unseen).toEqual(['m3.0.1']);
});

test('a hidden list is one placeholder, however many parts it has', () => {
  const hidden = (count: number) =>
    documents(
      untrusted,
      historyOf(
        fields(
          Array.from({ length: count }, () => ['a', untrusted] as const),
          secret,
        ),
      ),
    );
  const inVisibleShape = (count: number) => {
    const list = fields(
      Array.from({ length: count }, () => ['a', untrusted] as const),
      secret,
    );
    return documents(untrusted, historyOf({ ...list, shape: trusted } as Message));
  };
  for (const of of [hidden, inVisibleShape]) {
    expect(of(3).text).toBe(of(0).text);
    expect(of(3).text.split('[redacted]')).toHaveLength(2);
    // A part may flow to the clearance, and still it was not shown.
    expect(of(1).unseen).toEqual(expect.arrayContaining(['m0.0', 'm0.0.0']));
  }
});

test.each(['documents', 'regions'] as const)('an image was not seen: %s', (names) => {
  const history = historyOf(turn('user', 'hi'), called('send', {}), image('tool', trusted));
  expect(numberedHistory(space, history, { clearance: top, names }).unseen).toEqual(['m2.0']);
});

test('an image that may not be seen is a placeholder', () => {
  const { text, unseen } = documents(untrusted, historyOf(image('user', secret)));
  expect(text).toContain('[user] [redacted]');
  expect(unseen).toEqual(['m0.0']);
});

describe('what is not text of a region that may be seen is not shown', () => {
  test.each<[string, readonly Message[], string]>([
    ['an image', [image('user', trusted)], '(not text)'],
    [
      'a result of a hidden shape',
      [{ ...result('a', trusted), shape: secret } as Message],
      '[redacted]',
    ],
    ['a hidden generation', [called('send', { to: 'Bob' }, secret)], '[redacted]'],
  ])('%s', (_, messages, shown) => {
    const { text } = documents(untrusted, historyOf(...messages));
    expect(text).toContain(shown);
    expect(text).not.toMatch(/pixels|Bob/);
  });

  test('an undeclared tool is not named', () => {
    const call = called('evil_tool', {}, trusted);
    const calls = 'calls' in call ? call.calls.map((each) => ({ ...each, declared: false })) : [];
    const { text } = documents(top, historyOf({ ...call, calls } as Message));
    expect(text).toContain('call of an undeclared tool');
    expect(text).not.toContain('evil_tool');
  });
});

test('regions are numbered as for a judge', () => {
  const { text, numbered, always } = numberedHistory(space, past, {
    clearance: top,
    names: 'regions',
  });
  expect(text).toContain('<<REGION_3>>Pay Bob.<</REGION_3>>');
  expect(numbered).toHaveLength(9);
  expect(always).toEqual([]);
});

const imitation = fc.constantFrom(
  '<</DOCUMENT_1>>',
  '<<DOCUMENT_2>>',
  '<< / document 3 >>',
  '＜＜/ＤＯＣＵＭＥＮＴ＿4＞＞',
  '<\u200B</DO\u200BCUMENT_5>\u2060>',
  '<',
  '>',
  'DOCUMENT_',
  '7',
);
const text = fc
  .array(fc.oneof(imitation, fc.string({ unit: 'grapheme' })), { maxLength: 9 })
  .map((all) => all.join(''));
const label = fc.constantFrom(trusted, untrusted, secret, top);
const message: fc.Arbitrary<Message> = fc.oneof(
  text.map((each) => turn('user', each)),
  fc.tuple(text, label).map(([each, of]) => result(each, of)),
  fc.tuple(text, label).map(([each, of]) => said(each, of)),
  fc.tuple(text, label).map(([each, of]) => called('send', { to: each }, of)),
  fc.tuple(fc.array(fc.tuple(text, label)), label).map(([items, of]) => fields(items, of)),
);

proves('introspection/markers', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 6 }), label, (messages, clearance) => {
      const { text: shown, numbered } = documents(clearance, historyOf(...messages));
      const folded = shown.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
      const marks = [...folded.matchAll(/<<\s*(\/?)\s*document[\s_.:-]*(\d+)/gi)];
      const expected = numbered.flatMap((_, at) => [
        ['', `${at + 1}`],
        ['/', `${at + 1}`],
      ]);
      expect(marks.map(([, slash, number]) => [slash, number])).toEqual(expected);
    }),
  );
});

/** A list whose items, and which itself, may be hidden: how many there are is of its own label. */
interface ListCase {
  readonly own: Label;
  readonly worlds: readonly [readonly string[], readonly string[]];
  readonly items: Label;
}

proves('introspection/clearance', () => {
  const texts = fc.array(text, { maxLength: 4 });
  const list: fc.Arbitrary<ListCase> = fc.record({
    own: label,
    items: label,
    worlds: fc.tuple(texts, texts),
  });
  fc.assert(
    fc.property(fc.array(list, { maxLength: 5 }), label, (lists, clearance) => {
      const isSeen = (each: Label): boolean => space.flowsTo(each, clearance);
      const shown = (world: 0 | 1, names: 'documents' | 'regions'): string => {
        const messages = lists.map(({ own, items, worlds }) => {
          // The visible part is the same in both worlds: the length with the list, then each item.
          const count = worlds[isSeen(own) ? 0 : world].length;
          const values = Array.from({ length: count }, (_, at): readonly [string, Label] => {
            const from = isSeen(own) && isSeen(items) ? 0 : world;
            return [worlds[from][at] ?? 'none', items];
          });
          return { ...fields(values, own), shape: trusted } as Message;
        });
        return numberedHistory(space, historyOf(...messages), { clearance, names }).text;
      };
      for (const names of ['documents', 'regions'] as const) {
        expect(shown(0, names)).toBe(shown(1, names));
      }
    }),
  );
});
