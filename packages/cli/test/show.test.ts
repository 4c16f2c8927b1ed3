import {
  Content,
  chain,
  History,
  labelSpace,
  regionsOf,
  type Decision,
  type Region,
} from '@sluice/core';
import { createColors } from 'picocolors';
import { describe, expect, test } from 'vitest';
import { decisionText } from '../src/show/decision.ts';
import { placesOf } from '../src/show/place.ts';
import { printable } from '../src/show/printable.ts';
import { painterFor } from '../src/show/regions.ts';
import type { Terminal } from '../src/terminal.ts';

const space = labelSpace({
  integrity: chain(['trusted', 'untrusted']),
  confidentiality: chain(['public', 'private']),
});
const [own, secret, strange] = [
  space.bottom,
  space.parse('trusted & private'),
  space.parse('untrusted & public'),
];

function terminal(coloured: boolean): Terminal {
  return {
    print: () => {},
    warn: () => {},
    colours: createColors(coloured),
    interactive: false,
  };
}

/** `say HELLO now`, where the middle is a stranger's. */
function mixed(): Content {
  const part: Region = { start: 4, end: 9, label: strange, form: 'text', path: '$.a', parts: [] };
  const root: Region = { start: 0, end: 13, label: own, form: 'text', path: '$', parts: [part] };
  return Content.of(space, 'say HELLO now', root);
}

describe('regions', () => {
  test('stand in brackets with their label where there are no colours', () => {
    const { content } = painterFor(space, terminal(false));
    expect(content(mixed())).toBe('say ⟦untrusted & public: HELLO⟧ now');
    expect(content(Content.whole(space, 'x', strange))).toBe('x');
  });

  test.each([
    [own, '\u001B[32m'],
    [secret, '\u001B[36m'],
    [strange, '\u001B[31m'],
    [space.top, '\u001B[31m'],
  ])('have a colour of their own: %s', (label, colour) => {
    const { content, label: name } = painterFor(space, terminal(true));
    expect(content(Content.whole(space, 'x', label))).toContain(`${colour}x`);
    expect(name(label)).toContain(colour);
  });
});

describe('text of strangers cannot steer the terminal', () => {
  test.each([
    ['a colour', '\u001B[31mred', '\\u001b[31mred'],
    ['a carriage return', 'asked\rallowed', 'asked\\u000dallowed'],
    ['the eight-bit escape', '\u009B2J', '\\u009b2J'],
    ['a change of direction', 'a\u202Eb', 'a\\u202eb'],
    ['line breaks and tabs stay', 'a\n\tb', 'a\n\tb'],
    ['other scripts stay', 'é 日本 🙂', 'é 日本 🙂'],
  ])('%s', (_, text, shown) => {
    expect(printable(text)).toBe(shown);
    const { content } = painterFor(space, terminal(false));
    expect(content(Content.whole(space, text, strange))).toBe(shown);
  });
});

describe('places', () => {
  const text = (content: string) => [
    { kind: 'text' as const, content: Content.whole(space, content, strange) },
  ];
  const args = Content.whole(space, '{}', own);
  const history = History.of(
    [],
    [
      { role: 'user', parts: text('hello'), shape: own },
      {
        role: 'assistant',
        text: Content.whole(space, 'I look', own),
        calls: [{ id: 'c', tool: 'read_mail', declared: true, args, label: own }],
        label: own,
      },
      { role: 'tool', callId: 'c', parts: text('hi'), shape: own },
    ],
  );
  const placeOf = (message: number): readonly string[] =>
    regionsOf(history)
      .filter((entry) => entry.message === message)
      .map(({ id }) => placesOf(history)(id));

  test.each([
    [0, 'the user'],
    [1, 'the agent’s own words'],
    [2, 'read_mail'],
  ])('every region of message %i is in %s', (message, place) => {
    expect(new Set(placeOf(message))).toEqual(new Set([place]));
  });

  test('a region of no message is a tool’s', () => {
    expect(placesOf(history)('t0')).toBe('a tool description');
  });
});

describe('decisions', () => {
  const violations = [
    { dimension: 'integrity', argument: '' },
    { dimension: 'integrity', argument: '/to' },
  ];
  test.each<[Decision, string]>([
    [{ kind: 'allow', rule: 'r', violations: [] }, 'allow'],
    [
      { kind: 'allow', rule: 'r', wouldBe: 'ask', violations },
      'allow, would be ask (r; integrity above the ceiling)',
    ],
    [{ kind: 'ask', rule: 'r', violations }, 'ask (r; integrity above the ceiling)'],
    [{ kind: 'deny', rule: 'r', reason: 'tool-unknown', violations: [] }, 'deny: tool-unknown (r)'],
  ])('%j', (decision, shown) => {
    expect(decisionText(decision, terminal(false))).toBe(shown);
  });
});
