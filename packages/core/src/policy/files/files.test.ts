import { expect, test } from 'vitest';
import { checkPolicy, loadPolicy } from '../load.ts';
import type { PolicyFiles } from './file-use.ts';

const policyText = `
version: 1
lattice: { integrity: { chain: [trusted, project, untrusted] } }
onViolation: ask
answer: { ceiling: top }
groups: { workspace: [/home/me/app] }
tools:
  read:
    effect: read
    description: trusted
    files: { reads: path }
    call: { ceiling: untrusted }
    result:
      format: text
      label: untrusted
      rules:
        - { path: $, args: { path: { under: src } }, label: project }
  edit:
    description: trusted
    files: { writes: path }
    call: { ceiling: project }
    result: { format: text, label: untrusted }
  copy:
    description: trusted
    files: { reads: from, writes: to }
    call: { ceiling: project }
    result: { format: text, label: untrusted }
  say:
    description: trusted
    call: { ceiling: untrusted }
    result: { format: text, label: trusted }
`;

async function filesOf(text: string = policyText): Promise<PolicyFiles> {
  const { files } = await loadPolicy(text);
  if (files === undefined) throw new Error('the policy names no files');
  return files;
}

test('a policy says which arguments name files', async () => {
  const { use, workspace } = await filesOf();
  expect(workspace).toEqual(['/home/me/app']);
  const plain = { runs: false, copies: false };
  expect(use('read', '{"path":"src/a.ts"}')).toEqual({ reads: ['src/a.ts'], writes: [], ...plain });
  // The result of a write may show lines of the file.
  const both = { reads: ['src/a.ts'], writes: ['src/a.ts'] };
  expect(use('edit', '{"path":"src/a.ts"}')).toEqual({ ...both, ...plain });
  const copied = { reads: ['a', 'b'], writes: ['b'], runs: false, copies: true };
  expect(use('copy', '{"from":"a","to":"b"}')).toEqual(copied);
  expect(use('say', '{"path":"src/a.ts"}')).toBeUndefined();
  expect((await loadPolicy(policyText.replaceAll(/ {4}files: .*\n/g, ''))).files).toBeUndefined();
});

test('what names no one file stands for any', async () => {
  const { use } = await filesOf();
  for (const path of ['../x', '~/x', 'a\\b', 'src/*.ts', '$HOME/x', 'a\u0000b', 'ﬁle', '']) {
    expect(use('read', JSON.stringify({ path }))?.reads, path).toBe('any');
    expect(use('edit', JSON.stringify({ path }))?.writes, path).toBe('any');
  }
  expect(use('read', '{}')?.reads).toBe('any');
  expect(use('read', '{"path":7}')?.reads).toBe('any');
  expect(use('read', '{"path":["a","b"]}')?.reads).toEqual(['a', 'b']);
  expect(use('read', '{"path":["a",{}]}')?.reads).toBe('any');
  expect(use('read', 'no JSON')).toMatchObject({ reads: 'any', writes: 'any', runs: true });
});

test('the floor of a file is what the policy by itself gives it', async () => {
  const { floor } = await filesOf();
  expect(floor('src/a.ts').text).toBe('project');
  expect(floor('docs/a.txt').text).toBe('untrusted');
  expect(floor().text).toBe('project');
  // Nobody can tell by which rule it is read.
  expect(floor('src/*.ts').text).toBe('project');
  const other = policyText.replace('{ under: src }', '{ under: src }, mode: { in: [raw] }');
  expect((await filesOf(other)).floor('docs/a.txt').text).toBe('project');
  const unlabelled = policyText
    .replace('onViolation', 'unlabelled: bottom\nonViolation')
    .replace('    result: { format: text, label: untrusted }\n  copy', '  copy');
  expect((await filesOf(unlabelled)).floor('src/a.ts').text).toBe('trusted');
});

test('a search reads all below a path, and its label is no floor of a file', async () => {
  const grep = `  grep:
    effect: read
    description: trusted
    files: { searches: path }
    call: { ceiling: untrusted }
    result: { format: text, label: trusted }
  say:`;
  const { use, floor } = await filesOf(policyText.replace('  say:', grep));
  const plain = { writes: [], runs: false, copies: false };
  expect(use('grep', '{"path":"src","include":"*.ts"}')).toEqual({ reads: ['src'], ...plain });
  expect(use('grep', '{"pattern":"x"}')).toEqual({ reads: 'any', ...plain });
  expect(use('grep', '{"path":"../"}')?.reads).toBe('any');
  expect(floor('docs/a.txt').text).toBe('untrusted');
  expect(floor('src/a.ts').text).toBe('project');
});

test('an argument that cannot name a file is a mistake', async () => {
  const problems = async (text: string): Promise<readonly string[]> =>
    (await checkPolicy(text, { tools }))
      .filter(({ severity }) => severity === 'error')
      .map(({ message }) => message);
  const properties = { from: {}, to: {} };
  const tools = [{ name: 'copy', description: '', parameters: { properties } }];
  expect(await problems(policyText)).toEqual([]);
  const reading = policyText.replace('files: { reads: path }', 'files: { writes: path }');
  expect(await problems(reading)).toEqual(['a call that only reads changes no file']);
  const data = policyText.replace(
    'files: { writes: path }\n    call: { ceiling: project }',
    'files: { writes: path }\n    call: { ceiling: project, data: { path: line } }',
  );
  expect(await problems(data)).toContain('`path` is data, which only says something');
  const two = policyText.replace('files: { reads: path }', 'files: { reads: path, shell: path }');
  expect(await problems(two)).not.toEqual([]);
  const missing = policyText.replace('reads: from', 'reads: form');
  expect(await problems(missing)).toEqual(['`copy` takes no argument `form`']);
  const none = policyText.replace('files: { reads: path }', 'files: {}');
  expect(await problems(none)).not.toEqual([]);
});

const agentText = policyText.replace(
  '  say:',
  `  sh:
    description: trusted
    files: { shell: cmd }
    call: { ceiling: project }
    result:
      format: text
      label: untrusted
      rules:
        - { path: $, args: { cmd: { shell: [read] } }, label: project }
  patch:
    description: trusted
    files: { patch: input }
    call: { ceiling: project }
    result: { format: text, label: untrusted }
  say:`,
);

test('a patch names its files', async () => {
  const { use } = await filesOf(agentText);
  const patch = [
    '*** Begin Patch',
    '*** Add File: src/new.ts',
    '+a',
    '*** Update File: src/a.ts',
    '*** Move to: src/b.ts',
    '@@',
    '-a',
    '+b',
    '*** End Patch',
  ];
  const files = ['src/new.ts', 'src/a.ts', 'src/b.ts'];
  const input = patch.join('\n');
  const expected = { reads: files, writes: files, runs: false, copies: false };
  expect(use('patch', JSON.stringify({ input }))).toEqual(expected);
  expect(use('patch', JSON.stringify({ input: 'no patch' }))?.writes).toBe('any');
  expect(use('patch', '{}')?.writes).toBe('any');
});

test('a command reads the files that it names, or any', async () => {
  const { use, floor } = await filesOf(agentText);
  const of = (cmd: unknown, more: object = {}) => use('sh', JSON.stringify({ cmd, ...more }));
  const reads = (cmd: unknown, more?: object) => of(cmd, more)?.reads;
  expect(of('cat src/a.ts | head -3')).toEqual({
    reads: ['**/src/a.ts'],
    writes: [],
    runs: false,
    copies: false,
  });
  expect(reads('cat /home/me/app/src/a.ts')).toEqual(['**/src/a.ts']);
  expect(reads(['bash', '-lc', 'sed -n 1,3p a.ts'])).toEqual(['**/a.ts']);
  expect(reads('cat src/*.ts b.ts')).toEqual(['**/src', '**/b.ts']);
  expect(reads('grep -rn x src')).toEqual(['**/src']);
  expect(reads('cd src && ls lib')).toEqual(['**/src/lib']);
  expect(reads('echo a > b.ts')).toEqual([]);
  expect(reads('cp a.ts b.ts')).toEqual(['**/a.ts']);
  const some = ['ls', 'cat *', 'grep -rn x .', 'git diff', 'npm test', 'node a.js', 'foo $(x)'];
  for (const cmd of [...some, 'cat ../x', 'cd $x; cat a.ts', 'xargs cat', 'curl x', 7]) {
    expect(reads(cmd), String(cmd)).toBe('any');
  }
  expect(reads('cat a.ts', { workdir: 'src' })).toBe('any');
  const runs = (cmd: string) => [of(cmd)?.runs, of(cmd)?.writes];
  expect(runs('npm test')).toEqual([true, 'any']);
  expect(runs('npm install')).toEqual([true, 'any']);
  expect(runs('eval x')).toEqual([true, 'any']);
  expect(runs('rm a.ts')).toEqual([false, 'any']);
  expect(runs('cat a.ts')).toEqual([false, []]);
  expect(of('cp README.md a.ts')?.copies).toBe(true);
  expect(of('cp b.ts a.ts')?.copies).toBe(false);
  expect(floor('src/a.ts').text).toBe('project');
});
