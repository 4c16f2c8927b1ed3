import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { definePolicy } from '../load.ts';
import type { Policy } from '../policy.ts';
import type { AnswerSource } from '../source.ts';

const levels = ['public', 'staff', 'board', 'owner'];

function policyOf(answer: AnswerSource): Promise<Policy> {
  const lattice = { who: { chain: levels } };
  return definePolicy({ version: 1, lattice, onViolation: 'ask', answer, tools: {} });
}

const policy = await policyOf({
  ceiling: 'owner',
  withLinks: 'board',
  fields: [
    { name: 'account', path: '$.iban', ceiling: 'public', onViolation: 'block' },
    { path: ['$.to', '$.cc[*]'], ceiling: 'staff', optional: true },
  ],
});

/** The highest label that an answer may carry, what else happens, and by which rules. */
function ruled(of: Policy, text: string, structured?: boolean): readonly string[] {
  const ruling = of.ruleAnswer(text, { structured });
  if (ruling.kind !== 'ceiling') return [ruling.kind];
  return [ruling.ceiling.text, ruling.onViolation, ruling.rule];
}

/** A policy whose one field is optional: is its ceiling the answer's? */
const loose = await policyOf({
  ceiling: 'owner',
  fields: [{ name: 'to', path: '$.to', ceiling: 'public', optional: true }],
});
const counts = (text: string, structured?: boolean): boolean =>
  ruled(loose, text, structured)[0] === 'public';

proves('policy/answer-fields', () => {
  expect(ruled(policy, '{"iban": "X"}')).toEqual(['public', 'block', 'answer, account']);
  // A field that is missing may be acted on too, unless the policy says that it is optional.
  expect(ruled(policy, '{}')).toEqual(['public', 'block', 'answer, account']);
  expect(ruled(policy, '[]', true)).toEqual(['public', 'block', 'answer, account']);
  expect(ruled(policy, '{"to": "ann"}')[2]).toBe("answer, account, answer with $['to']");
  expect(ruled(policy, 'There is one mail.')).toEqual(['owner', 'ask', 'answer']);
  expect(ruled(policy, 'www.x.example')).toEqual(['board', 'ask', 'answer with links']);
});

test.each<[string, string, boolean]>([
  ['there', '{"to": "ann"}', true],
  ['there, with nothing in it', '{"to": ""}', true],
  ['there, of another type', '{"to": [{}]}', true],
  ['null', '{"to": null}', false],
  ['missing', '{"from": "ann"}', false],
  ['elsewhere', '{"draft": {"to": "ann"}}', false],
  ['in a list', '[{"to": "ann"}]', false],
  ['spelled with an escape', '{"t\\u006f": "ann"}', true],
  ['in capitals', '{"TO": "ann"}', true],
  ['in wide letters', '{"\uff54\uff4f": "ann"}', true],
  ['with a space', '{"to ": "ann"}', true],
  ['with a join', '{"t_o": "ann"}', true],
  ['with a letter that is not drawn', '{"t\\u200bo": "ann"}', true],
  ['below `__proto__`', '{"__proto__": {"to": "ann"}}', true],
  ['twice', '{"to": null, "to": "ann"}', true],
])('an optional field that is %s', (_, text, expected) => {
  expect(counts(text)).toBe(expected);
  expect(counts(` ${text}\n`, true)).toBe(expected);
});

test.each([
  ['$[0].to', '{"0": {"to": "ann"}}', true],
  ['$.a[-1].to', '{"a": {"-1": {"to": "ann"}}}', true],
  ['$.a[0:2].to', '{"a": {"1": {"to": "ann"}}}', true],
  ["$['0'].to", '[{"to": "ann"}]', true],
  ['$[0].to', '[{"from": "ann"}]', false],
  ['$[1].to', '[{"to": "ann"}]', false],
  ['$[0].to', '{"to": "ann"}', false],
])('an optional field at %s of %s', async (path, text, expected) => {
  const fields = [{ path, ceiling: 'public', optional: true }];
  const placed = await policyOf({ ceiling: 'owner', fields });
  expect(ruled(placed, text)[0] === 'public').toBe(expected);
});

proves('policy/answer-unread', () => {
  const unread = [
    '{"from": 1',
    '{from: 1}',
    '```json\n{"from": 1}\n```',
    'So: {"from": 1}',
    '{}{}',
  ];
  for (const text of unread) expect([text, counts(text)]).toEqual([text, true]);
  expect(counts('['.repeat(200_000) + '{')).toBe(true);
  for (const text of ['', 'There is none [1].', '7', '"to"']) {
    expect([text, counts(text), counts(text, true)]).toEqual([text, false, true]);
  }
  expect(ruled(policy, 'no JSON', true)).toEqual([
    'public',
    'block',
    "answer, account, answer with $['cc'][*], answer with $['to']",
  ]);
});

test('a field without a name may stand in a list', async () => {
  const fields = [{ path: '$[*]', ceiling: 'public', optional: true }];
  const listed = await policyOf({ ceiling: 'owner', fields });
  expect(ruled(listed, '[1')[0]).toBe('public');
  expect(ruled(listed, 'none')[0]).toBe('owner');
});

const path = fc.constantFrom('$', '$.a', '$.b', '$[*]', '$..a', '$[0]', '$.a.b', "$['a', 'b']");
const level = fc.constantFrom(...levels);
const field = fc.record({ path, ceiling: level, optional: fc.boolean() });
const answerSource = fc.record({
  ceiling: level,
  withLinks: level,
  fields: fc.array(field, { maxLength: 4 }),
});
const text = fc.oneof(
  fc.string(),
  fc.json(),
  fc
    .dictionary(fc.constantFrom('a', 'b', 'A', 'c'), fc.jsonValue({ maxDepth: 1 }))
    .map((value) => JSON.stringify(value)),
);

proves('policy/answer-acts', async () => {
  const acting = await policyOf({ acts: true });
  expect(acting.answerActs).toBe(true);
  expect(ruled(acting, 'rm -r src')).toEqual(['public', 'ask', 'acting answer']);
  expect(acting.answerFloor).toBe(acting.space.bottom);
  const wider = await policyOf({ acts: true, ceiling: 'staff' });
  expect(ruled(wider, 'see https://a.example')).toEqual([
    'staff',
    'ask',
    'acting answer with links',
  ]);
});

test('an answer that is only shown has a ceiling that somebody wrote', async () => {
  expect(policy.answerActs).toBe(false);
  await expect(policyOf({})).rejects.toThrow('`ceiling` is missing');
  await expect(policyOf({ acts: false })).rejects.toThrow('`false` is not allowed');
});

proves('policy/answer-floor', async () => {
  await fc.assert(
    fc.asyncProperty(answerSource, text, fc.boolean(), async (answer, said, structured) => {
      const { space, answerFloor, ruleAnswer } = await policyOf(answer);
      const ruling = ruleAnswer(said, { structured });
      expect(ruling.kind).toBe('ceiling');
      if (ruling.kind !== 'ceiling') return;
      expect(space.flowsTo(answerFloor, ruling.ceiling)).toBe(true);
      expect(space.flowsTo(ruling.ceiling, space.parse(answer.ceiling ?? 'bottom'))).toBe(true);
    }),
  );
});

test('asking for JSON never widens a ceiling, and the order of fields means nothing', async () => {
  await fc.assert(
    fc.asyncProperty(answerSource, text, async (answer, said) => {
      const { space, ruleAnswer } = await policyOf(answer);
      const reversed = await policyOf({ ...answer, fields: answer.fields.toReversed() });
      const [plain, asked] = [ruleAnswer(said), ruleAnswer(said, { structured: true })];
      if (plain.kind !== 'ceiling' || asked.kind !== 'ceiling') throw new Error('no ceiling');
      expect(space.flowsTo(asked.ceiling, plain.ceiling)).toBe(true);
      expect(reversed.ruleAnswer(said)).toMatchObject({
        rule: plain.rule,
        ceiling: { text: plain.ceiling.text },
        onViolation: plain.onViolation,
      });
    }),
  );
});
