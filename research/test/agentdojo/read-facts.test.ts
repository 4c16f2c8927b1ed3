import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Command } from '../../src/agentdojo/line-process.ts';
import { readFacts } from '../../src/agentdojo/read-facts.ts';

const environment = { python: 'none', packageVersion: '1.0' };
const call = { tool: 'read_note', args: { id: 1 }, output: 'Buy oats' };
const task = { prompt: 'What is on my list?', groundTruth: [call], answer: 'Oats' };
const suite = { tools: ['read_note'], userTasks: { a: task }, injectionTasks: {}, vectors: ['v'] };
const facts = { benchmarkVersion: 'v1', packageVersion: '1.0', suites: { notes: suite } };

let cache: string;

beforeEach(() => {
  cache = mkdtempSync(path.join(tmpdir(), 'sluice-facts-'));
  vi.stubEnv('SLUICE_CACHE', cache);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(cache, { recursive: true, force: true });
});

test('the package is asked once', async () => {
  const command = program(facts);
  await expect(read(command)).resolves.toEqual(facts);
  await expect(read(command)).resolves.toEqual(facts);
  expect(runs()).toBe(1);
});

test.each(['', '{', '{"suites":{}}'])('what was kept as `%s` is asked for again', async (kept) => {
  const command = program(facts);
  await read(command);
  const folder = path.join(cache, 'agentdojo-facts');
  for (const name of readdirSync(folder)) writeFileSync(path.join(folder, name), kept);
  await expect(read(command)).resolves.toEqual(facts);
  expect(runs()).toBe(2);
});

test('other tasks and another driver are asked for by themselves', async () => {
  await read(program(facts));
  const command = program({ ...facts, benchmarkVersion: 'v2' });
  await readFacts(environment, { benchmarkVersion: 'v2', command });
  await read([...program(facts), 'changed']);
  expect(runs()).toBe(3);
});

test.each<[string, unknown]>([
  ['no suites', { ...facts, suites: undefined }],
  ['other tasks', { ...facts, benchmarkVersion: 'v2' }],
  ['another package', { ...facts, packageVersion: '2.0' }],
  ['a call without output', { ...facts, suites: { notes: { ...suite, userTasks: { a: {} } } } }],
])('%s is an error, and not kept', async (_, said) => {
  await expect(read(program(said))).rejects.toMatchObject({ code: 'peer-missing' });
  expect(readdirSync(cache)).not.toContain('agentdojo-facts');
});

test('a driver that fails is quoted', async () => {
  const fails: Command = [
    process.execPath,
    '-e',
    "console.error('no version v1'); process.exit(1)",
  ];
  await expect(read(fails)).rejects.toThrow("cannot read AgentDojo's tasks: no version v1");
});

async function read(command: Command): ReturnType<typeof readFacts> {
  return readFacts(environment, { benchmarkVersion: 'v1', command });
}

/** Writes `said`, and a letter for each time that it ran. */
function program(said: unknown): Command {
  const script = `
    require('node:fs').appendFileSync(${JSON.stringify(path.join(cache, 'runs'))}, 'x');
    console.log(${JSON.stringify(JSON.stringify(said))})`;
  return [process.execPath, '-e', script];
}

function runs(): number {
  return readFileSync(path.join(cache, 'runs'), 'utf8').length;
}
