import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { cliRequirements } from '../packages/cli/src/requirements.ts';
import { consoleTextRequirements } from '../packages/console/src/requirements.ts';
import { gatewayRequirements } from '../packages/gateway/src/requirements.ts';
import { researchRequirements } from '../research/src/requirements.ts';
import { localRequirements } from '../packages/local/src/requirements.ts';
import { requirements as coreRequirements } from '../packages/core/src/requirements.ts';
import { someResult } from '../research/test/report/some-result.ts';
import { keptResults, likeShown, quotedFrom } from '../scripts/kept.ts';
import {
  clientsPage,
  demoFigures,
  demoPicture,
  filesLinked,
  idsQuoted,
  refresh,
  sample,
  scriptsQuoted,
} from '../scripts/pages.ts';
import { readText, root } from './support/modules.ts';

const requirements = {
  ...cliRequirements,
  ...coreRequirements,
  ...consoleTextRequirements,
  ...gatewayRequirements,
  ...localRequirements,
  ...researchRequirements,
};

const pages = globSync('{*,docs/*}.md', { cwd: root });
const quoted = { requirements, readText, figures: demoFigures, kept: keptResults(root) };

test('the pages are there', () => {
  for (const page of ['concepts', 'policy', 'threat-model', 'guarantees', 'results'])
    expect(pages).toContain(path.join('docs', `${page}.md`));
  expect(pages).toContain('README.md');
});

describe.each(pages)('%s', (page) => {
  const text = readText(page);
  test('quotes what the sources say today (else: npm run docs)', () => {
    expect(text).toBe(refresh(text, quoted));
  });
  test('names only promises that exist', () => {
    expect(idsQuoted(text).filter((id) => !Object.hasOwn(requirements, id))).toEqual([]);
  });
  test('links only to files that exist', () => {
    const folder = path.join(root, path.dirname(page));
    expect(filesLinked(text).filter((file) => !existsSync(path.join(folder, file)))).toEqual([]);
  });
  test('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readText('package.json')) as { scripts: object };
    expect(scriptsQuoted(text).filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
  test('shows no code that is not tested', () => {
    const outside = text.replaceAll(/<!-- sample[^]*?<!-- \/sample -->/g, '');
    expect(outside).not.toMatch(/^```(?:ts|js|typescript)$/m);
  });
});

test('a stale block, a made-up promise and a dead link are found', () => {
  const stale = '<!-- promises -->\nold\n<!-- /promises -->\n';
  const other = {
    requirements: { 'a/b': 'It holds.' },
    readText,
    figures: () => ({ x: 2 }),
    kept: quoted.kept,
  };
  expect(refresh(stale, other)).toContain('- <a id="a--b"></a>`a/b`: It holds.');
  const link = '<sup>[✓](guarantees.md#a--b)</sup>';
  expect(refresh('It holds [a/b].', other)).toBe(`It holds${link}.`);
  expect(idsQuoted(`It holds${link}.`)).toEqual(['a/b']);
  const figures = '<!-- figures: demo -->\n- `x`: 1\n<!-- /figures -->\n';
  expect(refresh(figures, other)).toContain('- `x`: 2\n');
  expect(idsQuoted('It holds [no/such-promise], see [a page](a/b.md).')).toEqual([
    'no/such-promise',
  ]);
  expect(filesLinked('see [a page](docs/none.md#x) or [b](https://b.example)')).toEqual([
    'docs/none.md',
  ]);
  expect(scriptsQuoted('`npm run nothing -- --json`')).toEqual(['nothing']);
});

describe('figures of committed results', () => {
  const kept = (): ReturnType<typeof quoted.kept> => {
    return someResult({ figures: { 'harbour.share': 0.25, 'harbour.boats': 1234 } });
  };
  const at = (figure: string): string => `(../research/results/harbour.json "${figure}")`;

  test.each([
    ['.9', '.3'],
    ['0.90', '0.25'],
    ['90%', '25%'],
    ['90.1%', '25.0%'],
  ])('a link that shows %s shows %s anew', (shown, now) => {
    const page = `share [${shown}]${at('harbour.share')}`;
    expect(quotedFrom(page, kept)).toBe(`share [${now}]${at('harbour.share')}`);
  });
  test('thousands have commas, one is whole, and what is below nothing keeps its sign', () => {
    const page = quotedFrom(`[1]${at('harbour.boats')}`, kept);
    expect(page).toBe(`[1,234]${at('harbour.boats')}`);
    expect(likeShown(1, '.98')).toBe('1.00');
    expect(likeShown(-0.5, '.98')).toBe('-.50');
    expect(likeShown(1234.5678, '1.2345')).toBe('1,234.5678');
  });
  test('a block says what was typed, and holds tables or figures', () => {
    const figures = quotedFrom('<!-- kept: harbour harbour.* -->\nold\n<!-- /kept -->', kept);
    expect(figures).toContain('`sluice bench harbour`, 2026-01-05, 12.0 s, machine not recorded');
    expect(figures).toContain('- `harbour.share`: 0.25\n- `harbour.boats`: 1234\n');
    const table = quotedFrom('<!-- kept: harbour "Boats" -->\nold\n<!-- /kept -->', kept);
    expect(table).toContain('| pier  | here | paper |\n| ----- | ---- | ----- |\n| north | 3    |');
    expect(table).not.toContain('old');
  });
  test.each([
    [`[.9]${at('harbour.gone')}`, 'harbour.json has no figure harbour.gone'],
    ['<!-- kept: harbour "Gulls" -->\n<!-- /kept -->', 'harbour has no table "Gulls"'],
    ['<!-- kept: harbour gulls.* -->\n<!-- /kept -->', 'harbour has no figure gulls.*'],
  ])('%s is an error', (page, message) => {
    expect(() => quotedFrom(page, kept)).toThrow(message);
  });
  test('a result that nobody committed is an error', () => {
    expect(() => quoted.kept('harbour')).toThrow(
      'there is no result research/results/harbour.json',
    );
  });
  test('all of them together have at most 5 MB', () => {
    const files = globSync('research/results/*', { cwd: root });
    const sizes = files.map((file) => readText(file).length);
    expect(sizes.reduce((sum, each) => sum + each, 0)).toBeLessThan(5_000_000);
  });
});

test.each(['propagator', 'judge', 'screener', 'validator', 'reader'])(
  '`%s` is defined once, in the glossary',
  (word) => {
    const defined = pages.filter((page) => readText(page).includes(`\n- **${word}**:`));
    expect(defined).toEqual([path.join('docs', 'concepts.md')]);
  },
);

test('the sources that CONTRIBUTING names exist', () => {
  const named = [...readText('CONTRIBUTING.md').matchAll(/`((?:packages|research)\/[\w./-]+)`/g)];
  const files = named.flatMap(([, file = '']) => file);
  expect(files).toContain('packages/cli/src/program.ts');
  expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('a sample is the marked region of its file, or all of it', () => {
  const text = 'setup();\n// #region readme\nshown();\n// #endregion\nhidden();\n';
  expect(sample('a.ts', text)).toBe('```ts\nshown();\n```');
  expect(sample('a.yaml', 'x: 1\n')).toBe('```yaml\nx: 1\n```');
});

test('the picture is what the demo prints today (else: npm run docs)', () => {
  expect(readText('docs/demo.svg')).toBe(demoPicture());
});

test('the table of clients is what the tests wrote last (else: npm run docs)', () => {
  expect(readText('docs/compatibility.md')).toBe(clientsPage());
});
