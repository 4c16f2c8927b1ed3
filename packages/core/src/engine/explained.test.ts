import { expect, test } from 'vitest';
import { fakePolicy, both, trusted, untrusted } from '../../test/fake-policy.ts';
import type { PlainMessage } from '../history/plain.ts';
import { limits } from '../limits.ts';
import { scriptedModel, type Script } from '../model/scripted.ts';
import { naive } from '../propagate/naive.ts';
import { proves } from '../testing/proves.ts';
import type { RunOptions } from './run-options.ts';
import { Session } from '../session/session.ts';

const { signal } = new AbortController();
const tools = ['read', 'send'].map((name) => {
  return { name, description: name, parameters: { type: 'object' } };
});
const user: PlainMessage = { role: 'user', parts: [{ kind: 'text', text: 'send it to anna-77' }] };
const argument = { to: 'anna-77' };

/** The decision on each call of one generation, and whether the record explains it. */
async function explained(
  option: RunOptions['explained'],
  calls: readonly string[],
  onViolation: 'ask' | 'block' | 'log' = 'ask',
): Promise<readonly [string, boolean][]> {
  const script: Script = () => ({ calls: calls.map((tool) => ({ tool, args: argument })) });
  const session = new Session({
    policy: fakePolicy({
      results: { read: untrusted },
      ceilings: { read: both, send: trusted },
      onViolation,
    }),
    model: scriptedModel(script),
    propagator: naive(),
    tools,
    structure: 'keep',
    explained: option,
    shortcuts: { allowedDraft: true, lazyReads: true },
    approval: { by: 'framework', clearance: both },
    refusals: 'error',
  });
  await session.step([user], { signal, least: untrusted });
  return session.events.flatMap((event) => {
    if (event.type !== 'call-decided') return [];
    const { evidence, unsourced } = event.explanation;
    return [[event.decision.kind, evidence.length + unsourced.length > 0] as [string, boolean]];
  });
}

test.each(['all', undefined] as const)('with %s, every call is explained', async (option) => {
  expect(await explained(option, ['read'])).toEqual([['allow', true]]);
});

proves('explain/stopped', async () => {
  expect(await explained('stopped', ['read'])).toEqual([['allow', false]]);
  expect(await explained('stopped', ['send'])).toEqual([['ask', true]]);
  expect(await explained('stopped', ['send'], 'block')).toEqual([['deny', true]]);
  expect(await explained('stopped', ['unknown'])).toEqual([['deny', true]]);
  expect(await explained('stopped', ['send'], 'log')).toEqual([['allow', true]]);
  const together = await explained('stopped', ['read', 'send', 'read']);
  expect(together).toEqual([
    ['allow', true],
    ['ask', true],
    ['allow', true],
  ]);
});

proves('explain/bounded', async () => {
  const said = Array.from({ length: 2_000 }, (_, at) => `item-${at}x`).join(' ');
  const excerptsOf = async (count: number): Promise<readonly string[]> => {
    const items = Array.from({ length: count }, (_, at) => `item-${at}x`);
    const session = new Session({
      policy: fakePolicy({ results: {}, ceilings: { send: both } }),
      model: scriptedModel(() => ({ calls: [{ tool: 'send', args: { items } }] })),
      propagator: naive(),
      tools,
      structure: 'keep',
      explained: 'all',
      shortcuts: { allowedDraft: false, lazyReads: false },
      approval: { by: 'framework', clearance: both },
      refusals: 'error',
    });
    const long: PlainMessage = { role: 'user', parts: [{ kind: 'text', text: said }] };
    await session.step([long], { signal, least: untrusted });
    return session.events.flatMap((event) => {
      if (event.type !== 'call-decided') return [];
      return event.explanation.evidence.map(({ excerpt }) => excerpt);
    });
  };
  const few = await excerptsOf(100);
  expect(few.every((excerpt) => excerpt.length > 0)).toBe(true);
  const many = await excerptsOf(2_000);
  // Each value still has its source; what nobody would read is left out.
  expect(many.length).toBeGreaterThan(2_000);
  const characters = many.reduce((sum, { length }) => sum + length, 0);
  expect(characters).toBeLessThanOrEqual(limits.excerptsCharactersMax);
});
