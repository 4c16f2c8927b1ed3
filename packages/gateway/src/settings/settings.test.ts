import { SluiceError } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { readSettings } from './settings.ts';

function errorOf(text: string): SluiceError {
  try {
    readSettings(text, 'gateway.yaml');
  } catch (error) {
    if (error instanceof SluiceError) return error;
    throw error;
  }
  throw new Error('it was read');
}

describe('nothing at all', () => {
  test.each(['', '{}', '# a comment\n'])('%j stands for the defaults', (text) => {
    const settings = readSettings(text, 'gateway.yaml');
    expect(settings.listen).toEqual({
      host: '127.0.0.1',
      port: 4141,
      behindTls: false,
      hosts: [],
    });
    expect(settings.profiles['default']).toMatchObject({
      policy: 'sluice.yaml',
      openai: 'openai',
      anthropic: 'anthropic',
      mode: 'enforce',
      refusals: 'hidden',
      turns: 'bottom',
    });
    expect(Object.keys(settings.upstreams)).toEqual(['openai', 'anthropic']);
    expect(settings.record).toBe('full');
  });
});

test('what is said replaces the default of that part alone', () => {
  const { listen, keep } = readSettings('listen: { port: 1 }\nkeep: { stateDays: 2 }', 'g.yaml');
  expect(listen).toMatchObject({ host: '127.0.0.1', port: 1 });
  expect(keep).toEqual({ stateDays: 2, eventDays: 365 });
});

const upstreams = 'upstreams: { a: { family: openai, baseUrl: "http://127.0.0.1:1/v1" } }';

describe('a mistake names the file and the place', () => {
  test.each([
    ['an unknown key', 'listn: {}', 'listn'],
    ['an unknown key inside', 'listen: { prt: 1 }', 'prt'],
    ['a port that is none', 'listen: { port: 65536 }', 'listen.port'],
    ['a port that is a word', 'listen: { port: http }', 'listen.port'],
    ['no address', 'upstreams: { a: { family: openai, baseUrl: openai } }', 'upstreams.a.baseUrl'],
    ['a file as address', 'upstreams: { a: { family: openai, baseUrl: "file:///x" } }', 'baseUrl'],
    ['an unknown family', 'upstreams: { a: { family: other, baseUrl: "http://x" } }', 'family'],
    ['a name that is none', 'upstreams: { "a b": { family: openai, baseUrl: "http://x" } }', 'a b'],
    ['a mode that is none', `${upstreams}\nprofiles: { p: { policy: x, mode: off } }`, 'mode'],
    ['a profile without policy', `${upstreams}\nprofiles: { p: { openai: a } }`, 'policy'],
    ['an upstream of no name', `${upstreams}\nprofiles: { p: { policy: x, openai: b } }`, '`b`'],
    [
      'an upstream of another family',
      `${upstreams}\nprofiles: { p: { policy: x, anthropic: a } }`,
      'anthropic',
    ],
    ['a key twice', 'record: full\nrecord: none', 'unique'],
    ['no YAML', 'listen: {', 'gateway.yaml'],
    ['an alias', 'a: &a [1]\nb: *a', 'alias'],
    ['a list', '- a', 'object'],
    ['a text', 'enforce', 'object'],
  ])('%s', (_, text, named) => {
    const { code, message, hint } = errorOf(text);
    expect(code).toBe('settings-invalid');
    expect(message).toMatch(/^gateway\.yaml: /);
    expect(message).toContain(named);
    expect(hint).toContain('docs/gateway.md');
  });
});
