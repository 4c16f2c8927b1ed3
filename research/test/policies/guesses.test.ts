import { loadPolicy, type Policy } from '@sluice/core';
import { expect, test } from 'vitest';
import { guessesIn } from '../../policies/guesses.ts';

function policyOf(tools: string): Promise<Policy> {
  return loadPolicy(`version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top }
tools:
  a: ${tools}
`);
}

test('a guess is looser, stricter or as the hand-written policy has it', async () => {
  const guessed = `{ effect: read, call: { ceiling: untrusted }, result: { format: text, label: untrusted } }`;
  const written = `{ call: { ceiling: trusted }, result: { format: text, label: trusted } }`;
  const [drafted, hand] = [await policyOf(guessed), await policyOf(written)];
  expect(guessesIn(['a'], { drafted, hand })).toEqual({ all: 3, looser: 2, stricter: 1 });
  expect(guessesIn(['a'], { drafted: hand, hand: drafted })).toMatchObject({ looser: 1 });
  expect(guessesIn(['a'], { drafted, hand: drafted })).toEqual({ all: 3, looser: 0, stricter: 0 });
});

test('a field that is trusted does not make a result so', async () => {
  const rules = 'rules: [{ path: $.id, label: trusted }]';
  const call = 'call: { ceiling: top }';
  const fields = await policyOf(
    `{ ${call}, result: { format: json, label: untrusted, ${rules} } }`,
  );
  const whole = await policyOf(`{ ${call}, result: { format: json, label: untrusted } }`);
  expect(guessesIn(['a'], { drafted: whole, hand: fields }).stricter).toBe(0);
});
