import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlainTool } from '../history/plain.ts';
import { wireArgs, wireArgsText, wireNames } from './wire.ts';

const tool = (name: string): PlainTool => ({ name, description: '', parameters: {} });

test('every declared name comes back, and every wire name is one that providers take', () => {
  const name = fc.oneof(fc.string(), fc.constantFrom('a.b', 'a_b', 'a b', 'a_b_2'));
  fc.assert(
    fc.property(fc.uniqueArray(name), (declared) => {
      const names = wireNames(declared.map(tool));
      const wire = declared.map(names.toWire);
      expect(wire.map(names.fromWire)).toEqual(declared);
      for (const given of wire) expect(given).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    }),
  );
});

test('names that were never declared are made safe on the way out and kept on the way in', () => {
  const names = wireNames([tool('a.b')]);
  expect(names.toWire('x y')).toBe('x_y');
  expect(names.toWire('')).toBe('_');
  expect(names.fromWire('rm -rf')).toBe('rm -rf');
});

test.each([
  ['{ "a": 1 }', '{ "a": 1 }', { a: 1 }],
  ['[redacted]', '{"arguments":"[redacted]"}', { arguments: '[redacted]' }],
  ['{"a":', '{"arguments":"{\\"a\\":"}', { arguments: '{"a":' }],
  ['[1]', '{"arguments":"[1]"}', { arguments: '[1]' }],
  ['{"n":9007199254740993}', '{"n":9007199254740993}', { n: '9007199254740993' }],
  ['null', '{"arguments":"null"}', { arguments: 'null' }],
])('arguments %s reach the provider as an object', (args, wireText, wire) => {
  expect(wireArgsText(args)).toBe(wireText);
  expect(wireArgs(args)).toEqual(wire);
});
