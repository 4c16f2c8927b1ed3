import { expect, test } from 'vitest';
import { parseArguments } from '../../engine/call/call.ts';
import { parseJson } from './json.ts';

/**
 * V8 13.6 (Node 24) reads the key `"` as `\` behind a key behind which it has only ever read `\`: it
 * compares an escape as it is written with the key that it expects.
 */
const before = '{"a first key of its own":0,"\\\\":1}';
const text = '{"a first key of its own":0,"\\"":2}';

test('a key is read as it is written, whatever the process has read before', () => {
  JSON.parse(before);
  const read = parseJson(text);
  const keys = read.kind === 'document' ? read.root.children.map(({ key }) => key) : [];
  const values = read.kind === 'document' ? read.root.children.map(({ value }) => value) : [];
  expect({ keys, values }).toEqual({ keys: ['a first key of its own', '"'], values: [0, 2] });
});

test('arguments are read, or are unreadable: nothing is thrown', () => {
  JSON.parse(before);
  const read = parseArguments(text);
  expect(Object.keys(read?.value ?? {})).toEqual(['"', 'a first key of its own']);
});
