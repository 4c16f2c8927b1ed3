import { describe, expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { checkPolicy, compiledPartsOf, definePolicy, loadPolicy } from '../load.ts';

const head = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top }
`;

const templates = `templates:
  read:
    effect: read
    description: trusted
    call: { ceiling: top, arguments: { n: { atMost: 3 } } }
    result: { format: json, label: untrusted, rules: [{ path: $.id, label: trusted }] }
`;

async function toolOf(tools: string) {
  const policy = await loadPolicy(`${head}${templates}${tools}`);
  return compiledPartsOf(policy).source.tools;
}

proves('policy/templates', async () => {
  const tools = await toolOf(`tools:
  a: { like: read }
  b: { like: read, effect: write, call: { ceiling: trusted }, result: { rules: [] } }
  c: { like: read, call: never }
`);
  const call = { ceiling: 'top', arguments: { n: { atMost: 3 } } };
  const result = {
    format: 'json',
    label: 'untrusted',
    rules: [{ path: '$.id', label: 'trusted' }],
  };
  const template = { effect: 'read', description: 'trusted', call, result };
  expect(tools).toEqual({
    a: template,
    b: {
      ...template,
      effect: 'write',
      call: { ...call, ceiling: 'trusted' },
      result: { ...result, rules: [] },
    },
    c: { ...template, call: 'never' },
  });
});

test('a policy with templates has the hash of the same policy without', async () => {
  const short = await loadPolicy(`${head}${templates}tools: { a: { like: read } }`);
  const long = await definePolicy(compiledPartsOf(short).source);
  expect(short.hash).toBe(long.hash);
});

describe('mistakes', () => {
  test.each<[string, string, readonly [place: string, hint: string]]>([
    [
      'another name',
      'templates: { read: {} }\ntools:\n  a: { like: raed }',
      ['7:14', 'write `read`'],
    ],
    ['no template at all', 'tools:\n  a: { like: read }', ['6:14', 'add it under `templates`']],
    [
      'a name that is none',
      'templates: { b: {} }\ntools:\n  a: { like: 3 }',
      ['7:14', 'like: NAME'],
    ],
    ['no mapping', 'templates: { b: 3 }\ntools:\n  a: { like: b }', ['5:17', 'a mapping with']],
    ['a name of every object', 'tools:\n  a: { like: constructor }', ['6:14', 'add it under']],
    ['an unknown key', 'templates:\n  b: { cal: never }\ntools: {}', ['6:8', 'write `call`']],
    [
      'a bad label',
      'templates:\n  b: { call: { ceiling: x } }\ntools:\n  a: { like: b }',
      ['6:25', ''],
    ],
    [
      'a key in the tool',
      'templates:\n  b: {}\ntools:\n  a: { like: b, cal: never }',
      ['8:17', ''],
    ],
    [
      'a bad label of the tool',
      'templates:\n  b: { call: { ceiling: top } }\ntools:\n  a: { like: b, call: { ceiling: x } }',
      ['8:34', ''],
    ],
    ['a template like another', 'templates: { b: { like: c }, c: {} }\ntools: {}', ['5:19', '']],
  ])('%s', async (_, text, [place, hint]) => {
    const problems = await checkPolicy(head + text);
    const errors = problems.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ line, column }) => `${line}:${column}`)).toContain(place);
    expect(errors.some((each) => each.hint.includes(hint))).toBe(true);
  });

  test('one in a template is told once, however many tools are like it', async () => {
    const tools = 'tools:\n  a: { like: b }\n  c: { like: b }';
    const problems = await checkPolicy(
      `${head}templates:\n  b: { call: { ceiling: x } }\n${tools}`,
    );
    expect(problems.filter(({ severity }) => severity === 'error')).toHaveLength(1);
  });

  test('a required part that neither says is missing in the tool', async () => {
    const tools = 'templates:\n  b: { result: { format: text } }\ntools:\n  a: { like: b }';
    const [problem] = await checkPolicy(head + tools);
    expect(problem?.message).toBe('`label` is missing');
  });
});
