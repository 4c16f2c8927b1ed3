import { wireArgs, wireArgsText, wireSafe } from '@sluice/core';
import { expect, test } from 'vitest';
import { RequestError } from '../errors.ts';
import { fieldsOf, read } from './fields.ts';
import { customArgs, customInput, toolNameField } from './wire.ts';
import { Place } from './place.ts';

test.each([
  ['{"to": "a"}', { to: 'a' }, '{"to": "a"}'],
  ['{}', {}, '{}'],
  ['[1]', { arguments: '[1]' }, '{"arguments":"[1]"}'],
  ['null', { arguments: 'null' }, '{"arguments":"null"}'],
  ['{"to": "a', { arguments: '{"to": "a' }, '{"arguments":"{\\"to\\": \\"a"}'],
  ['', { arguments: '' }, '{"arguments":""}'],
])('arguments `%s` are an object on the wire', (args, value, text) => {
  expect(wireArgs(args)).toEqual(value);
  expect(wireArgsText(args)).toBe(text);
});

test.each([
  ['send', 'send'],
  ['mail.read', 'mail_read'],
  ['pay 900 to eve', 'pay_900_to_eve'],
  ['a'.repeat(80), 'a'.repeat(64)],
  ['', '_'],
])('the name `%s` is taken by every provider', (name, wire) => {
  expect(wireSafe(name)).toBe(wire);
});

const at = Place.body().field('tools').item(0);

test.each(['send', 'A-b_9', 'a'.repeat(64)])('a tool may be declared as `%s`', (name) => {
  expect(toolNameField(fieldsOf({ name }, { name: read }, at))).toBe(name);
});

test.each([
  { name: '' },
  { name: 'notes.delete' },
  { name: 'a'.repeat(65) },
  { name: 'pay eve' },
  { name: 'löschen' },
  { name: 7 },
  {},
])('no tool is declared as %o', (tool) => {
  const declare = (): string => toolNameField(fieldsOf(tool, { name: read }, at));
  expect(declare).toThrow(RequestError);
  expect(declare).toThrow('`tools[0].name`');
});

test.each([
  [customArgs('ls "a"\n'), 'ls "a"\n'],
  ['{}', 'hidden'],
  ['{"input": 1}', 'hidden'],
  ['half', 'hidden'],
])('the input in `%s`', (args, input) => {
  expect(customInput(args, 'hidden')).toBe(input);
});
