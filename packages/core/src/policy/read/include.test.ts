import { describe, expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { checkPolicy, compiledPartsOf, loadPolicy, printProblem } from '../load.ts';
import type { PolicyProblem } from '../problem.ts';

const head = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] }, confidentiality: { readers: any } }
onViolation: ask
answer: { ceiling: top }
`;

const look = `templates:
  look: { effect: read, call: { ceiling: top }, result: { format: text, label: top } }
`;

const pack = `${head}groups: { holder: [] }
${look}tools:
  read_mail: { like: look }
  send_mail: { call: { ceiling: 'trusted & readers{@holder}' } }
`;

type Files = Readonly<Record<string, string>>;

function reader(files: Files): (name: string) => string {
  return (name) => {
    const text = files[name];
    if (text === undefined) throw new Error('there is no such file');
    return text;
  };
}

async function sourceOf(text: string, files: Files) {
  const policy = await loadPolicy(head + text, { include: reader(files) });
  return compiledPartsOf(policy).source;
}

async function mistakesIn(text: string, files: Files): Promise<readonly PolicyProblem[]> {
  const tools = /^tools:/m.test(text) ? '' : '\ntools: {}';
  const problems = await checkPolicy(head + text + tools, { include: reader(files) });
  return problems.filter(({ severity }) => severity === 'error');
}

const readMail = {
  effect: 'read',
  call: { ceiling: 'top' },
  result: { format: 'text', label: 'top' },
};

proves('policy/include', async () => {
  const source = await sourceOf('include: [tools/mail.yaml]\ntools: { pay: {} }', {
    'tools/mail.yaml': 'include: [./more/looks.yaml]\ntools: { read_mail: { like: look } }',
    'tools/more/looks.yaml': `groups: { staff: [ann] }\n${look}`,
  });
  expect(source.tools).toEqual({ pay: {}, read_mail: readMail });
  expect(source.groups).toEqual({ staff: ['ann'] });
});

proves('policy/servers', async () => {
  const servers = 'servers: { mail: { tools: email.yaml, prefixes: [home_, work_] } }\ntools: {}\n';
  const files = { 'email.yaml': pack };
  const { tools, groups } = await sourceOf(`${servers}groups: { holder: [ann] }`, files);
  const send = { call: { ceiling: 'trusted & readers{@holder}' } };
  expect(tools).toEqual({
    home_read_mail: readMail,
    home_send_mail: send,
    work_read_mail: readMail,
    work_send_mail: send,
  });
  expect(groups).toEqual({ holder: ['ann'] });
});

test('a pack keeps its names and its groups where the policy says nothing of them', async () => {
  const source = await sourceOf('servers: { mail: { tools: email.yaml } }\ntools: {}', {
    'email.yaml': pack,
  });
  expect(Object.keys(source.tools)).toEqual(['read_mail', 'send_mail']);
  expect(source.groups).toEqual({ holder: [] });
});

test('the hash is of what was joined, whichever file it stood in', async () => {
  const tools = 'tools: { read_mail: { like: look } }';
  const include = reader({ 'a.yaml': look + tools });
  const [split, whole] = await Promise.all([
    loadPolicy(`${head}include: [a.yaml]\ntools: {}`, { include }),
    loadPolicy(head + look + tools),
  ]);
  expect(split.hash).toBe(whole.hash);
});

test.each([
  '../a.yaml',
  'x/../../a.yaml',
  '/etc/a.yaml',
  '~/a.yaml',
  'C:/a.yaml',
  String.raw`..\a.yaml`,
  'https://x.example/a.yaml',
  '%2e%2e/a.yaml',
  'x//a.yaml',
  './../a.yaml',
])('no reader is asked for %s', async (name) => {
  const asked: string[] = [];
  const include = (each: string): string => {
    asked.push(each);
    return 'tools: {}';
  };
  const text = `${head}include: [${JSON.stringify(name)}]\ntools: {}`;
  const [problem] = await checkPolicy(text, { include });
  expect(problem?.message).toContain('is no path below here');
  expect(asked).toEqual([]);
});

describe('mistakes', () => {
  const servers = 'servers: { mail: { tools: m.yaml } }\n';
  test.each<[string, string, Files, string]>([
    ['none to read', 'include: [m.yaml]', {}, 'p.yaml:5:11: error: cannot read `m.yaml`'],
    ['a list that is none', 'include: m.yaml', {}, 'p.yaml:5:10: error: a list is wanted'],
    ['no servers', 'servers: 3', {}, 'p.yaml:5:10: error: '],
    ['a server without file', 'servers: { m: {} }', {}, 'p.yaml:5:15: error: `tools` is missing'],
    ['no YAML', 'include: [m.yaml]', { 'm.yaml': 'a: [' }, 'm.yaml:1:5: error: the file is not'],
    ['a bad tool', 'include: [m.yaml]', { 'm.yaml': 'tools: { a: 3 }' }, 'm.yaml:1:13: error: '],
    [
      'a bad label',
      'include: [m.yaml]',
      { 'm.yaml': '\ntools: { a: { call: { ceiling: x } } }' },
      'm.yaml:2:32: error: ',
    ],
    [
      'what holds for the whole policy',
      'include: [m.yaml]',
      { 'm.yaml': 'unlabelled: bottom' },
      'm.yaml:1:1: error: unknown key `unlabelled`',
    ],
    [
      'a tool in two files',
      'include: [m.yaml]\ntools: { a: {} }',
      { 'm.yaml': 'tools: { a: {} }' },
      'm.yaml:1:10: error: `a` stands in the policy itself too',
    ],
    [
      'a circle',
      'include: [m.yaml]',
      { 'm.yaml': 'include: [n.yaml]', 'n.yaml': 'include: [m.yaml]' },
      'n.yaml:1:11: error: this file is included already',
    ],
    ['a pack without tools', servers, { 'm.yaml': head }, 'p.yaml:5:27: error: this file names no'],
    [
      'a pack with another lattice',
      servers,
      {
        'm.yaml':
          'lattice: { integrity: { chain: [untrusted, trusted] }, confidentiality: { readers: any } }\ntools: { a: {} }',
      },
      'p.yaml:5:27: error: this pack has another lattice',
    ],
    [
      'a pack of packs',
      servers,
      { 'm.yaml': 'servers: { n: { tools: n.yaml } }\ntools: { a: {} }' },
      'p.yaml:5:27: error: this pack has `servers` of its own',
    ],
    [
      'a name that the policy has',
      `${servers}tools: { a: {} }`,
      { 'm.yaml': 'tools: { a: {} }' },
      'p.yaml:5:18: error: `a` is named twice',
    ],
    [
      'two packs that mean other people',
      'servers: { m: { tools: m.yaml }, n: { tools: n.yaml } }',
      {
        'm.yaml': 'groups: { us: [ann] }\ntools: { a: {} }',
        'n.yaml': 'groups: { us: [bob] }\ntools: { b: {} }',
      },
      'p.yaml:5:37: error: another pack means other people',
    ],
    [
      'a mistake in a template of a pack',
      servers,
      { 'm.yaml': 'templates:\n  t: { call: { ceiling: x } }\ntools: { a: { like: t } }' },
      'm.yaml:2:25: error: ',
    ],
  ])('%s', async (...row) => {
    const [, text, files, says] = row;
    const problems = await mistakesIn(text, files);
    const shown = problems.map((problem) => printProblem(problem, 'p.yaml'));
    expect(shown.find((line) => line.startsWith(says))).toBeDefined();
  });

  test('files that nobody reads for the policy are a mistake', async () => {
    const [problem] = await checkPolicy(`${head}include: [m.yaml]\ntools: {}`);
    expect(problem?.message).toBe('files cannot be read here');
  });

  test('a place in another file is shown from the folder of the policy', async () => {
    const [problem] = await mistakesIn('include: [t/m.yaml]\ntools: {}', {
      't/m.yaml': 'tool: {}',
    });
    expect(problem && printProblem(problem, '/etc/sluice/p.yaml')).toContain(
      '/etc/sluice/t/m.yaml:1:1: error: unknown key `tool`',
    );
  });
});

describe('bounds', () => {
  test('of files', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 70 }, (_, at) => [`f${at}.yaml`, `include: [f${at + 1}.yaml]`]),
    );
    const problems = await mistakesIn('include: [f0.yaml]\ntools: {}', files);
    expect(problems.map(({ message }) => message)).toEqual([
      'the policy is made of more than 64 files',
    ]);
  });

  test('of bytes', async () => {
    const files = { 'a.yaml': `# ${'x'.repeat(600_000)}`, 'b.yaml': `# ${'x'.repeat(600_000)}` };
    const problems = await mistakesIn('include: [a.yaml, b.yaml]\ntools: {}', files);
    expect(problems.map(({ message }) => message)).toContain(
      'the files of the policy are larger than 1048576 bytes',
    );
  });

  test('of what many tools take from one template', async () => {
    const list = Array.from({ length: 1_000 }, (_, at) => `{ path: $.a${at}, label: top }`);
    const tools = Array.from({ length: 100 }, (_, at) => `  t${at}: { like: big }`);
    const text = `templates:\n  big: { result: { format: json, label: top, rules: [${list.join(', ')}] } }\ntools:\n${tools.join('\n')}`;
    const problems = await mistakesIn(text, {});
    expect(problems.map(({ message }) => message)).toEqual([
      'written out, the tools have more than 200000 values',
    ]);
  });
});
