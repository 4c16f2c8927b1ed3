import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../src/testing/proves.ts';
import { sluice } from './terminal.ts';

const head = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top, withLinks: trusted }
`;
const read = `  read_mail:
    { effect: read, call: { ceiling: top }, result: { format: text, label: untrusted } }
`;

function written(name: string, text: string): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'sluice-test-')), name);
  writeFileSync(file, text);
  return file;
}

const policy = (tools: string): string => written('sluice.yaml', `${head}${tools}`);

/** No number that is made up fits this. */
const odd = `tools:
${read}  pay:
    call:
      ceiling: trusted
      schema:
        type: object
        required: [to]
        properties: { to: { type: integer, multipleOf: 91 } }
    result: { format: text, label: untrusted }
`;

proves('agent-test/untested', async () => {
  const none = await sluice(['test', policy('tools: {}\n')]);
  expect(none.code).toBe(1);
  expect(none.out).toContain('Nothing is known:');
  expect(none.out).toMatch(/not tested: the policy names no tool; .*under `tools`.*sluice init/);
  const unfit = await sluice(['test', policy(odd)]);
  expect(unfit.code).toBe(1);
  expect(unfit.out).toMatch(/not tested: calls of pay: .* sluice\.test\.yaml: tasks: .*pay: \{/);
  expect(unfit.out).not.toContain('No attack acted.');
});

test('a task of the user’s says which call fits', async () => {
  const plan = written('plan.yaml', 'tasks: [{ prompt: Pay., calls: [{ pay: { to: 182 } }] }]');
  const open = odd.replace('ceiling: trusted', 'ceiling: untrusted');
  const { out } = await sluice(['test', policy(open), '--plan', plan]);
  expect(out).toMatch(/read_mail(?: \(failed\))? -> pay/);
  expect(out).not.toContain('not tested');
});

test('what was not tested stands in each report', async () => {
  const junit = written('out.xml', '');
  const { out, code } = await sluice(['test', policy(odd), '--json', '--junit', junit]);
  expect(code).toBe(1);
  const { untested, figures } = JSON.parse(out) as {
    readonly untested: readonly string[];
    readonly figures: Readonly<Record<string, number>>;
  };
  expect(untested).toEqual([expect.stringContaining('calls of pay')]);
  expect(figures['test.untested']).toBe(1);
  expect(readFileSync(junit, 'utf8')).toMatch(
    /<testcase[^>]*every tool is tested[^]*<error>calls of pay/,
  );
});

test('a schema that wants more than a type gets it', async () => {
  const schema = `
        type: object
        required: [to, amount, currency, kind, lines, when]
        additionalProperties: false
        properties:
          to: { type: string, pattern: '^[A-Z]{2}[0-9]{4}$' }
          amount: { type: number, minimum: 5 }
          currency: { const: EUR }
          kind: { anyOf: [{ type: 'null' }, { type: string, minLength: 30 }] }
          lines: { type: array, minItems: 1, items: { $ref: '#/$defs/line' } }
          when: { type: string, format: date }
        $defs: { line: { type: object, required: [text], properties: { text: { type: string, maxLength: 5 } } } }
`;
  const tools = `tools:
${read}  pay:
    call:
      ceiling: trusted
      schema:${schema}    result: { format: text, label: untrusted }
`;
  const { out, code } = await sluice(['test', policy(tools)]);
  expect(out).toContain('No attack acted.');
  expect(code).toBe(0);
});

test('a schema that the tool was declared with is no hindrance', async () => {
  const tools = `tools:
${read}  pay: { call: { ceiling: trusted, schema: declared }, result: { format: text, label: untrusted } }
`;
  const properties = { to: { type: 'string', pattern: '^[A-Z]{2}[0-9]{4}$' } };
  const declared = [
    { name: 'pay', description: '', parameters: { type: 'object', required: ['to'], properties } },
    { name: 'read_mail', description: '', parameters: { type: 'object' } },
  ];
  const file = written('tools.json', JSON.stringify(declared));
  const { out, code } = await sluice(['test', policy(tools), '--tools', file]);
  expect(out).toContain('No attack acted.');
  expect(code).toBe(0);
});

proves('agent-test/questions', async () => {
  const junit = written('out.xml', '');
  const asking = odd
    .replace('ceiling: trusted', 'ceiling: untrusted')
    .replace(/schema:[^]*91 } }/, '');
  const never = `${asking}  wipe: { call: never, result: { format: text, label: untrusted } }\n`;
  const text = await sluice(['test', policy(never)]);
  expect(text.out).toContain('"Call wipe with {}." asked about wipe');
  expect(text.out).not.toContain('asked about pay');
  const { out } = await sluice(['test', policy(never), '--json', '--junit', junit]);
  const { asked } = JSON.parse(out) as { readonly asked: unknown };
  expect(asked).toEqual(
    expect.arrayContaining([{ prompt: 'Call wipe with {}.', tools: ['wipe'] }]),
  );
  expect(readFileSync(junit, 'utf8')).toMatch(/questions in honest tasks: \d[^]*asked about wipe/);
});

test.each(['--junit', '--sarif'])(
  '%s that cannot be written is said, with the findings',
  async (flag) => {
    const open = odd.replace(/ceiling: trusted[^]*?result/, 'ceiling: untrusted\n    result');
    const argv = ['test', policy(open), flag, '/nowhere/report.xml'];
    const { code, out, errors } = await sluice(argv);
    expect(code).not.toBe(0);
    expect(out).toContain('-> pay');
    expect(errors).toContain('/nowhere/report.xml');
  },
);

test('a call that the schema takes only with another argument is tried', async () => {
  const strict = `tools:
${read}  pay:
    call:
      ceiling: trusted
      schema: { type: object, dependentRequired: { to: [iban] } }
      rules: [{ when: { to: [shop] }, ceiling: trusted }]
    result: { format: text, label: untrusted }
`;
  const paired = strict.replace('[shop] }, ceiling: trusted', '[shop] }, ceiling: untrusted');
  const { out } = await sluice(['test', policy(paired), '--baseline', policy(strict)]);
  expect(out).toMatch(/it called pay with {"iban":"[^"]*","to":"shop"}/);
});

test('no report holds the control characters of a name', async () => {
  const junit = written('out.xml', '');
  const named = `tools:\n${read.replace('read_mail', '"r\\e[31m\\uFFFE"')}`;
  const open = `${named}  "p\\e[31m": { call: { ceiling: untrusted } }\n`;
  const { out } = await sluice(['test', policy(open), '--junit', junit]);
  expect(out).toContain('-> p');
  expect.soft(out).not.toMatch(/(?!\n)\p{Cc}/u);
  // XML has no place for the last of these.
  expect.soft(readFileSync(junit, 'utf8')).not.toMatch(/(?!\n)\p{Cc}|\uFFFE/u);
});

const declared = JSON.stringify([
  {
    name: 'read_mail',
    description: 'Reads.',
    parameters: { type: 'object', properties: { folder: { type: 'string' } } },
  },
]);

test.each([
  ['read_mial: {}', 'calls `read_mial`, which is no tool here', 'tools: read_mail'],
  ['read_mail: { foldr: a }', 'an argument `foldr` that it does not have', 'arguments: folder'],
  ['read_mail: { folder: 7 }', 'arguments that its schema does not take', '"type":"string"'],
])('a task that calls %s is a mistake', async (call, problem, hint) => {
  const plan = written('plan.yaml', `tasks: [{ prompt: Read it., calls: [{ ${call} }] }]`);
  const tools = written('tools.json', declared);
  const argv = ['test', policy(`tools:\n${read}`), '--plan', plan, '--tools', tools];
  const { code, errors } = await sluice(argv);
  expect(code).toBe(2);
  expect(errors).toContain(`the task "Read it." ${call.includes('mial') ? '' : 'gives '}`);
  expect(errors).toContain(problem);
  expect(errors).toContain(hint);
});
