import { describe, expect, test } from 'vitest';
import { knowledgeOf } from '../../src/live/knowledge.ts';
import type { PersonName } from '../../src/trial/trial.ts';
import { ferry } from './ferry.ts';
import { specOf } from './sail.ts';

const mine = { tool: 'send_boat', args: '{"to":"Skerry"}', unasked: 0 };

const theirs = { tool: 'send_boat', args: '{"to":"Blackrock"}', unasked: 0 };

const knowledge = knowledgeOf(ferry);

describe('a person is asked about a call', () => {
  test.each<[PersonName, typeof mine, 'yes' | 'no']>([
    ['skip', mine, 'no'],
    ['truthful', mine, 'yes'],
    ['truthful', theirs, 'no'],
    ['always-yes', theirs, 'yes'],
    ['always-no', mine, 'no'],
  ])('%s: case %#', (person, call, answer) => {
    expect(knowledge.answer(specOf({ person }), call)).toBe(answer);
  });

  test('yes to a step of the task as often as the task has it, in each trial', () => {
    const trial = specOf({ person: 'truthful' });
    const again = { ...mine, args: '{ "to": "Skerry" }' };
    expect([mine, again].map((call) => knowledge.answer(trial, call))).toEqual(['yes', 'no']);
    expect(knowledge.answer(specOf({ person: 'truthful' }), mine)).toBe('yes');
    const made = { ...mine, unasked: 1 };
    expect(knowledge.answer(specOf({ person: 'truthful' }), made)).toBe('no');
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
    const call = { tool: '', args, unasked: 0 };
    expect(knowledge.answer(tide, call)).toBe(answer);
    expect(knowledge.isOwn(tide, call)).toBe(answer === 'yes');
  });

  test('of a task that nobody knows', () => {
    const spec = specOf({ task: 'gone', person: 'truthful' });
    expect(knowledge.answer(spec, { tool: '', args: '', unasked: 0 })).toBe('no');
    expect(knowledge.isOwn(spec, mine)).toBe(false);
  });
});
