import { expect, test } from 'vitest';
import { readCondition } from '../compile/condition.ts';
import type { Truth } from '../operators/truth.ts';
import { PatternBudget } from '../pattern/pattern-budget.ts';
import type { OperatorsSource } from '../source.ts';
import { proves } from '../../testing/proves.ts';
import { anyLetter, anyText, canMeet } from './glob.ts';
import { fileKinds, type FileKind } from './kinds.ts';
import { kindsOf, readWorkspace } from './workspace.ts';

const groups = new Map([['workspace', ['/home/me/app', '/srv/vendor/lib']]]);

function kinds(path: string, given: ReadonlyMap<string, readonly string[]> = groups): string {
  const workspace = readWorkspace(given);
  if ('kind' in workspace) throw new Error(workspace.message);
  const found = kindsOf(path, workspace);
  return found === undefined ? 'unknown' : fileKinds.filter((kind) => found.has(kind)).join(' ');
}

const known: readonly (readonly [path: string, kinds: string])[] = [
  ['src/a.ts', 'project'],
  ['./src/a.ts', 'project'],
  ['src/x/../a.ts', 'project'],
  ['.', 'project'],
  ['/home/me/app/src/a.ts', 'project'],
  ['/srv/vendor/lib/a.ts', 'project'],
  ['package.json', 'project'],
  ['Makefile', 'project'],
  ['src/credentials.ts', 'project'],
  ['src/readme.ts', 'project'],
  ['index.html', 'project'],
  ['CMakeLists.txt', 'project'],
  ['requirements-dev.txt', 'project'],
  ['dev-requirements.txt', 'project'],
  ['requirements/dev.txt', 'project'],
  ['conanfile.txt', 'project'],
  ['src/authors.cpp', 'project'],
  ['src/license.lua', 'project'],
  ['lib/noticeboard.dart', 'project'],
  ['pages/a.mdx', 'project document'],
  ['CONTEXT.md', 'settings'],
  ['CODEX.md', 'settings'],
  ['.forgejo/workflows/a.yml', 'settings'],
  ['.githooks/pre-commit', 'settings'],
  ['buildspec.yml', 'settings'],
  ['README', 'document'],
  ['README.md', 'document'],
  ['docs/a.rst', 'document'],
  ['LICENSE', 'document'],
  ['notes.txt', 'document'],
  ['node_modules/x/index.js', 'dependency'],
  ['sub/node_modules/x/README.md', 'dependency'],
  ['vendor/a.php', 'dependency'],
  ['.venv/lib/a.py', 'dependency'],
  ['.github/workflows/a.yml', 'settings'],
  ['.git/hooks/pre-commit', 'settings'],
  ['sub/.git/x', 'settings'],
  ['HEAD', 'settings'],
  ['AGENTS.md', 'settings'],
  ['sub/CLAUDE.md', 'settings'],
  ['CLAUDE.local.md', 'settings'],
  ['GEMINI.md', 'settings'],
  ['QWEN.md', 'settings'],
  ['.claude/settings.json', 'settings'],
  ['.codex/config.toml', 'settings'],
  ['.continue/config.yaml', 'settings'],
  ['.cursor/rules/a.mdc', 'settings'],
  ['.opencode/a.md', 'settings'],
  ['opencode.jsonc', 'settings'],
  ['.mcp.json', 'settings'],
  ['.vscode/settings.json', 'settings'],
  ['.envrc', 'settings'],
  ['.husky/pre-commit', 'settings'],
  ['.pre-commit-config.yaml', 'settings'],
  ['sluice.yaml', 'settings'],
  ['gateway.yaml', 'settings'],
  ['.env', 'secret'],
  ['.env.production', 'secret'],
  ['sub/.env', 'secret'],
  ['certs/server.pem', 'secret'],
  ['id_rsa', 'secret'],
  ['id_ed25519.pub', 'secret'],
  ['.netrc', 'settings secret'],
  ['.npmrc', 'settings secret'],
  ['.git/config', 'settings secret'],
  ['.sluice/keys', 'settings secret'],
  ['node_modules/x/.env', 'secret dependency'],
  ['/etc/hosts', 'outside'],
  ['/home/me/app2/a.ts', 'outside'],
  ['/home/me', 'outside'],
  ['/home/me/.ssh/id_rsa', 'settings secret outside'],
  ['/home/me/.bashrc', 'settings outside'],
  ['/home/me/app/../x/.env', 'secret outside'],
];

test.each(known)('%s is %s', (path, wanted) => {
  expect(kinds(path)).toBe(wanted);
});

/** Whatever the case and the width. */
const folded: readonly (readonly [path: string, kinds: string])[] = [
  ['.GITHUB/workflows/a.yml', 'settings'],
  ['.Git/hooks/x', 'settings'],
  ['agents.MD', 'settings'],
  ['head', 'settings'],
  ['.ENV', 'secret'],
  ['Node_Modules/x.js', 'dependency'],
  ['ＡGENTS.md', 'settings'],
  ['.gıt/x', 'project'],
  ['.ｅｎｖ', 'secret'],
  ['readme.MD', 'document'],
];

const unclear = [
  '../a.ts',
  '~/a.ts',
  '',
  'a//b',
  'src/$HOME/a',
  'src/*',
  'a;b',
  'a,b',
  '.env.',
  '.env ',
  'src/a:stream',
  'file:///etc/hosts',
  'https://a.example/',
  '/HOME/me/app/a.ts',
  String.raw`src\..\..\a`,
  'a\0b',
  'a\nb',
  'GIT~1/x',
];

proves('policy/file-kinds', () => {
  expect(folded.map(([path]) => [path, kinds(path)])).toEqual(folded);
  expect(unclear.filter((path) => kinds(path) !== 'unknown')).toEqual([]);
});

function truthOf(source: OperatorsSource, value: unknown): Truth {
  const read = readCondition(source, groups);
  if (read.kind === 'mistake') throw new Error(read.message);
  return read.holds([value], new PatternBudget());
}

test.each<[FileKind[], unknown, Truth]>([
  [['project'], 'src/a.ts', 'true'],
  [['project'], '.env', 'false'],
  [['settings'], '.npmrc', 'false'],
  [['settings', 'secret'], '.npmrc', 'true'],
  [['project'], '../a.ts', 'unknown'],
  [['project'], ['a.ts', 'b.ts'], 'true'],
  [['project'], ['a.ts', '.env'], 'unknown'],
  [['project'], [], 'unknown'],
  [['project'], 7, 'unknown'],
])('file: %j of %j is %s', (wanted, value, truth) => {
  expect(truthOf({ file: wanted }, value)).toBe(truth);
});

test('without the group, absolute paths lie elsewhere', () => {
  expect(kinds('/home/me/app/a.ts', new Map())).toBe('outside');
  expect(kinds('a.ts', new Map())).toBe('project');
  expect(kinds('a.ts', new Map([['workspace', []]]))).toBe('project');
});

test.each(['app', '~', '/srv/*', ''])('%j is no folder of a workspace', (folder) => {
  const read = readCondition({ file: ['project'] }, new Map([['workspace', [folder]]]));
  expect(read).toMatchObject({ kind: 'mistake', hint: expect.stringContaining('/home/me/app') });
});

test.each([
  ['a', 'a', true],
  ['a', 'b', false],
  [`${anyText}.pem`, 'a.pem', true],
  [`${anyText}.pem`, anyText, true],
  [`a${anyText}`, `${anyText}b`, true],
  [`a${anyText}`, `b${anyText}`, false],
  [`${anyLetter}b`, 'ab', true],
  [anyLetter, 'ab', false],
  [anyLetter, '', false],
  [anyText, '', true],
  ['.env', anyText, false],
  ['.env', `.${anyText}`, true],
  ['.env', `.e${anyLetter}v`, true],
  [`.env.${anyText}`, `.e${anyText}`, true],
])('%j and %j can meet: %s', (one, other, wanted) => {
  expect(canMeet(one, other)).toBe(wanted);
  expect(canMeet(other, one)).toBe(wanted);
});
