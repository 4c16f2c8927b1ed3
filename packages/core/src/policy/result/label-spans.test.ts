import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reveal, type Content, type Region } from '../../history/content.ts';
import { limits } from '../../limits.ts';
import { proves } from '../../testing/proves.ts';
import { explainPolicy } from '../explain.ts';
import { definePolicy } from '../load.ts';
import type { Policy } from '../policy.ts';
import type { ResultSource, SpanSource } from '../source.ts';

const low = 'trusted & everyone';
const high = 'untrusted & everyone';
const secret = 'trusted & nobody';

async function policyWith(result: ResultSource): Promise<Policy> {
  return definePolicy({
    version: 1,
    lattice: {
      integrity: { chain: ['trusted', 'untrusted'] },
      confidentiality: { readers: 'any' },
    },
    onViolation: 'ask',
    answer: { ceiling: 'top' },
    tools: { read: { result } },
  });
}

/** Own characters and label of each region. */
function rows(policy: Policy, text: string): [string, string][] {
  const content: Content = policy.labelResult({ tool: 'read', args: {}, text, failed: false });
  const found: [string, string][] = [];
  const visit = ({ start, end, label, parts }: Region): void => {
    const starts = [start, ...parts.map((part) => part.end)];
    const own = starts.map((from, at) => text.slice(from, parts[at]?.start ?? end)).join('');
    if (own !== '' || parts.length === 0) found.push([own, label.text]);
    for (const part of parts) visit(part);
  };
  visit(content.root);
  expect(reveal(content)).toBe(text);
  return found;
}

const spans: readonly SpanSource[] = [
  { name: 'a secret', pattern: String.raw`secret\S* \w+`, label: secret },
  { name: 'quoted', between: ['<q>', '</q>'], label: high },
];

proves('policy/spans-in-documents', async () => {
  const policy = await policyWith({ format: 'auto', label: low, spans });
  const cases: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
    [
      'in the secret x',
      [
        ['in the ', low],
        ['secret x', secret],
      ],
    ],
    [
      'my secret: hunter2 ok.',
      [
        ['my secret:', secret],
        [' hunter2 ok.', secret],
      ],
    ],
    [
      'secret: hunter2',
      [
        ['secret:', secret],
        [' hunter2', secret],
      ],
    ],
    [
      '["secret: hunter2", 1]',
      [
        ['[, ]', low],
        ['"secret: hunter2"', secret],
        ['1', low],
      ],
    ],
    [
      '["\\u0073ecret: hunter2", 1]',
      [
        ['[, ]', low],
        ['"\\u0073ecret: hunter2"', secret],
        ['1', low],
      ],
    ],
    [
      '{"secret\\u0020x": 1}',
      [
        ['{"secret\\u0020x": }', secret],
        ['1', secret],
      ],
    ],
    ['["a", "<q>", "b", "</q>", "c"]', [['[, , , , ]', high], ...quoted('"c"')]],
    [
      '["<q>b</q>", 1]',
      [
        ['[, ]', low],
        ['"<q>b</q>"', high],
        ['1', low],
      ],
    ],
    [
      '["\\u003cq>b", 1]',
      [
        ['[, ]', high],
        ['"\\u003cq>b"', high],
        ['1', high],
      ],
    ],
    [
      '{"\\u003cq>": 1}',
      [
        ['{"\\u003cq>": }', high],
        ['1', high],
      ],
    ],
    [
      '["a", 1]',
      [
        ['[, ]', low],
        ['"a"', low],
        ['1', low],
      ],
    ],
  ];
  for (const [text, wanted] of cases) expect(rows(policy, text), text).toEqual(wanted);
});

/** Raised with their container, whose commas lie in the span. */
function quoted(last: string): [string, string][] {
  return ['"a"', '"<q>"', '"b"', '"</q>"', last].map((text) => [text, high]);
}

proves('policy/spans-in-documents', async () => {
  const because = 'a test';
  const lowering = [{ pattern: 'ok', label: low, endorse: { because } }];
  const policy = await policyWith({ format: 'auto', label: high, spans: lowering });
  expect(rows(policy, 'is ok')).toEqual([
    ['is ', high],
    ['ok', low],
  ]);
  expect(rows(policy, '["ok"]')).toEqual([
    ['[]', high],
    ['"ok"', high],
  ]);
  const raising = await policyWith({ format: 'auto', label: low, spans });
  const long = JSON.stringify(['a'.repeat(limits.patternCharactersMax)]);
  expect(rows(raising, long)).toEqual([[long, 'untrusted & nobody']]);
});

test('whatever a text reads as, what a span matches has its label', async () => {
  const auto = await policyWith({ format: 'auto', label: low, spans });
  const plain = await policyWith({ format: 'text', label: low, spans });
  const word = fc.constantFrom('secret', ': ', '"', '[', ']', ', ', '<q>', '</q>', 'x', '\n', '- ');
  const anyText = fc.oneof(
    fc.array(word, { maxLength: 9 }).map((words) => words.join('')),
    fc.array(fc.array(word).map((words) => words.join(''))).map((texts) => JSON.stringify(texts)),
  );
  const labels = (policy: Policy, text: string): string[] => {
    const found: string[] = Array.from({ length: text.length });
    const visit = ({ start, end, label, parts }: Region): void => {
      found.fill(label.text, start, end);
      parts.forEach(visit);
    };
    visit(policy.labelResult({ tool: 'read', args: {}, text, failed: false }).root);
    return found;
  };
  fc.assert(
    fc.property(anyText, (text) => {
      const below = labels(plain, text);
      for (const [at, label] of labels(auto, text).entries()) {
        const { space } = auto;
        expect(space.flowsTo(space.parse(below[at] ?? ''), space.parse(label))).toBe(true);
      }
    }),
    { numRuns: 1000 },
  );
});

test.each(['the secret x', '["the secret: hunter2"]'])(
  'the explanation of %s names the span',
  async (text) => {
    const policy = await policyWith({ format: 'auto', label: low, spans });
    const { result } = explainPolicy(policy, { tool: 'read', result: { text, failed: false } });
    const named = result?.regions.filter(({ rules }) => rules.includes('a secret'));
    expect(named?.map(({ label }) => label.text)).toEqual([secret]);
    expect(result?.unreadable).toBe(false);
  },
);

proves('policy/linear', async () => {
  const dense = [
    { pattern: 'a', label: high },
    { pattern: '(?:ab)+', label: secret },
  ];
  const policy = await policyWith({ format: 'text', label: low, spans: dense });
  const text = 'ab'.repeat(limits.patternCharactersMax / 2);
  const { root } = policy.labelResult({ tool: 'read', args: {}, text, failed: false });
  expect(root.parts).toHaveLength(text.length);
  expect(root.parts.at(-2)?.label.text).toBe('untrusted & nobody');
});

proves('policy/result-budget', async () => {
  const marks = [{ between: ['<secret>', '</secret>'], label: secret }] as const;
  const policy = await policyWith({ format: 'auto', label: low, spans: marks });
  const labelled = (text: string): Content =>
    policy.labelResult({ tool: 'read', args: {}, text, failed: false });
  // Too much YAML is not read, so nobody knows which marks its escapes hide.
  const hidden = labelled(`- "\\u003csecret>"\n${'- one\n'.repeat(limits.yamlCharactersMax / 6)}`);
  expect([hidden.root.form, hidden.root.label.text]).toEqual(['text', secret]);
  // Half as much is a document still, and a long plain text is read as what it is.
  const half = labelled('- one: two\n  three: four\n'.repeat(limits.yamlLexemesMax / 24));
  expect([half.root.form, half.label.text]).toEqual(['container', low]);
  const plain = labelled('All is well, nothing to see.\n'.repeat(20_000));
  expect([plain.root.form, plain.label.text]).toEqual(['text', low]);
});

proves('policy/spans-in-documents', async () => {
  const marks = [{ between: ['<secret>', '</secret>'], label: secret }] as const;
  const policy = await policyWith({ format: 'auto', label: low, spans: marks });
  const hidden = String.raw`\u003csecret>x</secret>`;
  const deep = '['.repeat(limits.structuredDepthMax + 1);
  const unread = [
    `{"a": 1, "a": "${hidden}"}`,
    `${deep}"${hidden}"${deep.replaceAll('[', ']')}`,
    `- "${hidden}" # yes`,
    `a: "${hidden}"\na: 1`,
    `&x "${hidden}": 1`,
  ];
  for (const text of unread) expect(rows(policy, text), text).toEqual([[text, secret]]);
  const plain = [
    '# Title\nIs it on?',
    'Ann: hi\nBob: yes\nAnn: fine',
    '*bold* words',
    'one\n---\ntwo',
    String.raw`It is in C:\home, "Ann" says`,
  ];
  for (const text of plain) expect(rows(policy, text), text).toEqual([[text, low]]);
});
