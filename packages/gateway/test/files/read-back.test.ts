import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { coding, codingPolicy, type Coding } from './agent.ts';

/** The labels at which these files read in a conversation that knows nothing else. */
async function labels(project: Coding, ...files: readonly string[]): Promise<readonly string[]> {
  const read: string[] = [];
  for (const file of files) {
    const { result } = await project.session().make('read', { path: file });
    read.push(result ?? '');
  }
  return read;
}

/** A person lets a stranger's text into this file. */
async function strangers(project: Coding, file: string): Promise<void> {
  const session = project.session();
  await session.reads();
  const { decided } = await session.make('write', { path: file, content: 'export const a = 3;\n' });
  expect(decided).toBe('untrusted: ask');
}

proves('files/read-back', async () => {
  await using project = await coding();
  expect(await labels(project, 'src/a.ts')).toEqual(['project']);
  await strangers(project, 'src/a.ts');
  expect(await labels(project, 'src/a.ts', 'src/b.ts', 'src')).toEqual([
    'untrusted',
    'project',
    'untrusted',
  ]);
  await project.rig.restart();
  const whole = path.join(project.folder, 'src/a.ts');
  expect(await labels(project, 'src/a.ts', whole, './src/../src/a.ts')).toEqual(
    Array.from({ length: 3 }, () => 'untrusted'),
  );
  // Another tenant's conversations are not concerned.
  const other = project.session(await project.rig.addKey('globex'));
  expect((await other.make('read', { path: 'src/a.ts' })).result).toBe('project');
  // A call with a lower label lowers nothing.
  const trusted = project.session();
  const written = await trusted.make('write', { path: 'src/a.ts', content: '' });
  expect(written.decided).toBe('trusted: allow');
  expect(await labels(project, 'src/a.ts')).toEqual(['untrusted']);
});

proves('files/ordinary-work', async () => {
  await using project = await coding();
  const session = project.session();
  await session.make('read', { path: 'src/a.ts' });
  await session.make('write', { path: 'src/a.ts', content: 'export const a = 4;\n' });
  await session.make('bash', { command: 'echo >> src/b.ts' });
  const { files } = project.rig.gateway().store;
  expect(await files.list('acme')).toEqual([]);
  // It reads as a stranger's by the policy itself.
  await session.reads();
  await session.make('write', { path: 'NOTES.md', content: 'x' });
  expect(await files.list('acme')).toEqual([]);
});

test('a file has the label of its content by whatever name it is read', async () => {
  await using project = await coding();
  mkdirSync(path.join(project.folder, 'lib'));
  symlinkSync('../src/a.ts', path.join(project.folder, 'lib/link.ts'));
  symlinkSync('new.ts', path.join(project.folder, 'lib/dangling.ts'));
  await strangers(project, 'lib/link.ts');
  await strangers(project, 'lib/dangling.ts');
  const read = await labels(project, 'src/a.ts', 'lib/link.ts', 'lib/new.ts', 'SRC/../src/b.ts');
  expect(read).toEqual(['untrusted', 'untrusted', 'untrusted', 'project']);
  linkSync(path.join(project.folder, 'src/b.ts'), path.join(project.folder, 'lib/b.ts'));
  await strangers(project, 'lib/b.ts');
  // Its other name is not known, so it is all of the workspace.
  expect(await labels(project, 'src/b.ts')).toEqual(['untrusted']);
});

test('what names no one file is read back wherever it may lie', async () => {
  await using project = await coding((folders) => codingPolicy(folders));
  const session = project.session();
  await session.reads();
  const given = await session.give('write', { path: 'src/[id].ts', content: 'x' });
  project.file('src/[id].ts', 'x');
  await given.done('done');
  const { files } = project.rig.gateway().store;
  expect((await files.list('acme')).map((each) => [each.path, each.cause])).toEqual([
    [path.join(project.folder, 'src/[id].ts'), 'changed'],
  ]);
  expect(await labels(project, 'src/[id].ts', 'src/a.ts')).toEqual(['untrusted', 'project']);
});
