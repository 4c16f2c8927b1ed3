import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { proves } from '../packages/core/src/testing/proves.ts';
import { isTest, moduleOf, readModules, readText, root } from './support/modules.ts';
import {
  breaksBudgets,
  breaksGlossary,
  breaksInstall,
  breaksLayers,
  breaksMainEntry,
  breaksPackages,
  breaksPeers,
  dependsOnResearch,
  packages,
  workspaceOf,
  type Locked,
} from './support/rules.ts';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const modules = readModules(
  'packages/*/src/**/*.{ts,tsx}',
  'packages/*/fuzz/**/*.ts',
  'research/src/**/*.ts',
  'site/src/**/*.ts',
  'site/playground/src/**/*.{ts,tsx}',
);
const sources = modules.filter((module) => !isTest(module) && !module.file.includes('/fuzz/'));
const dependencies = Object.keys(manifest('core').dependencies ?? {});
const peers = Object.keys(manifest('core').peerDependencies ?? {});

test('the rules see the sources', () => {
  expect(sources.length).toBeGreaterThan(20);
  expect(peers).toContain('ai');
});

describe('a folder of the core imports only from earlier layers', () => {
  test('in this tree', () => expect(breaksLayers(modules)).toEqual([]));
  test.each([
    ['label/a.ts', '../monitor/monitor.ts'],
    ['policy/a.ts', '../redact/redact.ts'],
    ['spec/a.ts', '../redact/redact.ts'],
    ['monitor/a.ts', '../spec/spec.ts'],
    ['label/dimension/a.ts', '../../index.ts'],
  ])('%s that imports %s is named', (file, from) => {
    const bad = core(file, `import type { X } from '${from}';`);
    expect(breaksLayers([bad])).toEqual([`packages/core/src/${file} imports ${from}`]);
  });
  test.each([
    ['monitor/a.ts', '../redact/redact.ts'],
    ['label/a.ts', '../errors.ts'],
    ['label/a.test.ts', '../monitor/monitor.ts'],
  ])('%s may import %s', (file, from) => {
    expect(breaksLayers([core(file, `import { x } from '${from}';`)])).toEqual([]);
  });
});

describe('a package imports only what it may', () => {
  test('in this tree', () => expect(breaksPackages(sources, declared)).toEqual([]));
  test.each([
    ['core/src/a.ts', 'node:fs'],
    ['core/src/a.ts', '@sluice/cli'],
    ['core/src/a.ts', 'left-pad'],
    ['core/src/a.ts', '../../cli/src/main.ts'],
    ['cli/src/a.ts', '../../core/src/index.ts'],
    ['cli/src/a.ts', '@sluice/research/plugin'],
  ])('%s that imports %s is named', (file, from) => {
    const bad = moduleOf(`packages/${file}`, `export const load = () => import('${from}');`);
    expect(breaksPackages([bad], declared)).toEqual([`packages/${file} imports ${from}`]);
  });
  test.each(['core', 'console', 'mcp', 'gateway', 'local', 'cli'])(
    '%s is published without research',
    (name) => {
      expect(dependsOnResearch(manifest(name))).toBe(false);
      expect(dependsOnResearch({ peerDependencies: { '@sluice/research': '1' } })).toBe(true);
    },
  );
  test('a path that only the program knows is named', () => {
    const bad = moduleOf('packages/cli/src/a.ts', 'export const load = (at) => import(at);');
    expect(breaksPackages([bad], declared)).toEqual([
      'packages/cli/src/a.ts imports a computed path',
    ]);
  });
  test('the rule knows every package', () => {
    const names = new Set(modules.map(({ file }) => path.basename(workspaceOf(file))));
    expect([...names].filter((name) => !Object.hasOwn(packages, name))).toEqual([]);
  });
});

describe('an optional peer is imported only by models and adapters', () => {
  test('in this tree', () => expect(breaksPeers(modules, peers)).toEqual([]));
  test('a monitor that imports one is named', () => {
    const bad = core('monitor/a.ts', "import { tool } from 'ai';");
    expect(breaksPeers([bad], peers)).toEqual(['packages/core/src/monitor/a.ts imports ai']);
  });
});

describe('the main entry of the core loads neither Node nor a peer', () => {
  proves('house/peers-are-optional', () => {
    expect(breaksMainEntry(modules, dependencies)).toEqual([]);
  });
  test.each(['node:crypto', 'openai'])('a file it reaches that imports %s is named', (from) => {
    const index = core('index.ts', "export { x } from './label/x.ts';");
    const bad = core('label/x.ts', `import { x } from '${from}'; export { x };`);
    expect(breaksMainEntry([index, bad], dependencies)).toEqual([
      `packages/core/src/label/x.ts imports ${from}`,
    ]);
    expect(breaksMainEntry([core('index.ts', ''), bad], dependencies)).toEqual([]);
  });
  proves('house/no-node', () => {
    const entry = pathToFileURL(path.join(root, 'packages/core/src/index.ts')).href;
    const script = `
      for (const name of ['process', 'Buffer', 'global', 'require', 'setImmediate'])
        delete globalThis[name];
      const { Monitor } = await import('${entry}');
      console.log(typeof Monitor);`;
    const args = ['--conditions=@sluice/source', '--input-type=module', '--eval', script];
    expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toBe('function\n');
  });
});

describe('the core has at most seven dependencies, none with an install script', () => {
  const locked: Record<string, Locked> = json('package-lock.json').packages;
  proves('house/few-dependencies', () => {
    expect(breaksInstall(dependencies, locked)).toEqual([]);
  });
  test('one deep in the lock is named', () => {
    const bad = {
      'node_modules/a': { dependencies: { b: '1' } },
      'node_modules/b': { hasInstallScript: true },
    };
    expect(breaksInstall(['a'], bad)).toEqual(['b']);
    expect(breaksInstall(['a', 'c', 'd', 'e', 'f', 'g', 'h', 'i'], {})).toEqual([
      'core has 8 dependencies',
    ]);
  });
});

describe('budgets', () => {
  test('in this tree', () => expect(breaksBudgets(modules)).toEqual([]));
  test('a long file and a long line are named', () => {
    const long = core('label/a.ts', `// ${'x'.repeat(100)}\n${'\n'.repeat(300)}export {};`);
    expect(breaksBudgets([long])).toEqual([
      'packages/core/src/label/a.ts has 302 lines',
      'packages/core/src/label/a.ts:1 is longer than 100',
    ]);
  });
});

test('a string may be longer than a line', () => {
  expect(breaksBudgets([core('label/a.ts', `export const a = '${'x'.repeat(100)}';`)])).toEqual([]);
});

describe('words', () => {
  test('in this tree', () => expect(breaksGlossary(sources)).toEqual([]));
  test('a synonym is named', () => {
    expect(breaksGlossary([{ file: 'a.ts', text: 'const isTainted = true;' }])).toHaveLength(1);
    expect(breaksGlossary([{ file: 'a.ts', text: '/** How tainted it is. */' }])).toHaveLength(1);
  });
});

test.each(Object.keys(json('tools/oxlint/doors.json')))(
  '%s is a door: it opens labelled text',
  (file) => {
    const module = sources.find((source) => source.file === file);
    expect(module?.text).toMatch(/\breveal(?:Opaque)?\b/);
  },
);

function core(file: string, text: string): ReturnType<typeof moduleOf> {
  return moduleOf(`packages/core/src/${file}`, text);
}

function declared(name: string): readonly string[] {
  const { dependencies: own = {}, peerDependencies = {}, devDependencies = {} } = manifest(name);
  // These are built before they are published, with all that they import.
  const built = ['console', 'site'].includes(name) ? devDependencies : {};
  return [own, peerDependencies, built].flatMap((each) => Object.keys(each));
}

function manifest(name: string): Manifest {
  return json(`${['research', 'site'].includes(name) ? name : `packages/${name}`}/package.json`);
}

// oxlint-disable-next-line typescript/no-explicit-any -- manifests are ours, and this is a test
function json(file: string): any {
  return JSON.parse(readText(file));
}
