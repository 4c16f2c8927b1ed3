import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { acceptPolicy } from '../src/run/accepted-policy.ts';
import { readRunPolicy } from '../src/run/run-policy.ts';
import { project } from './projects.ts';
import { keptTerminal } from './terminal.ts';

const rules = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
include: [more/tools.yaml]
tools: {}
answer: { ceiling: untrusted }
`;
const send = (ceiling: string): string => `tools:
  send: { description: trusted, call: { ceiling: ${ceiling} }, result: { format: text, label: untrusted } }
`;
const files = { 'a.yaml': rules, 'more/tools.yaml': send('trusted') };

test('somebody at the terminal is asked, and shown what is different', async () => {
  const work = project(files);
  const root = path.join(project(), 'run');
  const file = path.join(work, 'a.yaml');
  const accept = async (keys?: readonly string[]): Promise<string> => {
    const kept = keptTerminal(keys === undefined ? {} : { keys });
    const given = { isAccepted: false, terminal: kept.terminal };
    const { kind, keep } = await acceptPolicy(await readRunPolicy(file, work), root, given);
    keep();
    return [kind, ...kept.errors].join('\n');
  };
  expect(await accept()).toBe('first');
  expect(await accept()).toBe('same');
  writeFileSync(file, `${rules}\n# a \u001B[2K comment\n`);
  for (const keys of [undefined, [''], ['n'], ['yesterday']]) {
    await expect(accept(keys)).rejects.toThrow('`a.yaml` has changed since you accepted it');
  }
  const changed = await accept(['y']);
  expect(changed).toMatch(/^changed\n/);
  expect(changed).toContain(String.raw`+# a \u001b[2K comment`);
  expect(changed).toContain('This change opens no flow');
  writeFileSync(file, rules + Array.from({ length: 100 }, (_, at) => `# ${at}\n`).join(''));
  expect(await accept(['Yes'])).toMatch(/more lines/);
});

test('what was accepted of a policy holds for every agent, and for that file alone', async () => {
  const work = project({ ...files, 'b.yaml': rules });
  const root = path.join(project(), 'run');
  const { terminal } = keptTerminal();
  const accept = async (name: string): Promise<string> => {
    const policy = await readRunPolicy(path.join(work, name), work);
    const { kind, keep } = await acceptPolicy(policy, root, { isAccepted: false, terminal });
    keep();
    return kind;
  };
  expect([await accept('a.yaml'), await accept('b.yaml')]).toEqual(['first', 'first']);
  mkdirSync(path.join(work, 'other'));
  writeFileSync(path.join(work, 'more/other.yaml'), send('trusted'));
  // Another file with the same text counts as a change: it may be changed by somebody else.
  writeFileSync(path.join(work, 'a.yaml'), rules.replace('more/tools', 'more/other'));
  await expect(accept('a.yaml')).rejects.toThrow('has changed');
  expect(await accept('b.yaml')).toBe('same');
});
