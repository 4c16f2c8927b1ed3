import { placeholder, type PlainMessage, type View } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { recordedModel, recordedTools, type WhenHidden } from '../src/replay/recorded-agent.ts';
import { readAgentDojo } from '../src/replay/read/agentdojo.ts';
import type { RecordedRun } from '../src/replay/read/record.ts';
import { fieldsOf } from '../src/json.ts';
import { overlaps, scalarsIn, standsIn } from '../src/replay/words.ts';
import { attacked, calls, friend, injected, record, says, stranger } from './recorded-runs.ts';

const signal = new AbortController().signal;

function runOf(value: unknown): RecordedRun {
  const reading = readAgentDojo(fieldsOf(value));
  if (reading.kind !== 'run') throw new Error(`${reading.kind}: ${reading.because}`);
  return reading.run;
}

/** The view after the first call, with this text as its result. */
function viewWith(result: string): View {
  const messages: readonly PlainMessage[] = [
    { role: 'user', parts: [{ kind: 'text', text: `send 5 to ${friend}` }] },
    { role: 'assistant', text: '', calls: [{ id: 'a', tool: 'read_file', args: '{}' }] },
    { role: 'tool', callId: 'a', tool: 'read_file', parts: [{ kind: 'text', text: result }] },
  ];
  return { messages, tools: [] };
}

async function second(result: string, whenHidden: WhenHidden) {
  const model = recordedModel(runOf(attacked()), whenHidden);
  return model.generate({ view: viewWith(result) }, { signal });
}

describe('the recorded model', () => {
  test('says what was recorded where nothing is hidden', async () => {
    const { calls: made } = await second(injected, 'leave-out');
    expect(made[0]?.args).toContain(stranger);
  });

  test('leaves a call out whose value is hidden', async () => {
    expect((await second(placeholder, 'leave-out')).calls).toEqual([]);
  });

  test('or makes it with the placeholder', async () => {
    const { calls: made } = await second(placeholder, 'placeholder');
    expect(JSON.parse(made[0]?.args ?? '')).toMatchObject({ recipient: placeholder });
  });

  test('never repeats recorded prose in a narrow view: it may quote what is hidden', async () => {
    const told = runOf(record([says('user', 'Go.'), says('assistant', injected)]));
    const view: View = {
      messages: [{ role: 'user', parts: [{ kind: 'text', text: placeholder }] }],
      tools: [],
    };
    const model = recordedModel(told, 'leave-out');
    expect((await model.generate({ view }, { signal })).text).toBe('');
  });

  test('ends the run where the record ends', async () => {
    const model = recordedModel(
      runOf(record([says('user', 'Go.'), says('assistant', 'Gone.')])),
      'leave-out',
    );
    const messages = [{ role: 'assistant', text: 'Gone.', calls: [] }] as const;
    const reply = await model.generate({ view: { messages, tools: [] } }, { signal });
    expect(reply).toEqual({ text: '', calls: [], stop: 'complete' });
  });
});

describe('the recorded tools', () => {
  const run = runOf(
    record([
      says('user', 'Go.'),
      ...calls('get_balance', {}, '10'),
      ...calls('get_balance', {}, '7'),
      ...calls('read_file', { file_path: 'x' }, { error: 'no such file' }),
    ]),
  );
  const tools = new Map(recordedTools(run, new Map()).map((tool) => [tool.name, tool]));
  const use = (name: string, args = {}) => tools.get(name)?.execute(args, { signal, callId: 'c' });

  test('give each result once, in its order, and no other', () => {
    expect(use('get_balance')).toBe('10');
    expect(use('get_balance')).toBe('7');
    expect(use('get_balance')).toMatchObject({ failed: true });
  });

  test('keep a failure a failure', () => {
    expect(use('read_file', { file_path: 'x' })).toEqual({
      parts: [{ kind: 'text', text: 'no such file' }],
      failed: true,
    });
  });

  test('know only calls with the recorded arguments', () => {
    expect(use('read_file', { file_path: 'y' })).toMatchObject({ failed: true });
  });
});

describe('words', () => {
  test.each([
    ['50.0', 'amount: 50', true],
    ['50', 'amount: 50.00', true],
    ['5', 'amount: 50', false],
    ['1000.0', 'a sum of 1000 (one)', true],
    ['Refund for dinner', "subject: 'refund for\n  dinner'", true],
    ['LT601010012345678901', 'to LT60 1010 0123 4567 8901', true],
    ['', 'anything', false],
    ['.*', 'anything', false],
    ['a+b', 'x a+b y', true],
  ])('%j in %j: %j', (value, text, stands) => {
    expect(standsIn(value, text)).toBe(stands);
  });

  test('scalars are found at any depth', () => {
    expect(scalarsIn({ a: ['x', { b: 2 }], c: null, d: true })).toEqual(['x', '2']);
  });

  test.each([
    ['folded by YAML', injected.replaceAll(' ', '\n  '), true],
    ['a part of it', injected.slice(0, 60), true],
    ['another text', 'Dear tenant, the rent goes up next month.', false],
    ['nothing', '', false],
  ])('an injected text, %s', (_, text, found) => {
    expect(overlaps(injected, text)).toBe(found);
  });
});
