import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkPolicy, loadCases, loadPolicy, testPolicy, type Policy } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { publishedTools } from './published-tools.ts';

const folder = fileURLToPath(new URL('../../../policies/packs/', import.meta.url));
const page = fileURLToPath(new URL('../../../docs/policy-packs.md', import.meta.url));
const worlds = fileURLToPath(new URL('../packs/worlds/', import.meta.url));
const textOf = (file: string): string => readFileSync(`${folder}${file}`, 'utf8');
const namesOf = (pack: string): readonly string[] =>
  (publishedTools[pack] ?? '').trim().split(/\s+/).toSorted();

interface Entry {
  readonly title: string;
  readonly file: string;
  readonly readFrom: string;
  readonly listOnly?: string;
  readonly npm: readonly string[];
  readonly pypi: readonly string[];
  readonly commands: readonly string[];
  readonly images: readonly string[];
  readonly urls: readonly string[];
  readonly tools: readonly string[];
}

const index = (parse(textOf('index.yaml')) as { readonly packs: Readonly<Record<string, Entry>> })
  .packs;
const packs = Object.entries(index);

/** The text of the files, before anything is read into it. */
interface Source {
  readonly lattice: unknown;
  readonly answer: unknown;
  readonly onViolation: unknown;
  readonly groups?: Readonly<Record<string, unknown>>;
  readonly tools: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const sourceOf = ({ file }: Entry): Source => parse(textOf(file)) as Source;
const policyOf = async ({ file }: Entry): Promise<Policy> =>
  loadPolicy(textOf(file), { file: `policies/packs/${file}` });

/** Tools that write with some arguments and, called without any, only look. */
const looksByDefault: Readonly<Record<string, readonly string[]>> = {
  email: ['get_emails_content'],
  playwright: [
    'browser_console_messages',
    'browser_find',
    'browser_network_request',
    'browser_network_requests',
    'browser_pdf_save',
    'browser_snapshot',
    'browser_take_screenshot',
  ],
};

/** Tools that no label makes automatic. */
const never: Readonly<Record<string, readonly string[]>> = {
  email: ['email_command'],
  github: ['delete_repository'],
  'google-workspace': ['manage_script_trigger', 'run_script_function'],
  playwright: ['browser_run_code_unsafe'],
  sentry: ['execute_sentry_tool'],
};

describe.each(packs)('the pack %s', (name, entry) => {
  test('has neither mistakes nor warnings', async () => {
    expect(await checkPolicy(textOf(entry.file))).toEqual([]);
  });

  test('passes the cases beside it', async () => {
    const cases = loadCases(textOf(`${name}.cases.yaml`));
    const outcomes = testPolicy(await policyOf(entry), cases);
    expect(outcomes.length).toBeGreaterThan(8);
    expect(outcomes.filter(({ passed }) => !passed)).toEqual([]);
  });

  test('has cases for honest calls, for attacks and for results', () => {
    const cases = loadCases(textOf(`${name}.cases.yaml`));
    const calls = cases.flatMap((one) => ('call' in one ? [one] : []));
    const attacked = calls.filter(({ label, expect: said }) =>
      [label.startsWith('untrusted'), said === 'ask'].every(Boolean),
    );
    expect(calls.map((one) => one.expect)).toContain('allow');
    expect(attacked).not.toEqual([]);
    expect(cases.some((one) => 'result' in one)).toBe(true);
  });

  test('names every tool that the server publishes, and no other', () => {
    const { tools } = sourceOf(entry);
    expect(Object.keys(tools).toSorted()).toEqual(namesOf(name));
    expect(entry.tools).toEqual(namesOf(name));
  });

  test('labels every result, limits every call', () => {
    const bare = Object.entries(sourceOf(entry).tools).filter(
      ([, tool]) => !['effect', 'call', 'result'].every((key) => Object.hasOwn(tool, key)),
    );
    expect(bare).toEqual([]);
  });

  test('never calls a tool by itself that the server does not publish', async () => {
    const { ruleCall } = await policyOf(entry);
    const asked = ['made_up_tool', `${entry.tools[0] ?? ''}_2`, 'constructor'];
    expect(asked.map((tool) => ruleCall(tool, '{}').kind)).toEqual(['never', 'never', 'never']);
  });

  test('lets any text ask for a read, and none for a write', async () => {
    const policy = await policyOf(entry);
    const { space } = policy;
    const untrusted = space.parse('untrusted & everyone');
    for (const tool of entry.tools) {
      const ruling = policy.ruleCall(tool, '{}');
      const isFree = ruling.kind === 'ceiling' && space.flowsTo(untrusted, ruling.ceiling);
      const isRead = policy.effect(tool) === 'read';
      const looks = looksByDefault[name]?.includes(tool) ?? false;
      expect([tool, isFree]).toEqual([tool, isRead || looks]);
    }
  });

  test('says of which tools no label is enough', async () => {
    const { ruleCall } = await policyOf(entry);
    const found = entry.tools.filter((tool) => ruleCall(tool, '{}').kind === 'never');
    expect(found).toEqual(never[name] ?? []);
  });

  test('names no group in a ceiling: an empty one would let everything through', () => {
    const { tools, answer } = sourceOf(entry);
    const sinks = JSON.stringify([answer, Object.values(tools).map((tool) => tool['call'])]);
    expect(sinks).not.toContain('@');
  });

  test('says in its head which release it was read from', () => {
    const head = textOf(entry.file).split('\nversion: 1')[0] ?? '';
    expect(head.replaceAll('\n# ', ' ')).toContain(entry.readFrom);
  });

  test('says where it is list only, and only there', () => {
    const head = textOf(entry.file).split('\nversion: 1')[0] ?? '';
    const isListOnly = entry.listOnly !== undefined;
    expect(head.includes('List only')).toBe(isListOnly);
    expect(sectionOf(name).includes('**List only.**')).toBe(isListOnly);
    expect(isListOnly && existsSync(`${worlds}${name}.ts`)).toBe(false);
    const date = new Date(entry.listOnly ?? 0).toLocaleDateString('en-GB', { dateStyle: 'long' });
    expect(head.replaceAll('\n# ', ' ').includes(date)).toBe(isListOnly);
  });

  test('is justified on its page, tool by tool', () => {
    const section = sectionOf(name);
    const missing = entry.tools.filter((tool) => !section.includes(`\`${tool}\``));
    expect(missing).toEqual([]);
    expect(section).toContain(entry.readFrom);
  });
});

describe('the index of the packs', () => {
  test('names every file of the folder', () => {
    const files = readdirSync(folder).filter((file) => file !== 'index.yaml');
    const named = packs.flatMap(([name, { file }]) => [file, `${name}.cases.yaml`]);
    expect(files.toSorted()).toEqual(named.toSorted());
  });

  test('names a pack for every list of tools, and a list for every pack', () => {
    expect(packs.map(([name]) => name).toSorted()).toEqual(Object.keys(publishedTools).toSorted());
  });

  test.each(['npm', 'pypi', 'commands', 'images', 'urls'] as const)(
    'says of no two packs that they are for the same of its %s',
    (kind) => {
      const all = packs.flatMap(([, entry]) => entry[kind]);
      expect(all).toEqual([...new Set(all)]);
    },
  );

  test('gives a way to recognise every server', () => {
    const ways = packs.map(([, { npm, pypi, commands, urls }]) =>
      [npm, pypi, commands, urls].flat(),
    );
    expect(ways.filter((each) => each.length === 0)).toEqual([]);
  });

  test('lists packs that can be put into one file', () => {
    const shared = packs.map(([, entry]) => {
      const { lattice, answer, onViolation, groups = { holder: [] } } = sourceOf(entry);
      return JSON.stringify({ lattice, answer, onViolation, groups });
    });
    expect(new Set(shared).size).toBe(1);
  });
});

describe('what only the holder may read', () => {
  const withHolder = async (name: string, holder: string): Promise<Policy> =>
    loadPolicy(textOf(`${name}.yaml`).replace('holder: []', `holder: [${holder}]`), {
      file: `${name}.yaml`,
    });
  const ceilingOf = (policy: Policy, to: string): string => {
    const ruling = policy.ruleCall('send_email', JSON.stringify({ recipients: [to] }));
    return ruling.kind === 'ceiling' ? ruling.ceiling.text : ruling.kind;
  };

  test.each([
    ['', 'ann@acme.example', false],
    ['ann@acme.example', 'ann@acme.example', true],
    ['ann@acme.example', 'bob@acme.example', false],
  ])('with the holder `%s` it may be mailed to %s: %s', async (holder, to, isAllowed) => {
    const policy = await withHolder('email', holder);
    const { space } = policy;
    const own = space.parse('trusted & readers{@holder}');
    expect(space.flowsTo(own, space.parse(ceilingOf(policy, to)))).toBe(isAllowed);
  });
});

/** The part of the page that is about a pack. */
function sectionOf(name: string): string {
  const sections = readFileSync(page, 'utf8').split(/^(?=## )/m);
  return sections.find((section) => section.startsWith(`## ${name}\n`)) ?? '';
}
