import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkPolicy } from '@sluice/core';
import { attacked } from './attack.ts';
import { readConversation } from './conversation.ts';
import { examplesFrom, type Example } from './examples.ts';
import { play, type Played } from './play.ts';

const folder = path.join(import.meta.dirname, '../examples');
const examples = examplesFrom(
  Object.fromEntries(
    globSync('*.yaml', { cwd: folder }).map((file) => [
      path.basename(file, '.yaml'),
      readFileSync(path.join(folder, file), 'utf8'),
    ]),
  ),
);

type Changed = Partial<Pick<Example, 'policy' | 'conversation' | 'way'>>;

async function played(example: Example, isAttacked = false): Promise<Played> {
  const run = readConversation(example.conversation);
  return play(example.policy, isAttacked ? attacked(run, example.attack) : run, example.way);
}

/** The words on the calls of a run, those of tools that only read left out. */
function words({ messages }: Played): readonly string[] {
  const calls = messages.flatMap((message) => (message.kind === 'step' ? message.calls : []));
  return calls.filter(({ tool }) => !/^(?:read|list)_/.test(tool)).map(({ word }) => word);
}

/** The words on the calls of each example, before and after its task. */
const lessons: Readonly<
  Record<string, { first: string[]; task: (example: Example) => Changed; after: string[] }>
> = {
  '1-payment': {
    first: ['ask'],
    task: ({ policy }) => ({ policy: policy.replace('ceiling: trusted }', 'ceiling: top }') }),
    after: ['allow'],
  },
  '2-redaction': {
    first: ['allow'],
    task: ({ conversation }) => ({
      conversation: conversation
        .replace(', account DE89370400440532013000', '')
        .replace('Your parcel', 'DE89370400440532013000. Your parcel'),
    }),
    after: ['ask'],
  },
  '3-whole-context': { first: ['ask'], task: () => ({ way: 'lineage' }), after: ['allow'] },
  '4-fields': {
    first: ['allow'],
    task: ({ policy }) => ({ policy: policy.replace(/ +rules:\n.*\n/, '') }),
    after: ['allow'],
  },
  '5-readers': {
    first: ['ask'],
    task: ({ conversation }) => ({
      conversation: conversation.replaceAll('kim@partner.example', 'robin@acme.example'),
    }),
    after: ['allow'],
  },
  '6-links': {
    first: ['ask'],
    task: ({ conversation }) => ({
      conversation: conversation
        .replace('my notes have its address', 'it is https://prices.example/')
        .replace("url: 'https://prices.example/?offer=41500'", "url: 'https://prices.example/'"),
    }),
    after: ['allow'],
  },
  '7-arguments': {
    first: ['allow', 'allow'],
    task: () => ({ way: 'lineage' }),
    after: ['allow', 'ask'],
  },
  '8-person': {
    first: ['ask'],
    task: ({ conversation }) => ({
      conversation: conversation.replace(
        'Their letter has the account.',
        'The account is DE75512108001245126199.',
      ),
    }),
    after: ['allow'],
  },
};

test('there is a lesson for each example', () => {
  expect(examples.map(({ name }) => name)).toEqual(Object.keys(lessons));
});

test.each(examples)('$name shows what it says', async (example) => {
  const lesson = lessons[example.name];
  expect(words(await played(example))).toEqual(lesson?.first);
  const problems = await checkPolicy(example.policy);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const changed = { ...example, ...lesson?.task(example) };
  expect(changed).not.toEqual(example);
  expect(words(await played(changed))).toEqual(lesson?.after);
});

test.each(examples)('the stranger of $name makes one more call wait', async (example) => {
  const [before, after] = [await played(example), await played(example, true)];
  expect(after.counts).toEqual({ ...before.counts, ask: before.counts.ask + 1 });
});

test('without its rule for strangers, the stranger of 4-fields is paid', async () => {
  const example = examples.find(({ name }) => name === '4-fields');
  if (example === undefined) throw new Error('it is gone');
  const policy = example.policy.replace(/ +rules:\n.*\n/, '');
  expect(words(await played({ ...example, policy }, true))).toEqual(['allow', 'allow']);
});

test('a step that hides text shows where', async () => {
  const example = examples.find(({ name }) => name === '2-redaction');
  if (example === undefined) throw new Error('it is gone');
  const steps = (await played(example)).messages.filter(({ kind }) => kind === 'step');
  const paying = steps[1];
  if (paying?.kind !== 'step') throw new Error('it does not pay');
  expect(paying.hides).toBe(true);
  expect(paying.shown.map(({ text }) => text).join(' ')).not.toContain('parcel');
  expect(paying.calls[0]?.sources.map(({ argument, place }) => [argument, place])).toEqual([
    ['/to', 'the user'],
    ['/amount', 'the user'],
  ]);
});
