import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sluice, type Ran } from './terminal.ts';

const policy = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top }
tools:
  read_mail:
    effect: read
    call: { ceiling: top }
    result: { format: text, label: untrusted }
`;

function run(args: string): string {
  const call = { id: 'c1', type: 'function', function: { name: 'read_mail', arguments: args } };
  const messages = [
    { role: 'user', content: 'Read my mail.' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: 'Hello.' },
    { role: 'assistant', content: 'It says hello.' },
  ];
  return `${JSON.stringify({ messages })}\n`;
}

/** A command on a log, under the policy. */
function ranOn(command: string, log: string): Promise<Ran> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-deep-'));
  const [runs = '', file = ''] = ['runs.jsonl', 'sluice.yaml'].map((name) =>
    path.join(folder, name),
  );
  writeFileSync(file, policy);
  writeFileSync(runs, log);
  return sluice([command, runs, '--policy', file]);
}

/** A model that a stranger's text tells to nest an argument hides all runs of the log. */
test.each(['audit', 'coverage', 'suggest'])(
  '%s counts the other runs beside one with deep arguments',
  async (command) => {
    const deep = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    const { code, out } = await ranOn(command, `${run('{}')}${run(deep)}`);
    expect(code).toBe(0);
    expect(out).toMatch(/\b2 runs|lineage +│ +2 /);
  },
);

test.each(['audit', 'coverage', 'suggest'])(
  '%s leaves out a record that is too deep, names it and counts the others',
  async (command) => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    const other = run('@').replace('"@"', `{"a":${deep}}`);
    const { code, out } = await ranOn(command, `${run('{}')}${other}`);
    expect(code).toBe(0);
    expect(out).toMatch(/\b1 runs|lineage +│ +1 /);
    expect(out).toContain('is nested more than 500 deep');
  },
);
