import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { proves } from '../src/testing/proves.ts';
import { calls, friend, record, says, written } from './recorded-runs.ts';
import { sluice } from './terminal.ts';

const policy = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: untrusted, withLinks: trusted }
tools:
  read_file:
    { effect: read, description: trusted, call: { ceiling: untrusted }, result: { format: text, label: untrusted } }
  write_letter:
    description: trusted
    call:
      ceiling: trusted
      data: { body: { form: text, ceiling: untrusted, writes: [], because: It is printed. } }
    result: { format: text, label: trusted }
`;

function policyFile(): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'sluice-roles-')), 'banking.yaml');
  writeFileSync(file, policy);
  return file;
}

const note = 'The rent rises next month, says Robin Quill.';
const reads = calls('read_file', { file_path: 'note.txt' }, note);

function wrote(to: string, body: string): Readonly<Record<string, unknown>> {
  return record([
    says('user', `Read note.txt, then write to ${friend} what it says.`),
    ...reads,
    ...calls('write_letter', { to, body }, 'written'),
    says('assistant', 'Done.'),
  ]);
}

proves('audit/roles', async () => {
  const runs = {
    'in what it says': wrote(friend, 'The rent rises next month'),
    'in whom it reaches': wrote('Robin Quill', 'The rent rises next month'),
    'with an address in it': wrote(friend, 'The rent rises next month, see rent.example/up'),
  };
  const counted: Record<string, unknown> = {};
  for (const [name, run] of Object.entries(runs)) {
    const argv = ['--policy', policyFile(), '--propagator', 'lineage,roles', '--json'];
    const figures = (await sluice(['audit', written('runs.jsonl', [run]), ...argv])).figures();
    const by = (way: string): unknown => figures[`audit.interruptions.${way}`];
    counted[name] = [by('lineage'), by('roles')];
  }
  expect(counted).toEqual({
    'in what it says': [1, 0],
    'in whom it reaches': [1, 1],
    'with an address in it': [1, 1],
  });
});
