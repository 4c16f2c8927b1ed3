import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const cli = path.join(import.meta.dirname, '..');
const source = ['--conditions=@sluice/source', path.join(cli, 'src/main.ts')];

describe('a reader that has seen enough', () => {
  test.each([
    ['the demo', ['demo']],
    ['a help page', ['demo', '--help']],
  ])('ends %s without a word', async (_, argv) => {
    const child = spawn(process.execPath, [...source, ...argv]);
    let errors = '';
    child.stderr.on('data', (data: Buffer) => (errors += data.toString()));
    child.stdout.destroy();
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect(errors).toBe('');
    expect(code).toBe(141);
  });
});

describe('the command of a clone, on a Node that is too old for its sources', () => {
  test.each([
    ['linux', 'x64', 'type in its root folder: npm ci'],
    ['darwin', 'arm64', 'Node 22.18 or later on darwin-arm64, this is Node 20.20.2'],
  ])('on %s-%s', (platform, arch, says) => {
    const clone = mkdtempSync(path.join(tmpdir(), 'sluice-clone-'));
    for (const name of ['bin', 'src']) mkdirSync(path.join(clone, name));
    copyFileSync(path.join(cli, 'bin/sluice.mjs'), path.join(clone, 'bin/sluice.mjs'));
    writeFileSync(path.join(clone, 'src/main.ts'), '');
    const set = (key: string, value: string): string =>
      `Object.defineProperty(process, '${key}', { value: ${value} });`;
    const pretend =
      set('versions', "{ ...process.versions, node: '20.20.2' }") +
      set('platform', `'${platform}'`) +
      set('arch', `'${arch}'`);
    const flags = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`];
    const bin = path.join(clone, 'bin/sluice.mjs');
    const ran = spawnSync(process.execPath, [...flags, bin], { encoding: 'utf8' });
    expect([ran.status, ran.stdout]).toEqual([1, '']);
    expect(ran.stderr).toContain(says);
    rmSync(clone, { recursive: true });
  });
});

describe('the published command', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sluice-'));
    for (const name of ['bin', 'dist']) mkdirSync(path.join(folder, name));
    copyFileSync(path.join(cli, 'bin/sluice.mjs'), path.join(folder, 'bin/sluice.mjs'));
    writeFileSync(path.join(folder, 'dist/main.js'), "console.log('ran');\n");
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs it on a Node that says it has this version. */
  function runOn(version: string) {
    const versions = `{ ...process.versions, node: '${version}' }`;
    const pretend = `Object.defineProperty(process, 'versions', { value: ${versions} });`;
    const flags = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`];
    const bin = path.join(folder, 'bin/sluice.mjs');
    return spawnSync(process.execPath, [...flags, bin], { encoding: 'utf8' });
  }

  test.each(['18.20.0', '20.20.2', '22.18.0'])('on Node %s says what to install', (version) => {
    const ran = runOn(version);
    expect(ran.status).toBe(1);
    expect(ran.stdout).toBe('');
    expect(ran.stderr).toMatch(
      new RegExp(`^sluice: .* Node 22\\.19 .* ${version}\n  install .*\n$`),
    );
  });

  test.each(['22.19.0', '24.0.0'])('runs on Node %s', (version) => {
    expect(runOn(version).stdout).toBe('ran\n');
  });

  test('asks for the Node that the package asks for', () => {
    const { engines } = JSON.parse(readFileSync(path.join(cli, 'package.json'), 'utf8')) as {
      readonly engines: { readonly node: string };
    };
    expect(engines.node).toBe('>=22.19');
  });
});
