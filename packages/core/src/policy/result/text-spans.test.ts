import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { proves } from '../../testing/proves.ts';
import { definePolicy } from '../load.ts';
import type { Policy } from '../policy.ts';
import type { PolicySource, ResultSource } from '../source.ts';
import { placeholder, redactContent } from '../../redact/redact-content.ts';

const base: Omit<PolicySource, 'tools'> = {
  version: 1,
  lattice: {
    integrity: { chain: ['trusted', 'untrusted'] },
    confidentiality: { chain: ['public', 'private'] },
  },
  onViolation: 'ask',
  answer: { ceiling: 'top' },
};
const low = 'trusted & public';
const mail = 'untrusted & public';
const secret = 'untrusted & private';

const policyOf = (result: ResultSource): Promise<Policy> =>
  definePolicy({ ...base, tools: { read: { result } } });

function shown(policy: Policy, text: string, label = mail): string {
  const content = policy.labelResult({ tool: 'read', args: {}, text, failed: false });
  return redactContent(policy.space, content, policy.space.parse(label));
}

const hides: ResultSource = {
  format: 'yaml',
  label: mail,
  spans: [{ path: '$..body', recognise: ['one-time-code', 'password'], label: secret }],
};

proves('policy/spans-in-fields', async () => {
  const policy = await policyOf({ ...hides, format: 'json' });
  const written = JSON.stringify([{ body: 'Hi\n"Ann", code: 123456.', note: 'code: 123456' }]);
  const read = JSON.parse(shown(policy, written));
  expect(read).toEqual([{ body: `Hi\n"Ann", ${placeholder}.`, note: 'code: 123456' }]);
  const escaped = String.raw`{"body":"c\u006fde: \u0031\u00323456 \ud83d\ude00"}`;
  expect(shown(policy, escaped)).toBe(String.raw`{"body":"[redacted] \ud83d\ude00"}`);
  expect(shown(policy, escaped, low)).toBe(placeholder);
  expect(shown(policy, escaped, secret)).toBe(escaped);
});

proves('policy/spans-in-fields', async () => {
  const policy = await policyOf(hides);
  const hidden: readonly (readonly [string, string])[] = [
    ["body: 'It''s code: 123456 !'", "It's [redacted] !"],
    ['body: Your code 123456 is here', 'Your [redacted] is here'],
    ['body: code 123456 is here', placeholder],
    ['body: |-\n  Hello\n  code 123456\n  bye', 'Hello\n[redacted]\nbye'],
    ['body: |\n  code\n  123456\n', 'code\n123456\n'],
    ['body: "Your\n  code 123456\n\n  is"', 'Your [redacted]\nis'],
    ["body: 'Your\n  code 123456\n  is'", 'Your [redacted] is'],
    ['body: Your\n  code 123456\n  is', 'Your [redacted] is'],
    ['body: >-\n  Your code 123456\n', placeholder],
    ['body: {"a": "code 123456 is"}', '{"a":"[redacted] is"}'],
  ];
  for (const [text, wanted] of hidden) {
    const { body } = parse(shown(policy, text)) as { readonly body: unknown };
    expect(typeof body === 'string' ? body : JSON.stringify(body), text).toBe(wanted);
  }
  expect(parse(shown(policy, 'body: [your code 123456]'))).toEqual({ body: [placeholder] });
  expect(shown(policy, 'body: {"code 123456": 1}')).toBe(`body: "${placeholder}"`);
});

proves('policy/spans-in-fields', async () => {
  const policy = await policyOf({
    ...hides,
    spans: [{ path: '$', pattern: String.raw`4\d\d`, label: secret }],
  });
  expect(parse(shown(policy, 'a: 123\nb: 456\nc: x 456 y'))).toEqual({
    a: 123,
    b: placeholder,
    c: `x ${placeholder} y`,
  });
});

const lowers: ResultSource = {
  format: 'json',
  label: mail,
  shape: low,
  because: 'a count',
  rules: [{ path: '$.body', label: mail, shape: low }],
  spans: [
    { path: '$.body', pattern: String.raw`\d+`, label: low, endorse: { because: 'a number' } },
    { path: '$.body', pattern: 'x+', label: low },
  ],
};

proves('policy/spans-in-fields', async () => {
  const text = '{"body":"pay 17 xx"}';
  const policy = await policyOf(lowers);
  expect(shown(policy, text, low)).toBe('{"body":"[redacted]17[redacted]"}');
  // Never below the shape around it, and never where the text cannot be cut.
  const shaped = await policyOf({ ...lowers, shape: mail });
  expect(shown(shaped, text, low)).toBe(placeholder);
  const own = { path: '$.body', label: mail, shape: mail };
  const hidden = `{"body": "${placeholder}"}`;
  expect(shown(await policyOf({ ...lowers, rules: [own] }), text, low)).toBe(hidden);
  expect(shown(policy, '{"body":17}', low)).toBe(hidden);
});

proves('policy/spans-in-fields', async () => {
  const when = { '$.body': 'code 123456' };
  const reads: ResultSource = {
    ...hides,
    shape: mail,
    rules: [{ path: '$.state', label: mail, when }],
  };
  const policy = await policyOf({
    ...reads,
    spans: [{ path: '$.body', pattern: '.+', label: secret }],
  });
  expect(parse(shown(policy, 'body: "x"\nstate: open'))).toEqual({
    body: placeholder,
    state: placeholder,
  });
});

proves('policy/spans-in-fields', async () => {
  const policy = await policyOf({ ...hides, format: 'auto' });
  expect(shown(policy, 'Hello, code 123456')).toBe(placeholder);
  const text = JSON.stringify({ body: 'code 1234 '.repeat(8_000) });
  expect(shown(policy, text)).toBe(placeholder);
});

test('a view of cut texts reads as the same document, with placeholders in its texts', async () => {
  const json = await policyOf({
    ...hides,
    format: 'json',
    spans: [{ path: '$', pattern: '[0-9]+', label: secret }],
  });
  const yaml = await policyOf({
    ...hides,
    spans: [{ path: '$', pattern: '[0-9]+', label: secret }],
  });
  const arbitrary = fc.array(
    fc.record({
      body: fc
        .array(fc.constantFrom('7', 'a', ' ', '"', "'", '\\', '\n', '€', '#', ':'), {
          maxLength: 12,
        })
        .map((parts) => parts.join('')),
    }),
    { minLength: 1, maxLength: 3 },
  );
  fc.assert(
    fc.property(arbitrary, (value) => {
      const wanted = value.map(({ body }) => ({ body: body.replaceAll(/[0-9]+/g, placeholder) }));
      const text = JSON.stringify(value);
      expect(JSON.parse(shown(json, text))).toEqual(wanted);
      expect(parse(shown(yaml, text))).toEqual(wanted);
    }),
  );
});

test('YAML in every style stays well formed, and what is hidden is in no view', async () => {
  const spans = [{ path: '$', pattern: '[0-9]+', label: secret }];
  const policy = await policyOf({ ...hides, spans });
  const words = [
    '7',
    '42',
    'a',
    'bc',
    ' ',
    ' ',
    ': ',
    ' #',
    "'",
    '"',
    '\\',
    '\n',
    '- ',
    '[',
    '}',
    '€',
  ];
  const body = fc.array(fc.constantFrom(...words), { maxLength: 60 }).map((all) => all.join(''));
  const styles = [
    'PLAIN',
    'QUOTE_DOUBLE',
    'QUOTE_SINGLE',
    'BLOCK_LITERAL',
    'BLOCK_FOLDED',
  ] as const;
  let cut = 0;
  fc.assert(
    fc.property(
      fc.array(body, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...styles),
      fc.constantFrom(20, 80, 0),
      (bodies, style, lineWidth) => {
        const value = bodies.map((each, at) => ({ id: 'x', [`k${'abc'.charAt(at)}`]: each }));
        const text = stringify(value, {
          defaultStringType: style,
          defaultKeyType: 'PLAIN',
          lineWidth,
        });
        const view = shown(policy, text);
        expect(view.replaceAll(/\|[1-9]|>[1-9]/g, '')).not.toMatch(/[0-9]/);
        if (view === placeholder) return;
        const read: unknown = parse(view);
        const whole = parse(text) as readonly Readonly<Record<string, string>>[];
        const wanted = whole.map((item) =>
          Object.fromEntries(
            Object.entries(item).map(([key, each]) => {
              const masked = each.replaceAll(/[0-9]+/g, placeholder);
              return [key, masked === each ? [each] : [masked, placeholder]];
            }),
          ),
        );
        expect(read).toHaveLength(wanted.length);
        for (const [at, item] of wanted.entries()) {
          const got = (read as readonly Record<string, string>[])[at] ?? {};
          for (const [key, some] of Object.entries(item)) {
            expect(some).toContain(got[key]);
            if (got[key] !== placeholder && some.length > 1) cut += 1;
          }
        }
      },
    ),
    { numRuns: 500 },
  );
  expect(cut).toBeGreaterThan(50);
});
