import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { payerPolicy } from './chat-logs.ts';
import { attacked, benign, written, writtenText } from './recorded-runs.ts';
import { sluice } from './terminal.ts';

function zipped(name: string, text: string): string {
  const file = writtenText(name, '');
  writeFileSync(file, gzipSync(text));
  return file;
}

function cut(file: string): string {
  truncateSync(file, Math.floor(readFileSync(file).length / 2));
  return file;
}

const folder = (): string => mkdtempSync(path.join(tmpdir(), 'sluice-audit-'));
const policyText = (): string => readFileSync(payerPolicy(), 'utf8');
const suites = JSON.stringify({ suites: { banking: { tools: [], injection_tasks: {} } } });

describe('policies and suite files may be zipped', () => {
  const runs = written('runs.jsonl', [attacked(), benign()]);
  test.each([
    ['a policy', ['--policy', zipped('policy.yaml.gz', policyText())]],
    ['a policy that lost its ending', ['--policy', zipped('policy.yaml', policyText())]],
    ['a suite file', ['--suite-file', zipped('suites.json.gz', suites)]],
    ['a folder of policies', ['--policies', path.dirname(zipped('banking.yaml.gz', policyText()))]],
  ])('%s', async (_, options) => {
    const ran = await sluice(['audit', runs, ...options, '--json']);
    expect(ran.errors).toBe('');
    expect(ran.code).toBe(0);
    expect(ran.figures()).toMatchObject({ 'audit.runs': 2 });
  });

  test.each([
    ['a policy', (file: string) => ['--policy', file], zipped('policy.yaml.gz', policyText())],
    ['a suite file', (file: string) => ['--suite-file', file], zipped('suites.json.gz', suites)],
  ])('%s that was cut short says so', async (_, options, whole) => {
    const file = cut(whole);
    const ran = await sluice(['audit', runs, ...options(file)]);
    expect(ran.code).toBe(2);
    expect(ran.errors).toContain(
      `\`${file}\` is not a complete gzip file\n  it may be cut off: fetch it`,
    );
  });
});

describe('a mistake in an option is no lack of a policy', () => {
  const runs = written('runs.jsonl', [benign()]);
  const broken = path.dirname(writtenText('banking.yaml', 'version: 1\nlattice: [odd'));
  const empty = folder();
  test.each([
    ['a folder as the policy', ['--policy', empty], 'it is a folder'],
    ['no folder of policies', ['--policies', '/nowhere/at/all'], 'is not a folder'],
    ['a folder without one', ['--policies', empty], 'contains no policy\n  name a folder with'],
    ['a policy that is none', ['--policies', broken], 'banking.yaml'],
    ['a suite file that is none', ['--suite-file', payerPolicy()], 'is not valid JSON'],
    [
      'a suite file of others',
      ['--suite-file', writtenText('s.json', '{"suites": {}}')],
      'contains no suite `banking`',
    ],
    ['an unknown suite', ['--suite', 'bankin'], 'choose one of `banking`'],
    ['an unknown model', ['--model', 'made'], 'choose one of `made-up`'],
    ['an unknown attack', ['--attack', 'direct'], 'leave `--attack` out'],
  ])('%s', async (_, options, message) => {
    const ran = await sluice(['audit', runs, ...options]);
    expect(ran.code).toBe(2);
    expect(ran.out).toBe('');
    expect(ran.errors).toContain(message);
  });
});

describe('a folder with a mix', () => {
  test('each file counts once, whatever links lead to it', async () => {
    const file = written('runs.jsonl', [benign()]);
    const place = path.dirname(file);
    symlinkSync('.', path.join(place, 'again'));
    symlinkSync('runs.jsonl', path.join(place, 'same.jsonl'));
    symlinkSync('/nowhere', path.join(place, 'gone.json'));
    const ran = await sluice(['audit', place, file, '--json']);
    expect(ran.figures()).toMatchObject({ 'audit.runs': 1, 'audit.unreadable': 1 });
    expect(ran.out).toContain('gone.json cannot be opened');
  });

  test('a linked file is read', async () => {
    const place = folder();
    symlinkSync(written('runs.jsonl', [benign()]), path.join(place, 'linked.jsonl'));
    const ran = await sluice(['audit', place, '--json']);
    expect(ran.figures()['audit.runs']).toBe(1);
  });

  test.each([
    ['an empty file', 'runs.jsonl', ''],
    ['blank lines', 'runs.jsonl', '\n\n'],
    ['an empty list', 'runs.json', '[]'],
  ])('%s is named', async (_, name, text) => {
    const ran = await sluice(['audit', writtenText(name, text), '--json']);
    expect(ran.code).toBe(1);
    expect(ran.out).toContain('no run was audited');
    expect(ran.out).toContain(`${name} contains no runs`);
  });

  test.each([
    ['an archive without its ending', zipped('runs.jsonl', JSON.stringify(benign()))],
    ['a folder whose name is that of a file', folderOf('runs.json')],
    ['lines by their other name', writtenText('runs.ndjson', JSON.stringify(benign()))],
  ])('%s is read', async (_, file) => {
    const ran = await sluice(['audit', path.dirname(file), '--json']);
    expect(ran.figures()).toMatchObject({ 'audit.runs': 1, 'audit.unreadable': 0 });
  });
});

function folderOf(name: string): string {
  const inner = path.join(folder(), name);
  mkdirSync(inner);
  writeFileSync(path.join(inner, 'run.json'), JSON.stringify(benign()));
  return inner;
}
