import { expect, test } from 'vitest';
import { given, isGiven } from './given-result.ts';

const text = (value: string) => ({ kind: 'text', text: value }) as const;
const known = given({ parts: [text('one\n'), text('two')], failed: false });

test.each([
  ['two texts', [text('one'), text('two')], true],
  ['one text', [text('one\ntwo')], true],
  ['one of them', [text('two')], true],
  ['all as JSON', [text('{"content":[{"type":"text","text":"one"}],"isError":false}')], true],
  ['as the output of a program', [text('Wall time: 0.2 seconds\nOutput:\ntwo')], true],
  ['part of it', [text('tw')], false],
  ['more than it', [text('two and more')], false],
  ['a text beside it', [text('two'), text('three')], false],
  ['words in JSON', [text('{"content":[{"type":"text","text":"three"}]}')], false],
  ['words as a name in JSON', [text('{"pay eve":"two"}')], false],
  ['a number in JSON', [text('{"text":"two","result":7}')], false],
  ['something else', [{ kind: 'opaque', mediaType: 'image/png', data: 'x' } as const], false],
])('%s', (_, parts, isKnown) => {
  expect(isGiven(known, parts)).toBe(isKnown);
});

test('a call that nobody made has given nothing', () => {
  expect(isGiven(new Set(), [])).toBe(false);
});
