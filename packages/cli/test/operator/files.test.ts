import path from 'node:path';
import { expect, test } from 'vitest';
import { coding, type Coding } from '../../../gateway/test/files/agent.ts';
import { operatorOf } from './agent.ts';
import { operate } from './test-context.ts';

/** A project into which a person has let a stranger's text. */
async function strangers(): Promise<{ project: Coding; ran: typeof operate }> {
  const project = await coding();
  const session = project.session();
  await session.reads();
  await session.make('write', { path: 'src/a.ts', content: 'export const a = 3;\n' });
  await session.make('write', { path: 'src/b.ts', content: 'export const b = 3;\n' });
  const key = await operatorOf(project.rig);
  const url = ['--url', project.rig.gateway().url];
  return { project, ran: (argv, more) => operate([...argv, ...url], { key, ...more }) };
}

const because = ['--because', 'I read it'];

test('a person finds what calls have left at files, and endorses one of them', async () => {
  const { project, ran } = await strangers();
  await using _ = project;
  const [a, b] = ['src/a.ts', 'src/b.ts'].map((name) => path.join(project.folder, name));
  const list = await ran(['files', 'list']);
  expect([list.code, list.errors]).toEqual([0, '']);
  expect(list.out).toContain(`${a}  untrusted  written`);
  expect(list.out).toContain(`${b}  untrusted  written`);
  const [line = '{}'] = (await ran(['files', 'list', '--json'])).out.split('\n');
  expect(JSON.parse(line)).toMatchObject({ path: a, label: 'untrusted', content: 'as recorded' });
  const explained = await ran(['files', 'explain', a ?? '']);
  expect(explained.out).toContain('A call named the file and wrote it.');
  expect(explained.out).toContain('sluice why call_');
  const hash = /hash ([\da-f]{64})/.exec(explained.out)?.[1] ?? '';

  const no = await ran(['files', 'endorse', a ?? '', ...because], { keys: ['n'] });
  expect([no.code, no.out.includes('Nothing was changed.')]).toEqual([1, true]);
  // Somebody changes it after it was read.
  project.file('src/a.ts', 'export const a = 4;\n');
  const yes = ['files', 'endorse', a ?? '', ...because, '--yes', '--hash'];
  const late = await ran([...yes, hash]);
  expect([late.code, late.errors.includes('sluice files explain PATH')]).toEqual([2, true]);
  const endorsed = await ran(['files', 'endorse', a ?? '', ...because], { keys: ['y'] });
  expect(endorsed.errors).toBe('');
  expect(endorsed.out).toContain('Endorsed.');
  expect((await ran(['files', 'list'])).out).not.toContain(a);
  expect((await ran(['files', 'list'])).out).toContain(b);
  expect((await ran(['events'])).out).toContain('act endorse-file  by ann  because "I read it"');
});

test('mistakes say what to type', async () => {
  const { project, ran } = await strangers();
  await using _ = project;
  const missing = await ran(['files', 'endorse', '/no/such.ts', ...because], { keys: ['y'] });
  expect([missing.code, missing.errors]).toEqual([
    2,
    expect.stringContaining('type `sluice files list`'),
  ]);
  const blind = await ran(['files', 'endorse', 'src/a.ts', ...because, '--yes']);
  expect(blind.errors).toContain('`sluice files explain PATH`');
  const none = await ran(['files', 'explain', '/no/such.ts']);
  expect([none.code, none.out.includes('sluice files list')]).toEqual([0, true]);
  await project.session().reads();
  // What covers the whole folder is endorsed as the folder.
  const session = project.session();
  await session.reads();
  const given = await session.give('bash', { command: 'make' });
  await project.rig.restart();
  await given.done('made');
  const key = await operatorOf(project.rig, { tenant: 'acme' });
  const url = ['--url', project.rig.gateway().url];
  const inside = path.join(project.folder, 'src/c.ts');
  const covered = await operate(['files', 'endorse', inside, ...because, ...url], {
    key,
    keys: ['y'],
  });
  expect(covered.errors).toContain(`sluice files endorse ${project.folder} --because`);
  const whole = ['files', 'endorse', project.folder, ...because, ...url];
  expect((await operate(whole, { key, keys: ['y'] })).out).toContain('Endorsed.');
});
