import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { runInit } from '../src/init/init.ts';
import { writtenText } from './recorded-runs.ts';
import { keptTerminal, sluice } from './terminal.ts';

const demo = fileURLToPath(new URL('../src/demo/sluice.yaml', import.meta.url));

describe('sluice policy check', () => {
  test('the demo’s policy has no mistakes', async () => {
    const ran = await sluice(['policy', 'check', demo]);
    expect(ran.code).toBe(0);
    expect(ran.out).toMatch(/0 errors, 0 warnings$/);
  });

  test('a mistake is named with file, line and column', async () => {
    const file = writtenText('bad.yaml', 'version: 1\nlatice: {}\n');
    const ran = await sluice(['policy', 'check', file]);
    expect(ran.code).toBe(1);
    expect(ran.out).toContain(`${file}:2:1: error`);
  });

  test('a value of `postCheck` is checked, and never quoted', async () => {
    const gated = (value: string): string => {
      return `${readFileSync(demo, 'utf8')}\npostCheck: [{ name: key, values: [${value}] }]\n`;
    };
    const good = await sluice(['policy', 'check', writtenText('good.yaml', gated('heron-4471'))]);
    expect(good.out).toMatch(/0 errors, 0 warnings$/);
    for (const value of ['4471', '44714471', 'h-447']) {
      const bad = await sluice(['policy', 'check', writtenText('bad.yaml', gated(value))]);
      expect(bad.code).toBe(1);
      expect(bad.out).toContain('postCheck[0].values[0]');
      expect(bad.out).not.toContain('447');
    }
  });

  test('one mistake is one', async () => {
    const text = readFileSync(demo, 'utf8').replace('version: 1', 'version: 2');
    const ran = await sluice(['policy', 'check', writtenText('bad.yaml', text)]);
    expect(ran.out).toMatch(/1 error, 0 warnings$/);
  });

  test('--json counts them', async () => {
    const file = writtenText('bad.yaml', 'version: 2\n');
    const { code, out } = await sluice(['policy', 'check', file, '--json']);
    expect(code).toBe(1);
    const { errors, problems } = JSON.parse(out) as { errors: number; problems: unknown[] };
    expect(errors).toBeGreaterThan(0);
    expect(problems.length).toBeGreaterThanOrEqual(errors);
  });

  test.each([
    ['bare', '[{"name":"get_balance","description":"d","parameters":{}}]', 0],
    ['as OpenAI writes them', '[{"type":"function","function":{"name":"get_balance"}}]', 0],
    ['no list', '{"name":"x"}', 2],
    ['no name', '[{"description":"x"}]', 2],
    ['no JSON', 'tools:', 2],
  ])('tools, %s', async (_, text, code) => {
    const tools = writtenText('tools.json', text);
    expect((await sluice(['policy', 'check', demo, '--tools', tools])).code).toBe(code);
  });
});

describe('sluice policy explain', () => {
  test('a call: ceiling and rule', async () => {
    const args = '{"recipient":"AT482011182221219800","amount":1,"description":"x"}';
    const { out } = await sluice([
      'policy',
      'explain',
      demo,
      '--tool',
      'send_money',
      '--args',
      args,
    ]);
    expect(out).toContain('to someone in the address book');
    expect(out).toContain('trusted & private');
  });

  test('a call: what `postCheck` forbids, in letters that look alike', async () => {
    const text = `${readFileSync(demo, 'utf8')}\npostCheck: [{ name: key, values: [heron-4471] }]\n`;
    const file = writtenText('gated.yaml', text);
    const args = '{"note":"hеrоn 4471"}';
    const argv = ['policy', 'explain', file, '--tool', 'send_money', '--args', args];
    const { out } = await sluice(argv);
    expect(out).toContain('forbidden-text');
    expect(out).not.toContain('4471');
  });

  test('a result: the label of every part and the rule that gave it', async () => {
    const text = '[{"direction":"in","description":"a"},{"direction":"out","description":"b"}]';
    const result = writtenText('result.json', text);
    const argv = ['policy', 'explain', demo, '--tool', 'list_transactions', '--result', result];
    const { out } = await sluice(argv);
    expect(out).toContain("$[0]['description']: untrusted & private (default)");
    expect(out).toContain("$[1]['description']: trusted & private (what the holder");
  });

  test.each([
    ['no JSON', '{to:bob}', 'is not valid JSON'],
    ['no object', '[1]', 'is not a JSON object'],
  ])('arguments that are %s', async (_, args, wanted) => {
    const ran = await sluice(['policy', 'explain', demo, '--tool', 'send_mail', '--args', args]);
    expect(ran.code).toBe(2);
    expect(ran.errors).toContain(wanted);
    expect(ran.errors).toContain('{"to": "bob"}');
    expect(ran.errors).not.toContain(args);
  });

  test('--label says what would follow', async () => {
    const argv = ['policy', 'explain', demo, '--tool', 'send_mail'];
    const args = ['--args', '{"to":"x","subject":"y","body":"z"}'];
    const { out } = await sluice([...argv, ...args, '--label', 'untrusted & public']);
    expect(out).toMatch(/at untrusted & public: ask$/);
  });

  test('without arguments it explains a call without any, and says so', async () => {
    const argv = ['policy', 'explain', demo, '--tool', 'get_balance'];
    const [alone, given] = [await sluice(argv), await sluice([...argv, '--args', '{}'])];
    expect(alone).toMatchObject({ code: 0, out: given.out });
    expect(alone.errors).toContain('no `--args`: this explains a call without arguments');
    expect(given.errors).toBe('');
    const labelled = await sluice([...argv, '--label', 'untrusted & public']);
    expect(labelled.out).toMatch(/at untrusted & public: \w+$/);
    const result = writtenText('result.txt', 'x');
    const beside = await sluice([...argv, '--result', result, '--label', 'untrusted & public']);
    expect([beside.code, beside.errors.includes('`--label` needs a call')]).toEqual([2, true]);
  });

  test('--data is the label of what a call only says', async () => {
    const argv = ['policy', 'explain', demo, '--tool', 'send_mail'];
    const args = ['--args', '{"to":"x","subject":"y","body":"z"}'];
    const labels = ['--label', 'trusted & public', '--data', 'untrusted & public'];
    const { out } = await sluice([...argv, ...args, ...labels]);
    expect(out).toContain('the tool, to: trusted & public flows to');
    expect(out).toContain('body (data): untrusted & public flows to');
    expect(out).toMatch(/at trusted & public, data at untrusted & public: allow$/);
    const alone = await sluice([...argv, ...args, '--data', 'untrusted & public']);
    expect([alone.code, alone.errors.includes('--label LABEL')]).toEqual([2, true]);
  });

  test.each(['', 'y'])('the examples of its help run on a first policy: %j', async (readers) => {
    const { out: help } = await sluice(['policy', 'explain', '--help']);
    const lines = [...help.replaceAll('\\\n', '').matchAll(/^ {2}sluice (policy explain .*)$/gm)];
    expect(lines).toHaveLength(4);
    const string = { type: 'string' };
    const tools = ['read_mail', 'send_money', 'send_mail'].map((name) => {
      const properties = {
        to: string,
        recipient: string,
        amount: { type: 'number' },
        body: string,
      };
      return { name, description: 'd', parameters: { type: 'object', properties } };
    });
    const folder = path.dirname(writtenText('tools.json', JSON.stringify(tools)));
    const answers = ['o', 'u', readers];
    const ask = (): Promise<string> => Promise.resolve(answers.shift() ?? '');
    await runInit({ dir: folder }, { terminal: keptTerminal().terminal, ask, env: {} });
    for (const [, line = ''] of lines) {
      const argv = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word);
      const file = path.join(folder, 'sluice.yaml');
      const ran = await sluice(argv.map((word) => (word === 'sluice.yaml' ? file : `${word}`)));
      expect([line, ran.code, ran.out.includes('not in the policy')]).toEqual([line, 0, false]);
    }
  });

  test('a tool that the policy does not name', async () => {
    const { out } = await sluice(['policy', 'explain', demo, '--tool', 'rm', '--args', '{}']);
    expect(out).toContain('not in the policy');
    expect(out).toContain('never automatic');
  });

  test('a misspelled tool: which one may be meant', async () => {
    const argv = ['policy', 'explain', demo, '--args', '{}', '--tool'];
    expect((await sluice([...argv, 'send_mial'])).errors).toContain('did you mean `send_mail`?');
    expect((await sluice([...argv, 'send_mail'])).errors).toBe('');
  });

  test('--json', async () => {
    const argv = ['policy', 'explain', demo, '--tool', 'get_balance', '--args', '{}', '--json'];
    const { out } = await sluice(argv);
    expect(JSON.parse(out)).toMatchObject({ tool: 'get_balance', known: true });
  });
});

describe('sluice policy test', () => {
  test('the demo’s own cases pass', async () => {
    const { code, out } = await sluice(['policy', 'test', demo]);
    expect(code).toBe(0);
    expect(out).toMatch(/5 of 5 cases pass$/);
  });

  test('a case that fails gives 1 and says what came', async () => {
    const cases = writtenText(
      'cases.yaml',
      'cases:\n  - call: { tool: send_mail, args: { to: x, subject: y, body: z } }\n    label: untrusted & public\n    expect: allow\n',
    );
    const { code, out } = await sluice(['policy', 'test', demo, '--cases', cases]);
    expect(code).toBe(1);
    expect(out).toContain('expected allow, got ask');
  });

  test('--json counts them', async () => {
    const { out } = await sluice(['policy', 'test', demo, '--json']);
    expect(JSON.parse(out)).toMatchObject({ cases: 5, failed: 0 });
  });

  test('a policy without cases has nothing to test', async () => {
    const text =
      'version: 1\nlattice: { integrity: { chain: [a, b] } }\nonViolation: ask\ntools: {}\nanswer: { ceiling: b }\n';
    const ran = await sluice(['policy', 'test', writtenText('bare.yaml', text)]);
    expect(ran.code).toBe(2);
    expect(ran.errors).toContain('--cases FILE');
    expect(ran.errors).toContain('bare.cases.yaml');
  });

  test('cases beside a policy run with its own', async () => {
    const file = writtenText('mine.yaml', readFileSync(demo, 'utf8'));
    const beside = file.replace('.yaml', '.cases.yaml');
    writeFileSync(beside, 'cases: [{ answer: x, label: top, expect: deny }]');
    const { code, out } = await sluice(['policy', 'test', file]);
    expect(code).toBe(1);
    expect(out).toMatch(/5 of 6 cases pass$/);
    const others = writtenText('c.yaml', 'cases: [{ answer: x, label: bottom, expect: allow }]');
    const chosen = await sluice(['policy', 'test', file, '--cases', others]);
    expect(chosen.out).toMatch(/1 of 1 cases pass$/);
  });

  test('the cases of an example are found', async () => {
    const banking = fileURLToPath(
      new URL('../../../policies/agentdojo/banking.yaml', import.meta.url),
    );
    expect((await sluice(['policy', 'test', banking])).code).toBe(0);
  });
});

describe('a policy of somebody else moves no cursor', () => {
  const strange = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top }
tools:
  pay:
    call:
      ceiling: trusted
      rules: [{ name: "r\\e[31m\\x9b", when: { to: x }, ceiling: untrusted }]
cases: [{ name: "c\\e[2J", call: { tool: pay, args: { to: x } }, label: untrusted, expect: ask }]
`;

  test.each([
    ['check', strange.replace('tools:', '"ton\\e[31mls": 1\ntools:'), []],
    ['test', strange, []],
    ['explain', strange, ['--tool', 'pay', '--args', '{"to":"x"}', '--label', 'untrusted']],
  ] as const)('policy %s', async (command, text, options) => {
    const file = writtenText('strange.yaml', text);
    const { out, errors } = await sluice(['policy', command, file, ...options]);
    expect(out + errors).not.toMatch(/(?![\n\t])\p{Cc}/u);
  });
});
