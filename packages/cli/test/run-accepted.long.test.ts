import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { expect } from 'vitest';
import { readText } from '../src/files.ts';
import { proves } from '../src/testing/proves.ts';
import { desk } from './run-agents.ts';

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
const options = ['--no-sandbox', '--policy', 'a.yaml'];

proves('run/policy-accepted', () => {
  const { work, script, state } = desk(files);
  const tools = path.join(work, 'more/tools.yaml');
  // The agent of a first session changes the policy of the next.
  const first = script(`printf '%s' '${send('untrusted')}' > more/tools.yaml`, options);
  expect(first.errors).toContain('Accepted a.yaml as it is now');
  const loaded = (): string => {
    const { profiles } = parse(readText(path.join(state(), 'gateway.yaml')));
    return readText(path.join(path.dirname(profiles.default.policy), 'more/tools.yaml'));
  };
  expect(loaded()).toBe(send('trusted'));
  const second = script('echo started', options);
  expect([second.code, second.out]).toEqual([2, '']);
  expect(second.errors).toMatch(
    /- {2}send:.*ceiling: trusted .*\n.*\+ {2}send:.*ceiling: untrusted/,
  );
  expect(second.errors).toContain('This change opens');
  expect(second.errors).toContain('with `--accept-policy` before `--`');
  // It is asked about until somebody takes it, or it is as it was.
  writeFileSync(tools, send('trusted'));
  const third = script('echo started', options);
  expect([third.code, third.out]).toEqual([0, 'started\n']);
  expect(third.errors).not.toContain('ccepted');
  writeFileSync(tools, send('untrusted'));
  expect(script('true', [...options, '--accept-policy']).code).toBe(0);
  expect(loaded()).toBe(send('untrusted'));
  expect(script('true', options).code).toBe(0);
});
