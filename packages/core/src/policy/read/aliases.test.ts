import { describe, expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { checkPolicy, compiledPartsOf, loadPolicy } from '../load.ts';

const head = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top }
`;

proves('policy/anchors', async () => {
  const tools = `tools:
  a:
    result: &read
      format: json
      label: untrusted
      rules: &rules [{ path: $.id, label: trusted }]
    call: { ceiling: &any top }
  b: { result: *read, call: { ceiling: *any } }
  c: { result: { format: yaml, label: trusted, rules: *rules } }
`;
  const policy = await loadPolicy(head + tools);
  const rules = [{ path: '$.id', label: 'trusted' }];
  const result = { format: 'json', label: 'untrusted', rules };
  expect(compiledPartsOf(policy).source.tools).toEqual({
    a: { result, call: { ceiling: 'top' } },
    b: { result, call: { ceiling: 'top' } },
    c: { result: { format: 'yaml', label: 'trusted', rules } },
  });
});

test('a mistake behind an alias is shown where it is written', async () => {
  const tools = 'tools:\n  a: { call: &c { ceiling: x } }\n  b: { call: *c }';
  const [problem] = await checkPolicy(head + tools);
  expect(problem).toMatchObject({ line: 6, column: 28 });
});

/** Each line holds the one before ten times: billions of values, from a few hundred characters. */
function bomb(levels: number): string {
  const lines = Array.from({ length: levels }, (_, level) => {
    const inner = Array.from({ length: 10 }, () => (level === 0 ? 'x' : `*a${level - 1}`));
    return `  g${level}: &a${level} [${inner.join(', ')}]`;
  });
  return `groups:\n${lines.join('\n')}\ntools: {}`;
}

describe('what aliases cannot do', () => {
  test.each<[string, string, readonly [place: string, says: string]]>([
    ['hold themselves', 'tools:\n  a: &a { call: *a }', ['6:17', 'inside its own anchor']],
    ['come before their anchor', 'tools: { a: *a, b: &a {} }', ['5:13', 'no anchor `&a`']],
    ['be keys', 'groups: { a: [&x b] }\ntools: { *x : {} }', ['6:10', 'stands for a key']],
    ['mean one of two', 'groups: { a: &x [], b: &x [] }\ntools: {}', ['5:27', 'set twice']],
    ['be merged', 'tools:\n  a: &x {}\n  b: { <<: *x }', ['7:8', '`<<` is not read']],
  ])('%s', async (_, text, [place, says]) => {
    const [problem, ...more] = await checkPolicy(head + text);
    expect(more).toEqual([]);
    expect(problem?.message).toContain(says);
    expect(`${problem?.line}:${problem?.column}`).toBe(place);
  });

  test('stand for more than there may be', async () => {
    const problems = await checkPolicy(head + bomb(12));
    expect(problems.map(({ message }) => message)).toEqual([
      'with its aliases written out the file has more than 200000 values',
    ]);
  });

  test('a name that is nearly one is told', async () => {
    const [problem] = await checkPolicy(`${head}groups: { a: &staff [], b: *staf }\ntools: {}`);
    expect(problem?.hint).toBe('write `*staff`');
  });
});
