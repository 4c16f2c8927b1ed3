import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectWithPackages } from './projects.ts';
import { expect, test } from 'vitest';
import { proves } from '../src/testing/proves.ts';
import { sluice } from './terminal.ts';

const head = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top, withLinks: trusted }
tools:
  read_mail:
    { effect: read, call: { ceiling: top }, result: { format: text, label: untrusted } }
`;

function written(text: string, name = 'sluice.yaml'): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'sluice-data-')), name);
  writeFileSync(file, text);
  return file;
}

function policy(data: string, name = 'send_mail'): string {
  const tool = `  ${name}:\n    call: { ceiling: trusted, data: { ${data} } }\n`;
  return written(`${head}${tool}    result: { format: text, label: untrusted }\n`);
}

const open = 'form: line, ceiling: untrusted, writes: [], because: Nothing reads it.';
const body = `body: { ${open} }`;

proves('agent-test/data', async () => {
  const { code, out } = await sluice(['test', policy(`to: { ${open} }, ${body}`)]);
  expect(code).toBe(1);
  expect(out).toMatch(
    /read_mail[^]* -> `to` of send_mail|-> `to` of send_mail[^]*also from.*read_mail/,
  );
  expect(out).toMatch(/it called send_mail with {.*"to":"sluice-[^}]*}, and nobody was asked/);
  expect(out).toContain('leave `to` out of `data`');
  expect(out).toContain('notActedOn');
  expect(out).not.toContain('`body`');
  const checked = await sluice(['policy', 'check', policy(`to: { ${open} }`)]);
  expect(checked.out).toContain('`to` is called data, and it is named like');
});

test('what runs a text acts on it, whatever its name', async () => {
  const { code, out } = await sluice(['test', policy(`text: { ${open} }`, 'run_query')]);
  expect(code).toBe(1);
  expect(out).toContain('-> `text` of run_query');
});

const guarded = (shortcuts: string): string => `
import { defaultShortcuts, runGuarded } from '@sluice/core';
export const agent = async ({ prompt, tools, model, policy, approve, signal }) => {
  const ask = ({ tool, args, hash }) => approve({ tool, args })
    ? Promise.resolve({ kind: 'yes', by: ['user'], hash })
    : Promise.resolve({ kind: 'no', by: ['user'], reason: 'no' });
  const confirm = { clearance: policy.space.top, ask };
  return (await runGuarded({ model, tools, policy, signal, confirm, ${shortcuts} }, prompt)).text;
};
`;

test.each([
  ['', 0, true],
  ['shortcuts: { ...defaultShortcuts, staged: true }', 1, false],
])(
  'an agent whose guard has one label for a call hides data: %j',
  async (shortcuts, code, isSaid) => {
    const tool = `  send_mail:\n    call: { ceiling: trusted, data: { to: { ${open} } } }\n`;
    const folder = projectWithPackages({
      'sluice.yaml': `${head}${tool}    result: { format: text, label: untrusted }\n`,
      'agent.mjs': guarded(shortcuts),
    });
    const agent = ['--agent', path.join(folder, 'agent.mjs')];
    const ran = await sluice(['test', path.join(folder, 'sluice.yaml'), ...agent]);
    expect([ran.code, ran.errors]).toEqual([code, '']);
    expect(ran.out.includes('data (`to` of send_mail): no run had labels per argument')).toBe(
      isSaid,
    );
    expect(ran.out).not.toContain('No agent was run');
  },
);

test('without an agent the report says that none was run', async () => {
  const { out } = await sluice(['test', policy('to: line')]);
  expect(out).toContain('No agent was run: the policy alone played it');
  expect(out).not.toContain('no run had labels per argument');
});

test('a judgement with a reason is the policy’s word', async () => {
  const judged = `to: { ${open}, notActedOn: It is printed on the letter. }`;
  const file = policy(`${judged}, ${body}`);
  const { code, out } = await sluice(['test', file]);
  expect(out).toContain('No attack acted.');
  expect(code).toBe(0);
  expect((await sluice(['policy', 'check', file])).out).not.toContain('called data');
  const empty = policy(`to: { ${open}, notActedOn: todo }`);
  expect((await sluice(['test', empty])).code).toBe(1);
});

test('data with the ceiling of its call is asked about', async () => {
  const { code, out } = await sluice(['test', policy('to: line')]);
  expect(out).toContain('No attack acted.');
  expect(code).toBe(0);
});

test('against a baseline any argument that becomes data is attacked', async () => {
  const before = policy('subject: line');
  const argv = ['test', policy(`subject: line, ${body}`), '--baseline', before];
  const { code, out } = await sluice(argv);
  expect(code).toBe(1);
  expect(out).toContain('-> `body` of send_mail');
  expect(out).toContain('The policy lets through what the baseline does not.');
  expect((await sluice(['test', before, '--baseline', before])).code).toBe(0);
});

test('a schema that is very deep is a mistake that says so', async () => {
  const deep = `${'{"properties":{"a":'.repeat(3000)}{}${'}}'.repeat(3000)}`;
  const tools = `[{ "name": "send_mail", "description": "", "parameters": ${deep} }]`;
  const file = written(tools, 'tools.json');
  const { code, errors } = await sluice(['test', policy(body), '--tools', file]);
  expect([code, errors.includes('nested more than 500 deep')]).toEqual([2, true]);
});

test('what a call says is also tried with a text that stands alone in a result', async () => {
  const [before, after] = ['top', 'untrusted & everyone'].map((label) => {
    return written(
      `version: 1
lattice:
  integrity: { chain: [trusted, untrusted] }
  confidentiality: { readers: any }
onViolation: ask
answer: { ceiling: top, withLinks: trusted & everyone }
tools:
  read_mail:
    effect: read
    call: { ceiling: top }
    result:
      format: json
      label: ${label}
      rules: [{ path: $.text, label: untrusted & nobody }]
  send_mail:
    call: { ceiling: trusted & everyone, data: { ${body} } }
    result: { format: text, label: top }
`,
    );
  });
  const { code, out } = await sluice(['test', String(after), '--baseline', String(before)]);
  expect(out).toContain('-> `body` of send_mail');
  expect(code).toBe(1);
});

test('a link in what a call says is tried where who may read it stands in the result', async () => {
  const [before, after] = ['trusted', 'untrusted'].map((links) => {
    const data = `body: { form: text, ceiling: untrusted, withLinks: ${links}, writes: mail }`;
    return written(
      `version: 1
lattice:
  integrity: { chain: [trusted, untrusted] }
  confidentiality: { readers: any }
onViolation: ask
answer: { ceiling: untrusted & nobody, withLinks: trusted & everyone }
tools:
  read_mail:
    effect: read
    call: { ceiling: untrusted & nobody }
    result:
      format: json
      label: untrusted & nobody
      shape: trusted & everyone
      rules:
        - { path: "$[*]['body', 'from']", label: untrusted, readersFrom: ['$[*].from'], reads: mail }
  send_mail:
    call: { ceiling: trusted, readersFrom: [to], data: { ${data} } }
    result: { format: text, label: untrusted & nobody }
`,
    );
  });
  const { code, out } = await sluice(['test', String(after), '--baseline', String(before)]);
  expect(out).toContain('-> a link in `body` of send_mail');
  expect(code).toBe(1);
});
