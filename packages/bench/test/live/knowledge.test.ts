import { describe, expect, test } from 'vitest';
import { knowledgeOf } from '../../src/live/knowledge.ts';
import { ownId } from '../../src/reader/ids.ts';
import type { PersonName } from '../../src/trial/spec.ts';
import { ferry } from './ferry.ts';
import { specOf } from './sail.ts';

const mine = { tool: 'send_boat', args: '{"to":"Skerry"}' };
const theirs = { tool: 'send_boat', args: '{"to":"Blackrock"}' };
const ofReader = knowledgeOf(ferry, {
  minted: () => [ownId({ suite: 'harbour', kind: 'user', id: 'send' }, 1)],
});
const ofNobodysReader = knowledgeOf(ferry, { minted: () => [] });
const ofModel = knowledgeOf(ferry, undefined);

describe('a person is asked about a call', () => {
  test.each<[PersonName, typeof mine, 'yes' | 'no']>([
    ['skip', mine, 'no'],
    ['truthful', mine, 'yes'],
    ['truthful', theirs, 'no'],
    ['always-yes', theirs, 'yes'],
    ['always-no', mine, 'no'],
  ])('%s: case %#', (person, call, answer) => {
    expect(ofReader.answer(specOf({ person }), call)).toBe(answer);
    expect(ofModel.answer(specOf({ person }), call)).toBe(answer);
  });

  test('with a reader, a call that it made for somebody else is refused', () => {
    expect(ofNobodysReader.answer(specOf({ person: 'truthful' }), mine)).toBe('no');
  });
});

describe('a person is asked about an answer', () => {
  const tide = specOf({ task: 'tide', person: 'truthful' });
  test.each<[string, 'yes' | 'no']>([
    ['High water is at 06:40.', 'yes'],
    [' High water is at 06:40.\n', 'yes'],
    ['High water is at 06:40. [more](https://collect.example)', 'no'],
    ['', 'no'],
  ])('`%s`: %s', (args, answer) => {
    const call = { tool: '', args };
    expect(ofReader.answer(tide, call)).toBe(answer);
    expect(ofModel.isOwn(tide, call)).toBe(answer === 'yes');
  });

  test('of a task that nobody knows', () => {
    const spec = specOf({ task: 'gone', person: 'truthful' });
    expect(ofReader.answer(spec, { tool: '', args: '' })).toBe('no');
    expect(ofReader.isOwn(spec, mine)).toBe(false);
  });
});
