import { chmodSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runDoctor } from '../src/doctor/doctor.ts';
import { agentEnvironment } from '../src/run/agent-environment.ts';
import type { Start } from '../src/run/client.ts';
import { clientOf, clients } from '../src/run/clients.ts';
import { gitFolder } from '../src/run/sandbox/git-folder.ts';
import { findSandbox } from '../src/run/sandbox/sandbox.ts';
import { workspaceAt } from '../src/run/workspace.ts';
import { proves } from '../src/testing/proves.ts';
import { project, ranIn } from './projects.ts';
import { desk, ownModels, providerKey } from './run-agents.ts';
import { keptTerminal } from './terminal.ts';

const access = { url: 'http://127.0.0.1:1', key: 'sk-sluice-client', serves: () => true };

function startIn(home: string, args: readonly string[] = []): Start & { written: string[] } {
  const written: string[] = [];
  const write = (name: string, text: string): string => {
    written.push(text);
    return `/private/${name}`;
  };
  return { ...access, args, env: {}, home, write, written };
}

describe('the settings of a client', () => {
  test.each(clients.map(({ command }) => command))('%s is led to the gateway', (command) => {
    const home = project({ '.continue/config.yaml': ownModels });
    const start = startIn(home);
    const settings = clientOf(`/usr/bin/${command}`)?.settings(start);
    const given = JSON.stringify([settings, start.written]);
    expect(given).toContain(access.url);
    expect(given).toContain(access.key);
    // Other users of the machine see arguments.
    expect(settings?.args?.join(' ') ?? '').not.toContain(access.key);
  });

  test('of several models only those stay that can be guarded', () => {
    const start = startIn(project({ '.continue/config.yaml': ownModels }));
    clientOf('cn')?.settings(start);
    expect(start.written[0]).not.toMatch(/ollama|sk-mine|example\.com/);
  });

  test.each([
    ['claude', '--settings'],
    ['cn', '--config=x'],
  ])('%s: %s would undo them', (command, argument) => {
    const start = startIn(project({ '.continue/config.yaml': ownModels }), [argument]);
    expect(() => clientOf(command)?.settings(start)).toThrow(/`sluice run` sets/);
  });
});

proves('run/no-keys', () => {
  const own = {
    OPENAI_API_KEY: providerKey,
    BACKUP_OF_IT: `x ${providerKey}`,
    ANTHROPIC_API_KEY: 'sk-ant-other',
    ANTHROPIC_AUTH_TOKEN: 'token',
    CLAUDE_CODE_OAUTH_TOKEN: 'token',
    CLAUDE_CODE_USE_BEDROCK: '1',
    SLUICE_OPERATOR_KEY: 'op-sluice-x',
    SLUICE_FOLDER: '/elsewhere',
    OPENAI_BASE_URL: 'https://api.openai.com/v1',
    EDITOR: 'vi',
    SSH_AUTH_SOCK: '/tmp/agent',
    TMPDIR: '/home/ann/tmp',
  };
  const secrets = [providerKey];
  const env = agentEnvironment(own, { given: {}, secrets, isSandboxed: true });
  expect(env).toEqual({
    EDITOR: 'vi',
    TMPDIR: '/tmp',
    NO_PROXY: '127.0.0.1,localhost',
    no_proxy: '127.0.0.1,localhost',
  });
  const { script } = desk({}, { SLUICE_OPERATOR_KEY: 'op-sluice-x', BACKUP: providerKey });
  const { out, code } = script('env', ['--no-sandbox']);
  expect(code).toBe(0);
  expect(out).not.toMatch(/sk-of-the-provider|op-sluice/);
  expect(out).toMatch(/OPENAI_API_KEY=sk-sluice-/);
  expect(out).toMatch(/OPENAI_BASE_URL=http:\/\/127\.0\.0\.1:\d+\/v1/);
});

proves('run/sandbox-said', async () => {
  const { script } = desk();
  const { errors } = script('true', ['--no-sandbox']);
  expect(errors.split('\n')[0]).toMatch(/^! NO SANDBOX.*read the operator's key/);
  const strict = script('echo started', ['--no-sandbox', '--network', 'gateway']);
  expect(strict).toMatchObject({ code: 2, out: '' });
  const none = findSandbox({ PATH: '/nowhere' }, { platform: 'linux' });
  expect(none).toMatchObject({ kind: 'none', because: 'bubblewrap is not installed' });
  expect(findSandbox({}, { platform: 'darwin' })).toMatchObject({ kind: 'none' });
  const { terminal, out } = keptTerminal();
  const folder = project({ 'gateway.yaml': '{}' });
  const world = {
    env: {},
    nowMs: () => 0,
    nodeVersion: process.versions.node,
    uid: 0,
    userName: 'ann',
    sandbox: none,
    fetch,
  };
  await runDoctor({ settings: path.join(folder, 'gateway.yaml'), json: true }, { terminal, world });
  expect(out.join('')).toContain('`sluice run` has no sandbox here (bubblewrap is not installed)');
});

describe('what stands in a workspace is no way out of it', () => {
  test('a program of the sandbox’s name there is not run', () => {
    const work = project({ 'node_modules/.bin/bwrap': '#!/bin/sh\ntouch escaped\n' });
    const bin = path.join(work, 'node_modules/.bin');
    chmodSync(path.join(bin, 'bwrap'), 0o755);
    for (const PATH of [bin, 'node_modules/.bin']) {
      const found = findSandbox({ PATH }, { workspace: work, platform: 'linux' });
      expect(found).toMatchObject({ kind: 'none', because: 'bubblewrap is not installed' });
    }
  });

  test('nor is one that a link on the path leads to', () => {
    const work = project({ 'bin/bwrap': '#!/bin/sh\ntouch escaped\n' });
    chmodSync(path.join(work, 'bin/bwrap'), 0o755);
    const links = project();
    symlinkSync(path.join(work, 'bin'), path.join(links, 'folder'));
    symlinkSync(path.join(work, 'bin/bwrap'), path.join(links, 'bwrap'));
    for (const PATH of [links, path.join(links, 'folder')]) {
      const found = findSandbox({ PATH }, { workspace: work, platform: 'linux' });
      expect(found).toMatchObject({ kind: 'none', because: 'bubblewrap is not installed' });
    }
  });

  test('the line that shows the questions runs nothing of it', () => {
    const { work, script } = desk({ 'node_modules/.bin/sluice': '#!/bin/sh\ntouch escaped\n' });
    chmodSync(path.join(work, 'node_modules/.bin/sluice'), 0o755);
    const { errors } = script('true', ['--no-sandbox']);
    const [, line = ''] = /another terminal: (.*)/.exec(errors) ?? [];
    expect(line).toMatch(/^cd ~ && SLUICE_FOLDER=\S+ npx sluice approvals --watch$/);
  });

  test('a worktree’s repository is written to only if it names the worktree', () => {
    const own = project({ 'repo/.git/worktrees/w/gitdir': '', 'w/x': '', 'other/x': '' });
    const at = path.join(own, 'repo/.git/worktrees/w');
    writeFileSync(path.join(at, 'gitdir'), `${own}/w/.git\n`);
    writeFileSync(path.join(own, 'w/.git'), `gitdir: ${at}\n`);
    writeFileSync(path.join(own, 'other/.git'), `gitdir: ${at}\n`);
    expect(gitFolder(path.join(own, 'w'))).toEqual([path.join(own, 'repo/.git')]);
    expect(gitFolder(path.join(own, 'other'))).toEqual([]);
    writeFileSync(path.join(own, 'other/.git'), `gitdir: ${own}\n`);
    expect(gitFolder(path.join(own, 'other'))).toEqual([]);
  });
});

describe('mistakes', () => {
  test('a missing key is named', () => {
    const { errors, code } = ranIn(project(), ['run', '--', 'sh'], { HOME: project() });
    expect(code).toBe(2);
    expect(errors).toContain('export OPENAI_API_KEY=...');
  });

  test('a missing program says what installs it', () => {
    const { errors } = ranIn(project(), ['run', '--', 'codex'], { HOME: project(), PATH: '/bin' });
    expect(errors).toContain('npm install -g @openai/codex');
  });

  test.each<[string, Record<string, string>, string]>([
    ['no home folder', { HOME: '/nonexistent' }, 'there is no home folder `/nonexistent`'],
    ['a home folder that takes nothing', { HOME: 'full' }, '.sluice/run`'],
    ['no temporary folder', { TMPDIR: '/nonexistent' }, 'export TMPDIR=/tmp'],
    ['a file for node', { NODE_OPTIONS: '--require ./pre.cjs' }, "Cannot find module './pre.cjs'"],
  ])('%s is said in one line', (_, given, words) => {
    const env = { HOME: project(), OPENAI_API_KEY: providerKey, ...given };
    // A file stands where its folder would be.
    if (given['HOME'] === 'full') env.HOME = project({ '.sluice': '' });
    const work = project({ 'pre.cjs': '' });
    const argv = ['run', '--no-sandbox', '--', 'sh', '-c', 'echo started'];
    const { code, errors, out } = ranIn(work, argv, env);
    expect([code, out]).toEqual([2, '']);
    expect(errors).toContain(words);
    expect(errors).not.toMatch(/^ {4}at |node:internal/m);
  });

  test('settings of a run that was killed are deleted', () => {
    const TMPDIR = project();
    const { script } = desk({}, { TMPDIR });
    // The shell's parent is `sluice run`.
    expect(script('ls $TMPDIR; kill -9 $PPID', ['--no-sandbox'])).toMatchObject({ code: null });
    expect(readdirSync(TMPDIR)).toEqual([expect.stringMatching(/^sluice-run-/)]);
    expect(script('ls $TMPDIR', ['--no-sandbox']).out.trim().split('\n')).toHaveLength(1);
    expect(readdirSync(TMPDIR)).toEqual([]);
  });

  test('an unknown agent is named', () => {
    expect(desk().script('true', ['--no-sandbox']).errors).toContain('! sh is not known');
  });

  test('a policy that cannot be loaded starts nothing', () => {
    const { script } = desk({ 'bad.yaml': 'version: 1\nnonsense: 1\n' });
    const { errors, code, out } = script('echo started', ['--policy', 'bad.yaml']);
    expect([code, out]).toEqual([2, '']);
    expect(errors).toContain('bad.yaml:2');
  });

  test('a home folder is no workspace', () => {
    const home = project({ 'app/.git/HEAD': '', 'plain/x': '' });
    expect(() => workspaceAt(home, home)).toThrow(/cannot be an agent’s workspace/);
    expect(() => workspaceAt('/', home)).toThrow(/cannot be an agent’s workspace/);
    expect(workspaceAt(path.join(home, 'app/.git'), home)).toBe(path.join(home, 'app'));
    expect(workspaceAt(path.join(home, 'plain'), home)).toBe(path.join(home, 'plain'));
  });
});
