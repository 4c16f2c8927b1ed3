import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../src/testing/proves.ts';
import { sluice } from './terminal.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sluice-test-'));
let written = 0;

function fileOf(name: string, text: string): string {
  written += 1;
  const file = path.join(folder, `${written}-${name}`);
  writeFileSync(file, text);
  return file;
}

interface Tool {
  readonly name: string;
  readonly description?: string;
  readonly parameters?: object;
  readonly annotations?: object;
}

/** What `sluice test` prints of a policy in which one tool is read and money may be paid. */
async function ofRead(
  read: Tool,
  result: string,
): Promise<{ readonly code: number; readonly out: string }> {
  const policy = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top, withLinks: trusted }
tools:
  ${read.name}: { effect: read, description: trusted, call: { ceiling: top }, result: ${result} }
  pay: { description: trusted, call: { ceiling: trusted }, result: { format: text, label: untrusted } }
`;
  const tools = [
    { parameters: { type: 'object' }, ...read },
    { name: 'pay', parameters: {} },
  ];
  const declared = fileOf('tools.json', JSON.stringify(tools));
  return sluice(['test', fileOf('sluice.yaml', policy), '--tools', declared]);
}

const trusted = '{ format: text, label: trusted }';

proves('agent-test/called-trusted', async () => {
  const { code, out } = await ofRead({ name: 'read_mail' }, trusted);
  expect(code).toBe(1);
  expect(out).toContain('read_mail -> pay');
  expect(out).toContain('the policy calls it trusted, and its name says `mail`');
  expect(out).toMatch(/if others write it: .*`result` of `read_mail`.*`untrusted`/);
  expect(out).toMatch(/if nobody outside can: .*`result: \{ \.\.\., because: \.\.\. \}`/);
  const said = '{ format: text, label: trusted, because: Only our own staff can send to it. }';
  expect(await ofRead({ name: 'read_mail' }, said)).toMatchObject({ code: 0 });
  const later = '{ format: text, label: trusted, because: TODO }';
  expect(await ofRead({ name: 'read_mail' }, later)).toMatchObject({ code: 1 });
});

test.each<[string, Tool, string]>([
  ['JSON', { name: 'read_mail' }, '{ format: json, label: trusted }'],
  ['YAML', { name: 'read_mail' }, '{ format: yaml, label: trusted }'],
  ['any form', { name: 'read_mail' }, '{ format: auto, label: trusted }'],
  [
    'JSON with a field of strangers',
    { name: 'read_mail' },
    '{ format: json, label: trusted, rules: [{ path: $.footer, label: untrusted }] }',
  ],
  [
    'a description of mail',
    { name: 'newest', description: 'Returns the newest messages of the user.' },
    trusted,
  ],
  ['a description of others', { name: 'notes', description: 'Notes by third parties.' }, trusted],
  ['annotations', { name: 'lookup', annotations: { openWorldHint: true } }, trusted],
])('what others write is found through %s', async (_, tool, result) => {
  const { out, code } = await ofRead(tool, result);
  expect(out).toContain(tool.name);
  expect(out).toMatch(/the policy calls it trusted/);
  expect(code).toBe(1);
});

test.each<[string, Tool, string]>([
  ['a tool of which nothing is said', { name: 'get_profile' }, trusted],
  ['a number', { name: 'count', description: 'Returns the number of messages.' }, trusted],
  ['what the user sent', { name: 'sent', description: 'Returns the sent messages.' }, trusted],
  [
    'the time',
    {
      name: 'get_time',
      parameters: { type: 'object', properties: {} },
      annotations: { openWorldHint: true },
    },
    trusted,
  ],
  [
    'a field that the policy singles out',
    { name: 'read_mail' },
    '{ format: json, label: untrusted, shape: trusted, because: x, rules: [{ path: $.id, label: trusted }] }',
  ],
])('nothing is found in %s', async (_, tool, result) => {
  expect(await ofRead(tool, result)).toMatchObject({ code: 0 });
});

proves('agent-test/taken', async () => {
  const because = 'Only our own staff can send to it.';
  const policy = (label: string) =>
    fileOf(
      'sluice.yaml',
      `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top, withLinks: trusted }
tools:
  get_notes: { effect: read, call: { ceiling: top }, result: { format: text, label: ${label} } }
  read_inbox: { effect: read, call: { ceiling: top }, result: { format: text, label: ${label}, because: "${because}" } }
  pay: { call: { ceiling: trusted }, result: { format: text, label: untrusted } }
`,
    );
  const [junit, sarif] = [fileOf('out.xml', ''), fileOf('out.sarif', '')];
  const said =
    'taken as trusted, not attacked as text of strangers: read_inbox (its name says `inbox`), get_notes';
  const { code, out } = await sluice(['test', policy('trusted'), '--sarif', sarif]);
  expect(code).toBe(0);
  expect(out).toContain(`No attack acted.\n${said}\n`);
  expect(readFileSync(sarif, 'utf8')).toContain(said);
  const json = await sluice(['test', policy('trusted'), '--json', '--junit', junit]);
  expect(JSON.parse(json.out)).toMatchObject({
    taken: [{ tool: 'read_inbox', because }, { tool: 'get_notes' }],
    figures: { 'test.taken': 2 },
  });
  expect(readFileSync(junit, 'utf8')).toMatch(/taken as the policy says: 2[^]*read_inbox/);
  const untrusted = await sluice(['test', policy('untrusted')]);
  expect(untrusted.out).not.toContain('taken as trusted');
  const unsigned = await ofRead({ name: 'get_notes' }, trusted);
  expect(unsigned.out).toContain('not attacked as text of strangers: get_notes\n');
  const attacked = await ofRead({ name: 'read_mail' }, trusted);
  expect(attacked.out).not.toContain('taken as trusted');
});

/** A policy with a source of strangers, a secret and a read that may go outside. */
function reaching({ reach = '', call, secret = 'trusted & nobody' }: Reaching): string {
  return fileOf(
    'sluice.yaml',
    `version: 1
lattice: { integrity: { chain: [trusted, untrusted] }, confidentiality: { readers: any } }
onViolation: ask
answer: { ceiling: top, withLinks: bottom }
tools:
  read_page: { effect: read, call: { ceiling: untrusted & everyone }, result: { format: text, label: untrusted & everyone } }
  read_notes: { effect: read, call: { ceiling: top }, result: { format: text, label: ${secret} } }
  ${reach === '' ? 'fetch_url' : reach}: { effect: read, call: ${call}, result: { format: text, label: untrusted & nobody } }
`,
  );
}

interface Reaching {
  readonly reach?: string;
  readonly call: string;
  readonly secret?: string;
}

proves('agent-test/outside', async () => {
  const open = await sluice(['test', reaching({ call: '{ ceiling: top }' })]);
  expect(open.code).toBe(1);
  expect(open.out).toMatch(/-> fetch_url/);
  expect(open.out).toMatch(/whoever is asked sees the call \(it is named like the web\)/);
  expect(open.out).toMatch(/text labelled .*nobody.* may stand in it/);
  const held = await sluice(['test', reaching({ call: '{ ceiling: untrusted & everyone }' })]);
  expect(held).toMatchObject({ code: 0 });
});

test('a read is one of others’ by its arguments too, and one inside is none', async () => {
  const address = '{ ceiling: top, arguments: { url: { optional: true, matches: ".*" } } }';
  const asked = await sluice(['test', reaching({ reach: 'preview', call: address })]);
  expect(asked.out).toContain('`url` is an address');
  expect(asked.code).toBe(1);
  for (const reach of ['get_row', 'browser_cookie_list']) {
    const inside = await sluice(['test', reaching({ reach, call: '{ ceiling: top }' })]);
    expect(inside, reach).toMatchObject({ code: 0 });
  }
});

test('a read that carries no text tells nothing', async () => {
  const parameters = { type: 'object', properties: { page: { type: 'integer' } } };
  const tools = fileOf('tools.json', JSON.stringify([{ name: 'fetch_url', parameters }]));
  const policy = reaching({ call: '{ ceiling: top, schema: declared }' });
  const { out } = await sluice(['test', policy, '--tools', tools]);
  expect(out).not.toContain('-> fetch_url');
});

test('where a policy says nothing of who may read, any text may be private', async () => {
  const policy = fileOf(
    'sluice.yaml',
    `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top, withLinks: trusted }
tools:
  read_mail: { effect: read, call: { ceiling: top }, result: { format: text, label: untrusted } }
  fetch_url: { effect: read, call: { ceiling: CEILING }, result: { format: text, label: untrusted } }
`,
  );
  const text = readFileSync(policy, 'utf8');
  const ran = async (ceiling: string) =>
    sluice(['test', fileOf('sluice.yaml', text.replace('CEILING', ceiling))]);
  expect((await ran('untrusted')).out).toContain('-> fetch_url');
  expect(await ran('trusted')).toMatchObject({ code: 0 });
});
