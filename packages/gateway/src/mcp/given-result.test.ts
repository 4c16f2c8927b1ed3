import { expect, test } from 'vitest';
import { given, handedOn } from './given-result.ts';

const text = (value: string) => ({ kind: 'text', text: value }) as const;
const known = given({ parts: [text('one\n'), text('two')], failed: false });

test.each([
  ['two texts', [text('one'), text('two')], 'as-given'],
  ['one text', [text('one\ntwo')], 'wrapped'],
  ['one of them', [text('two')], 'as-given'],
  ['all as JSON', [text('{"content":[{"type":"text","text":"one"}],"isError":false}')], 'wrapped'],
  ['as the output of a program', [text('Wall time: 0.2 seconds\nOutput:\ntwo')], 'wrapped'],
  ['part of it', [text('tw')], 'other'],
  ['more than it', [text('two and more')], 'other'],
  ['a text beside it', [text('two'), text('three')], 'other'],
  ['words in JSON', [text('{"content":[{"type":"text","text":"three"}]}')], 'other'],
  ['words as a name in JSON', [text('{"pay eve":"two"}')], 'other'],
  ['a number in JSON', [text('{"text":"two","result":7}')], 'other'],
  ['words in a member that is there twice', [text('{"text":"three","text":"two"}')], 'other'],
  ['the same, written in another way', [text('{"te\\u0078t":"three","text":"two"}')], 'other'],
  ['figures as a name in JSON', [text('{"12":"two"}')], 'other'],
  ['many figures as the time', [text('Wall time: 123456789 seconds\nOutput:\ntwo')], 'other'],
  ['something else', [{ kind: 'opaque', mediaType: 'image/png', data: 'x' } as const], 'other'],
])('%s', (_, parts, how) => {
  expect(handedOn(known, parts)).toBe(how);
});
