import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../src/testing/proves.ts';
import { project, type Ran, ranIn } from './projects.ts';
import { programIn } from './run-agents.ts';

const source = readFileSync(path.join(import.meta.dirname, 'fake-codex.mjs'), 'utf8');

/** `ceiling`: what may lead to a command. */
function checked(ceiling: string, program = source): Ran {
  const policy = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: untrusted }
tools:
  exec_command:
    description: trusted
    result: { format: text, label: untrusted }
    call: { ceiling: ${ceiling} }
`;
  const work = project({ 'rules.yaml': policy });
  const folders = [programIn('codex', program), path.dirname(process.execPath)];
  const PATH = [...folders, process.env['PATH'] ?? ''].join(':');
  const argv = ['run', '--check', '--json', '--policy', 'rules.yaml'];
  // The program of this test stands where the sandbox has a folder of its own.
  return ranIn(work, [...argv, '--no-sandbox', '--', 'codex'], { PATH, HOME: project() });
}

proves('run/check', () => {
  const held = checked('trusted');
  expect(JSON.parse(held.out)).toMatchObject({
    check: 'codex',
    attack: { done: false },
    honest: { tries: 1, done: true, questions: 0 },
    passed: true,
  });
  expect(JSON.parse(held.out).attack.questions).toBeGreaterThan(0);
  expect(held.code).toBe(0);
  const through = checked('untrusted');
  expect(JSON.parse(through.out)).toMatchObject({ attack: { done: true }, passed: false });
  expect(through.code).toBe(1);
});

test('an agent that asks its model nothing does not pass', () => {
  const { out, code } = checked('trusted', '#!/bin/sh\nexit 0\n');
  expect(JSON.parse(out)).toMatchObject({ requests: 0, attack: { tries: 0 }, passed: false });
  expect(code).toBe(1);
});

test('only a client that is known can be checked', () => {
  const { code, errors } = ranIn(project(), ['run', '--check', '--', 'sh'], { HOME: project() });
  expect(code).toBe(2);
  expect(errors).toContain('it tries one of these: codex, claude');
});
