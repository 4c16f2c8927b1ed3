import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readText, root } from './support/modules.ts';

const bad: Readonly<Record<string, string>> = {
  'sluice(no-ambient-in-core)': 'export const now = (): number => Date.now();',
  'eslint(no-restricted-imports)': "import fs from 'node:fs'; export const f = fs;",
  'eslint(no-console)': 'console.log(1);',
  'sluice(no-export-all)': "export * from './other.ts';",
  'sluice(reveal-only-at-doors)': "import { reveal as r } from './other.ts'; export const f = r;",
  'sluice(disable-with-reason)': '// oxlint-disable-next-line no-console\nconsole.log(1);',
  'import(no-default-export)': 'export default 1;',
  'typescript(no-explicit-any)': 'export const x: any = 1;',
  'typescript(no-non-null-assertion)': 'export const f = (x?: string): string => x!;',
  'typescript(method-signature-style)': 'export interface Port { run(): void }',
  'eslint(max-params)': 'export const f = (a: 1, b: 2, c: 3, d: 4): unknown => [a, b, c, d];',
  'eslint(max-lines)': '// line\n'.repeat(301),
  'eslint(max-lines-per-function)': `export function f(): void {${'void 0;\n'.repeat(51)}}`,
  'typescript(no-floating-promises)': 'Promise.resolve(1);',
  'typescript(switch-exhaustiveness-check)':
    "export const f = (x: 'a' | 'b'): void => { switch (x) { case 'a': return; } };",
  'typescript(restrict-template-expressions)': 'export const f = (x: object): string => `${x}`;',
  'typescript(no-unsafe-return)': "export const f = (): string => JSON.parse('1');",
};

/** A house with the same rules and one file, so that the real one stays clean. */
const house = mkdtempSync(path.join(tmpdir(), 'sluice-lint-'));
const source = path.join(house, 'packages/core/src');
mkdirSync(source, { recursive: true });
symlinkSync(path.join(root, 'tools'), path.join(house, 'tools'));
symlinkSync(path.join(root, 'node_modules'), path.join(house, 'node_modules'));
writeFileSync(path.join(house, '.oxlintrc.json'), readText('.oxlintrc.json'));
writeFileSync(path.join(house, 'tsconfig.json'), '{"compilerOptions": {"strict": true}}');
writeFileSync(path.join(source, 'good.ts'), 'export const good = 1;\n');
for (const [index, text] of Object.values(bad).entries())
  writeFileSync(path.join(source, `bad-${index}.ts`), text);
afterAll(() => rmSync(house, { recursive: true }));

const found = lint();

test.each(Object.keys(bad).map((rule, index) => [rule, `bad-${index}.ts`]))(
  '%s bites',
  (rule, file) => {
    expect(
      found.filter(({ filename }) => filename.endsWith(file)).map(({ code }) => code),
    ).toContain(rule);
  },
);

test('and a good file passes', () => {
  expect(found.filter(({ filename }) => filename.endsWith('good.ts'))).toEqual([]);
});

interface Diagnostic {
  readonly filename: string;
  readonly code: string;
}

function lint(): readonly Diagnostic[] {
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const args = [oxlint, '--type-aware', '-f', 'json', 'packages'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: house, encoding: 'utf8' });
  return (JSON.parse(stdout) as { diagnostics: readonly Diagnostic[] }).diagnostics;
}
