import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  answersOf,
  codeOf,
  codesOf,
  outcomesOf,
  readsOutcomes,
} from '../../src/command/code-of.ts';

const root = path.join(import.meta.dirname, '../../..');
const bench = path.join(root, 'research/src');

/** The code of a suite, as if sources whose path holds `part` were written so. */
function codeWith(suite: string, part: string, edit: (text: string) => string): Promise<string> {
  return codeOf(suite, (file) => {
    const text = readFileSync(file, 'utf8');
    return file.slice(root.length).includes(part) ? edit(text) : text;
  });
}

const commented = (text: string): string => `// Another comment.\n\n${text}`;
const acting = (text: string): string => `${text}\nglobalThis.acted = true;\n`;

test('comments change no code', async () => {
  expect(await codeWith('labels', '/', commented)).toBe(await codeOf('labels'));
});

test.each([
  ['labels', '/packages/core/src/', true],
  ['labels', '/packages/local/src/labels/', true],
  ['labels', '/research/src/labels/', true],
  ['labels', '/packages/gateway/', false],
  ['labels', '/research/src/privacy/', false],
  ['labels', '/research/src/report/chart/', false],
  ['agentdojo', '/packages/gateway/', true],
  ['agentdojo', '/packages/gateway/src/mcp/', false],
  ['agentdojo', '/research/src/reader/', true],
  ['attacks', '/packages/cli/src/demo/', true],
  ['attacks', '/research/src/command/demo/', true],
  ['agentsec', '/packages/gateway/src/server/', false],
  // Its validator is the gateway's.
  ['agentsec', '/packages/gateway/src/settings/skeleton.ts', true],
  ['privacy', '/research/src/agentsec/', false],
  ['searches', '/research/src/command/searches/', true],
  ['searches', '/packages/gateway/', false],
])('%s changes with %s: %s', async (suite, part, changes) => {
  expect((await codeWith(suite, part, acting)) !== (await codeOf(suite))).toBe(changes);
});

test('data and the values of options that are not given count', async () => {
  const code = await codeOf('agentsec');
  expect(code).toMatch(/^[0-9a-f]{64}$/);
  const values = '/research/src/command/agentsec/suite.ts';
  expect(await codeWith('agentsec', values, commented)).toBe(code);
  const names = [
    'attacks',
    'agentsec',
    'labels',
    'privacy',
    'screener',
    'screeners',
    'searches',
    'agentdojo',
  ];
  const all = await Promise.all(names.map((name) => codeOf(name)));
  expect(new Set(all).size).toBe(names.length);
});

test('suites of one command have one code, and one that is not known that of all', async () => {
  const of = await codesOf(['labels-kv', 'labels-news', 'harbour']);
  expect(of('labels-kv')).toBe(await codeOf('labels'));
  expect(of('labels-news')).toBe(of('labels-kv'));
  expect(of('harbour')).toMatch(/^[0-9a-f]{64}$/);
  expect(of('harbour')).not.toBe(of('labels-kv'));
});

test('kept outcomes and answers have codes of their own', async () => {
  const codes = [codeOf('privacy'), outcomesOf('privacy'), answersOf(), outcomesOf('attacks')];
  expect(new Set(await Promise.all(codes)).size).toBe(codes.length);
});

const sources = readdirSync(bench, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing/.test(file))
  .map((file) => path.join(bench, file));

/** Folders that keep no outcome by this hash. A task, and a command, ends with its figures. */
const keepNone: ReadonlySet<string> = new Set(['agentsec', 'command', 'labels', 'screener']);

// Else a change there could change outcomes that a ledger goes on to use.
test('nothing that makes outcomes imports what reads them, prices aside', () => {
  const makers = sources.filter((file) => {
    const [folder = ''] = path.relative(bench, file).split(path.sep);
    return !keepNone.has(folder) && !file.endsWith('choosing-task.ts') && !readsOutcomes(file);
  });
  const wrong = makers.flatMap((file) =>
    importsOf(file)
      .map((from) => path.join(path.dirname(file), from))
      .filter(readsOutcomes)
      .map((target) => `${path.relative(bench, file)} imports ${path.relative(bench, target)}`),
  );
  expect(makers).toContain(path.join(bench, 'sweep', 'sweep.ts'));
  expect(makers).toContain(path.join(bench, 'privacy', 'run', 'privacy-bench.ts'));
  expect(wrong).toEqual([
    `${path.join('sweep', 'budget.ts')} imports ${path.join('measure', 'price-list.ts')}`,
  ]);
});

// A bundle keeps no file that is imported for what loading it does.
test('no source is imported without a name', () => {
  const bare = ['packages/core', 'packages/gateway', 'packages/local', 'packages/cli', 'research']
    .map((folder) => path.join(root, folder, 'src'))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => path.join(folder, file)),
    )
    .filter((file) => /^import '/m.test(readFileSync(file, 'utf8')));
  expect(bare).toEqual([]);
});

/** The relative imports of a file that are no mere types. */
function importsOf(file: string): readonly string[] {
  const found = readFileSync(file, 'utf8').matchAll(/^import (?!type)[^;]*?'(\..*?)';/gm);
  return [...found].map(([, from = '']) => from);
}
