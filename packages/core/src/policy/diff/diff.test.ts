import { describe, expect, test } from 'vitest';
import { differByBrute, randomChange } from '../../../test/random-policies.ts';
import { proves } from '../../testing/proves.ts';
import { definePolicy, loadPolicy } from '../load.ts';
import { diffPolicies } from './diff.ts';

const base = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top }
tools:
  read_mail:
    effect: read
    call: { ceiling: top }
    result:
      format: json
      label: untrusted
      shape: trusted
      because: Whoever adds a mail changes a count.
      rules: [{ path: '$[*].id', label: trusted, shape: trusted }]
  pay:
    call:
      ceiling: trusted
      rules:
        - { when: { to: [landlord] }, ceiling: top }
        - { when: { amount: { atMost: 5 } }, ceiling: top }
      arguments: { amount: { atMost: 1000 } }
`;

async function diffOf(change: (text: string) => string) {
  const [before, after] = [await loadPolicy(base), await loadPolicy(change(base))];
  return diffPolicies(before, after);
}

test('a policy opens nothing against itself', async () => {
  const { opened, askable, closed, loosened, gaps } = await diffOf((text) => text);
  expect([opened, askable, closed, loosened, gaps]).toEqual([[], [], [], [], []]);
});

describe('a change opens flows from strangers, or none', () => {
  test.each([
    ['one more value of a condition', ['[landlord]', '[landlord, shop]'], 'pay'],
    ['a wider bound', ['atMost: 5', 'atMost: 6'], 'pay'],
    ['a ceiling', ['ceiling: trusted', 'ceiling: untrusted'], 'pay'],
    [
      'the action above it',
      ['onViolation: ask', 'onViolation: log'],
      'a tool that the policy does not name',
    ],
    ['a field', ["'$[*].id'", "['$[*].id', '$[*].from']"], 'pay'],
    ['a result', ['label: untrusted', 'label: trusted'], 'pay'],
    ['the effect of a read', ['effect: read', 'effect: write'], undefined],
  ] as const)('%s', async (_, [old, now], sink) => {
    const { opened } = await diffOf((text) => text.replace(old, now));
    const found = opened.find(({ source }) => source.startsWith('read_mail'));
    expect(found?.sink).toBe(sink);
  });
});

test('the witness of a flow runs again as it was said', async () => {
  const after = await loadPolicy(base.replace('[landlord]', '[landlord, shop]'));
  const [flow] = diffPolicies(await loadPolicy(base), after).opened;
  expect(JSON.parse(flow?.witness.call?.args ?? '')).toMatchObject({ to: 'shop' });
  expect(flow).toMatchObject({ before: 'ask', after: 'allow' });
});

test('a stricter policy closes flows and opens none', async () => {
  const { opened, closed } = await diffOf((text) =>
    text.replace('ceiling: top }\n        - ', 'ceiling: trusted }\n        - '),
  );
  expect(opened).toEqual([]);
  expect(closed.length).toBeGreaterThan(0);
});

test('what refused and now asks is told apart', async () => {
  const { opened, askable } = await diffOf((text) => text.replace('atMost: 1000', 'atMost: 2000'));
  expect(opened.every(({ before }) => before === 'deny')).toBe(true);
  expect(askable.map(({ sink }) => sink)).toContain('pay');
});

test('a list that only its second item keeps out is tried', async () => {
  const ruled = (...lists: readonly string[]) => {
    const [start = '', end = ''] = [
      base.split('      rules:\n')[0],
      base.split(/(?= {6}arguments)/)[1],
    ];
    const rules = lists.map((to) => `        - { when: { to: ${to} }, ceiling: top }\n`);
    return `${start}      rules:\n${rules.join('')}${end}`;
  };
  const [before, after] = [ruled('[landlord]', '[shop]'), ruled('[landlord, shop]')];
  const { opened } = diffPolicies(await loadPolicy(before), await loadPolicy(after));
  const flow = opened.find(({ source }) => source.startsWith('read_mail'));
  expect(JSON.parse(flow?.witness.call?.args ?? '{}')).toMatchObject({ to: ['landlord', 'shop'] });
});

test('a call that the schema takes only with another argument is tried, or a gap', async () => {
  const text = base.replace(
    '      ceiling: trusted\n',
    '      ceiling: trusted\n      schema: { type: object, dependentRequired: { to: [iban] } }\n',
  );
  const [before, after] = [text, text.replace('[landlord]', '[landlord, shop]')];
  const now = await loadPolicy(after);
  expect(now.ruleCall('pay', '{"to":"shop","iban":"x","amount":9}')).toMatchObject({
    ceiling: now.space.top,
  });
  const { opened, gaps } = diffPolicies(await loadPolicy(before), now);
  expect(opened.length + gaps.length).toBeGreaterThan(0);
});

describe('an argument that is called data', () => {
  const data = (argument: string): string =>
    base.replace(
      '      ceiling: trusted\n',
      `      ceiling: trusted\n      data: { ${argument}: { form: line, ceiling: untrusted, writes: [], because: x } }\n`,
    );

  test('is a sink of its own, with a call that shows it', async () => {
    const { opened } = diffPolicies(await loadPolicy(base), await loadPolicy(data('reference')));
    const found = opened.filter(({ source }) => source.startsWith('read_mail'));
    expect([...new Set(found.map(({ sink }) => sink))]).toEqual(['`reference` of pay']);
    const { before, after, witness } = found[0] ?? {};
    expect([before, after, witness?.call?.tool]).toEqual(['ask', 'allow', 'pay']);
    expect(JSON.parse(witness?.call?.args ?? '')).toHaveProperty('reference');
    const back = diffPolicies(await loadPolicy(data('reference')), await loadPolicy(base));
    expect([back.opened.length, back.closed.length]).toEqual([0, opened.length]);
  });

  test('is told by its links where they alone may come in', async () => {
    const after = data('reference').replace('because: x', 'withLinks: untrusted, because: x');
    const { opened } = diffPolicies(await loadPolicy(data('reference')), await loadPolicy(after));
    const sinks = new Set(opened.map(({ sink }) => sink));
    expect([...sinks]).toEqual(['a link in `reference` of pay']);
  });

  test('is not told of beside the call that its text may lead to', async () => {
    const after = base.replace('ceiling: trusted', 'ceiling: untrusted');
    const loose = data('reference').replace('ceiling: trusted', 'ceiling: untrusted');
    const [of, same] = await Promise.all(
      [after, loose].map(async (text) =>
        diffPolicies(await loadPolicy(base), await loadPolicy(text)),
      ),
    );
    expect(same?.opened.map(({ sink }) => sink)).toEqual(of?.opened.map(({ sink }) => sink));
  });
});

test('two people who are no longer asked for are named', async () => {
  const duty = base.replace(
    'chain: [trusted, untrusted] } }',
    'chain: [trusted, untrusted] }, from: { powerset: any, separationOfDuty: true } }',
  );
  const labelled = duty.replaceAll(/(label|shape|ceiling): ((?:un)?trusted)/g, "$1: '$2 & from{}'");
  const without = labelled.replace(', separationOfDuty: true', '');
  const { loosened } = diffPolicies(await loadPolicy(labelled), await loadPolicy(without));
  expect(loosened).toHaveLength(1);
});

test('another schema is not compared, and another pin is named', async () => {
  const { gaps } = await diffOf((text) =>
    text.replace(
      '      ceiling: trusted\n',
      '      ceiling: trusted\n      schema: { type: object }\n',
    ),
  );
  expect(gaps).toEqual(['calls of pay: the JSON Schema of its arguments is another']);
  const pinned = (digit: string) =>
    base.replace('  pay:\n', `  pay:\n    description: { pin: 'sha256:${digit.repeat(64)}' }\n`);
  const [one, two] = [await loadPolicy(pinned('1')), await loadPolicy(pinned('2'))];
  const { loosened } = diffPolicies(one, two);
  expect(loosened).toEqual(['pay has another pin: another description is trusted']);
});

test('effects and gates are named', async () => {
  const { loosened } = await diffOf((text) =>
    text.replace('  pay:\n', '  pay:\n    effect: read\n'),
  );
  expect(loosened).toEqual(['pay counts as free of effects: its calls may be made again']);
});

test('a pattern for which no text is found is a gap', async () => {
  const spanned = base.replace(
    'format: json\n      label: untrusted\n',
    "format: auto\n      label: untrusted\n      spans: [{ pattern: '\\p{Script=Thai}+', label: trusted }]\n",
  );
  const { gaps } = diffPolicies(await loadPolicy(base), await loadPolicy(spanned));
  expect(gaps).toContainEqual(expect.stringContaining('results of read_mail: no text was found'));
});

proves('policy/diff-complete', async () => {
  for (let seed = 1; seed <= 25; seed += 1) {
    const [before, after] = await Promise.all(randomChange(seed).map((each) => definePolicy(each)));
    if (before === undefined || after === undefined) throw new Error('no policy');
    const { missed, wrong } = differByBrute(before, after, diffPolicies(before, after));
    expect({ seed, missed, wrong }).toEqual({ seed, missed: [], wrong: [] });
  }
});

test('a flow that is left out would be missed, and one that is made up would be wrong', async () => {
  const [one, two] = randomChange(8);
  const [before, after] = [await definePolicy(one), await definePolicy(two)];
  const diff = diffPolicies(before, after);
  const back = diffPolicies(after, before);
  expect(differByBrute(before, after, { ...diff, opened: [] }).missed).not.toEqual([]);
  expect(differByBrute(before, after, { ...diff, opened: back.opened }).wrong).not.toEqual([]);
});
