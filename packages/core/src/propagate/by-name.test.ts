import fc from 'fast-check';
import { expect, test } from 'vitest';
import { space, top } from '../../test/propagate/histories.ts';
import { SluiceError } from '../errors.ts';
import { scriptedModel } from '../model/scripted.ts';
import { proves } from '../testing/proves.ts';
import { lineageNamed, propagatorByName, type PropagatorParts } from './by-name.ts';
import { naive } from './naive.ts';
import type { Propagator } from './propagator.ts';

const parts: PropagatorParts = {
  space,
  judge: { model: scriptedModel([]), clearance: top, unseen: 'relevant', reads: 'history' },
  accept: () => true,
  timeoutMsEach: 1_000,
};

test.each([
  ['naive', 'nothing'],
  ['redact-all', 'nothing'],
  ['lineage', 'draft'],
  ['judge', 'nothing'],
  ['target:untrusted & public', 'nothing'],
  ['lineage+judge', 'draft'],
  ['cheapest-first:lineage,judge', 'draft'],
  ['cheapest-first:redact-all,lineage+judge,naive', 'draft'],
] as const)('%s is a propagator', (name, needs) => {
  expect(propagatorByName(name, parts)).toMatchObject({ name, needs });
});

test.each([
  ['lineage(fields,sums)', 'lineage(fields,sums)'],
  ['lineage( sums , fields )', 'lineage(fields,sums)'],
  ['lineage (sums,sums)', 'lineage(sums)'],
  ['lineage()', 'lineage'],
  ['lineage(sums,fields)+judge', 'lineage(fields,sums)+judge'],
  ['judge+lineage(mentions,everything,days)', 'judge+lineage(days,everything,mentions)'],
  [
    'cheapest-first:lineage(sums,fields)+judge,naive',
    'cheapest-first:lineage(fields,sums)+judge,naive',
  ],
])('%s is lineage with rules', (text, name) => {
  expect(propagatorByName(text, parts)).toMatchObject({ name, needs: 'draft' });
});

proves('lineage/rules-named', () => {
  const rules = ['days', 'everything', 'fields', 'mentions', 'sums'];
  fc.assert(
    fc.property(fc.shuffledSubarray(rules, { minLength: 1 }), (some) => {
      const { name } = propagatorByName(`lineage(${some.join(',')})`, parts);
      expect(name).toBe(`lineage(${some.toSorted().join(',')})`);
      expect(lineageNamed(name)?.name).toBe(name);
    }),
  );
  expect(lineageNamed('naive')).toBeUndefined();
  for (const text of ['lineage(sum)', 'lineage(fields,)', 'lineage(fields sums)', 'lineage(a=1)']) {
    const error = refusal(() => propagatorByName(text, parts));
    expect(error).toMatchObject({ code: 'propagator-invalid' });
    expect(error.hint).toContain('lineage(fields,sums)');
  }
});

test('spaces around names do not count', () => {
  expect(propagatorByName(' lineage + judge ', parts).name).toBe('lineage+judge');
});

test.each([
  ['own', 'own[]', 'nothing'],
  ['own(a=1 b=2)', 'own[a=1 b=2]', 'nothing'],
  ['own( )', 'own[]', 'nothing'],
  ['judge:local', 'judge:local[]', 'nothing'],
  ['lineage', 'lineage[]', 'nothing'],
  ['redact-all+own(a)', 'redact-all+own[a]', 'nothing'],
  [
    'cheapest-first:redact-all,own (a=1),judge',
    'cheapest-first:redact-all,own[a=1],judge',
    'draft',
  ],
])('%s is one of the caller’s own', (text, name, needs) => {
  const own =
    (what: string) =>
    (options: string): Propagator => {
      return { ...naive(), name: `${what}[${options}]` };
    };
  const more = new Map(['own', 'judge:local', 'lineage'].map((what) => [what, own(what)]));
  expect(propagatorByName(text, { ...parts, more })).toMatchObject({ name, needs });
});

test.each(['own(', 'own(a)(b)', 'own)', '(a)', 'other', 'naive(a=1)'])(
  '%j names none of the caller’s own',
  (text) => {
    const more = new Map([['own', () => naive()]]);
    const error = refusal(() => propagatorByName(text, { ...parts, more }));
    expect(error.hint).toContain('own');
  },
);

const bare: PropagatorParts = { space, timeoutMsEach: 1_000 };

test.each([
  ['', parts, 'propagator-invalid'],
  ['linage', parts, 'propagator-invalid'],
  ['oracle', parts, 'propagator-invalid'],
  ['lineage+', parts, 'propagator-invalid'],
  ['lineage(fields', parts, 'propagator-invalid'],
  ['lineage(fields)(sums)', parts, 'propagator-invalid'],
  ['cheapest-first:', parts, 'propagator-invalid'],
  ['lineage+target:trusted', parts, 'propagator-invalid'],
  ['target:', parts, 'label-invalid'],
  ['target:nonsense', parts, 'label-invalid'],
  ['judge', bare, 'propagator-invalid'],
  ['cheapest-first:naive', bare, 'propagator-invalid'],
] as const)('%j is refused', (name, given, code) => {
  const error = refusal(() => propagatorByName(name, given));
  expect(error.code).toBe(code);
  expect(error.hint).not.toBe('');
});

function refusal(run: () => unknown): SluiceError {
  try {
    run();
  } catch (error) {
    if (error instanceof SluiceError) return error;
  }
  throw new Error('nothing was refused');
}
