import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  drafts,
  fields,
  historyOf,
  inputOf,
  result,
  secret,
  space,
  top,
  trusted,
  turn,
  untrusted,
} from '../../test/propagate/histories.ts';
import { regionsOf } from '../history/regions.ts';
import type { Label } from '../label/label.ts';
import type { ModelReply } from '../model/chat-model.ts';
import { proves } from '../testing/proves.ts';
import type { Policy, Ruling } from '../policy/policy.ts';
import { cheapestFirst, type Accept, draftAllowed } from './cheapest-first.ts';
import { labelOf } from './label-of.ts';
import { naive } from './naive.ts';
import type { Evidence, Propagator, Relevance } from './propagator.ts';
import { redactAll } from './redact-all.ts';
import { relevantWithin } from './relevant-within.ts';
import { target } from './target.ts';
import { union } from './union.ts';

const history = historyOf(
  turn('user', 'Pay.'),
  result('to Eve'),
  fields([
    [12, secret],
    ['Bob', trusted],
  ]),
);
const evidence: Evidence = { call: 0, argument: '/to', region: 'm1.0', how: 'exact' };

function finds(regions: readonly string[], rest: Partial<Relevance> = {}): Propagator {
  return {
    name: 'finds',
    needs: 'nothing',
    relevant: () =>
      ({ kind: 'regions', regions, evidence: [], unsourced: [], ...rest }) as Relevance,
  };
}

function fails(): Propagator {
  return {
    name: 'fails',
    needs: 'draft',
    relevant: () => {
      throw new Error('broken');
    },
  };
}

function ask(propagator: Propagator, draft?: ModelReply): Promise<Relevance> {
  return relevantWithin(propagator, inputOf(history, draft), { timeoutMs: 1_000 });
}

async function labelFor(propagator: Propagator): Promise<Label> {
  return labelOf(space, history, await ask(propagator));
}

test.each<[string, Propagator, Label]>([
  ['regions', union(finds(['m1.0']), finds(['m2.0.0'])), top],
  ['regions and a label', union(finds(['m1.0']), target(secret)), top],
  ['labels', union(target(untrusted), redactAll()), untrusted],
  ['everything', union(finds(['m1.0']), naive()), top],
  ['one alone', union(finds(['m1.0'])), untrusted],
  ['one that fails', union(finds([]), fails()), top],
  ['a region that does not exist, and a label', union(finds(['m9']), redactAll()), top],
])('a union of %s', async (_, propagator, label) => {
  expect(await labelFor(propagator)).toBe(label);
});

test('a union needs a draft where one of its propagators does', () => {
  expect(union(naive(), redactAll()).needs).toBe('nothing');
  expect(union(naive(), fails())).toMatchObject({ needs: 'draft', name: 'naive+fails' });
});

test('what is made of propagators has each of them forget', async () => {
  const forgotten: string[] = [];
  const keeps = (name: string): Propagator => {
    return { ...naive(), name, forget: async (run) => void forgotten.push(`${name} ${run}`) };
  };
  await union(keeps('a'), naive(), keeps('b')).forget?.('r');
  await cheapest([naive(), union(keeps('c')), keeps('d')]).forget?.('r');
  expect(forgotten).toEqual(['a r', 'b r', 'c r', 'd r']);
  const broken = { ...naive(), forget: () => Promise.reject(new Error('the disk')) };
  await expect(union(naive(), broken).forget?.('r')).rejects.toThrow('the disk');
});

test('an argument stays unsourced in a union where nobody has evidence for it', async () => {
  const unsourced = [
    { call: 0, argument: '/to' },
    { call: 0, argument: '/n' },
  ];
  const both = union(finds(['m1.0'], { evidence: [evidence] }), finds(['m1.0'], { unsourced }));
  expect(await ask(both)).toEqual({
    kind: 'regions',
    regions: ['m1.0'],
    evidence: [evidence],
    unsourced: [{ call: 0, argument: '/n' }],
  });
});

proves('propagate/union-is-an-upper-bound', async () => {
  const ids = regionsOf(history).map(({ id }) => id);
  const one = fc.oneof(
    fc.subarray(ids).map((some) => finds(some)),
    fc.constantFrom(trusted, untrusted, secret, top).map(target),
    fc.constant(naive()),
    fc.constant(fails()),
  );
  await fc.assert(
    fc.asyncProperty(one, fc.array(one, { maxLength: 3 }), async (first, rest) => {
      const label = await labelFor(union(first, ...rest));
      for (const each of [first, ...rest]) {
        expect(space.flowsTo(await labelFor(each), label)).toBe(true);
      }
    }),
  );
});

const atMost =
  (ceiling: Label): Accept =>
  (label) =>
    space.flowsTo(label, ceiling);

function cheapest(
  propagators: readonly [Propagator, ...Propagator[]],
  accept: Accept = atMost(untrusted),
): Propagator {
  return cheapestFirst(propagators, { accept, timeoutMsEach: 20 });
}

const hangs: Propagator = {
  name: 'hangs',
  needs: 'nothing',
  relevant: () => new Promise(() => {}),
};

test.each<[string, Propagator, Label]>([
  ['the first that is accepted', cheapest([finds(['m1.0']), finds([])]), untrusted],
  ['a later one', cheapest([naive(), finds(['m2.0.0']), finds(['m1.0'])]), untrusted],
  ['the last, where none is', cheapest([naive(), finds(['m2.0.0'])]), secret],
  ['the next after one that fails', cheapest([fails(), finds(['m1.0'])]), untrusted],
  ['the next after one that hangs', cheapest([hangs, finds(['m1.0'])]), untrusted],
  ['everything, where the last fails', cheapest([finds(['m2.0.0']), fails()]), top],
])('cheapest first takes %s', async (_, propagator, label) => {
  expect(await labelFor(propagator)).toBe(label);
});

test('the expensive ones are not asked without need', async () => {
  let asked = 0;
  const expensive: Propagator = {
    ...naive(),
    needs: 'nothing',
    relevant: () => {
      asked += 1;
      return { kind: 'all', because: 'naive' };
    },
  };
  await ask(cheapest([finds(['m1.0']), expensive]));
  expect(asked).toBe(0);
  await ask(cheapest([finds(['m2.0.0']), expensive]));
  expect(asked).toBe(1);
});

test('an acceptance that throws makes all relevant', async () => {
  const accept = (): never => {
    throw new Error('broken');
  };
  expect(await ask(cheapest([finds([]), finds([])], accept))).toEqual({
    kind: 'all',
    because: 'propagator-failed',
  });
});

const ceilingOf = (ceiling: Label, perArgument = {}): Ruling => ({
  kind: 'ceiling',
  rule: 'r',
  ceiling,
  perArgument,
  onViolation: 'ask',
});

test.each<[string, Record<string, Ruling>, boolean]>([
  ['every call is', { a: ceilingOf(untrusted), b: ceilingOf(top) }, true],
  ['one call is not', { a: ceilingOf(untrusted), b: ceilingOf(secret) }, false],
  ['one argument is not', { a: ceilingOf(top, { to: trusted }), b: ceilingOf(top) }, false],
  [
    'one is never',
    { a: { kind: 'never', rule: 'r', onViolation: 'ask' }, b: ceilingOf(top) },
    false,
  ],
  [
    'one is denied',
    { a: { kind: 'deny', rule: 'r', reason: 'arguments-invalid' }, b: ceilingOf(top) },
    false,
  ],
])('a draft is allowed where %s', (_, rulings, expected) => {
  const deny: Ruling = { kind: 'deny', rule: 'r', reason: 'policy-failed' };
  const policy: Pick<Policy, 'ruleCall' | 'ruleAnswer'> = {
    ruleCall: (tool) => rulings[tool] ?? deny,
    ruleAnswer: () => ceilingOf(trusted),
  };
  const accept = draftAllowed(policy);
  const calls = Object.keys(rulings).map((tool) => ({ tool, args: '{}' }));
  expect(accept(untrusted, inputOf(history, drafts(...calls)))).toBe(expected);
  expect(accept(untrusted, inputOf(history, drafts()))).toBe(false);
  expect(accept(trusted, inputOf(history, drafts()))).toBe(true);
});
