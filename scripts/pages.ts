import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { picture } from './picture.ts';

/** What the pages quote from elsewhere, so that it cannot go stale: a test compares. */
export interface Quoted {
  readonly requirements: Readonly<Record<string, string>>;
  readonly readText: (file: string) => string;
}

const block = /<!-- (promises|sample)(?:: (\S+))? -->\n[^]*?<!-- \/\1 -->/g;

/** The page with every quoting block filled anew. */
export function refresh(page: string, quoted: Quoted): string {
  return page.replaceAll(block, (_, kind: 'promises' | 'sample', file: string = '') => {
    const open = file === '' ? `<!-- ${kind} -->` : `<!-- ${kind}: ${file} -->`;
    const body = kind === 'promises' ? promises(quoted) : sample(file, quoted.readText(file));
    return `${open}\n\n${body}\n\n<!-- /${kind} -->`;
  });
}

function promises({ requirements }: Quoted): string {
  return Object.entries(requirements)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, sentence]) => `- \`${id}\`: ${sentence}`)
    .join('\n');
}

/** The part of an example between `#region readme` and `#endregion`, or all of it. */
export function sample(file: string, text: string): string {
  const region = /^[^\n]*#region readme\n([^]*?)^[^\n]*#endregion/m.exec(text)?.[1] ?? text;
  const kind = file.slice(file.lastIndexOf('.') + 1);
  return `\`\`\`${kind}\n${region.trim()}\n\`\`\``;
}

/** Ids that the page gives in brackets, such as `[policy/default-deny]`; links are not ids. */
export function idsQuoted(page: string): readonly string[] {
  return [...page.matchAll(/\[([a-z-]+\/[a-z0-9-]+)\](?!\()/g)].map(([, id = '']) => id);
}

/** Files that the page links to. */
export function filesLinked(page: string): readonly string[] {
  return [...page.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, file = '']) => file);
}

export function scriptsQuoted(page: string): readonly string[] {
  return [...page.matchAll(/npm run ([a-z]+)/g)].map(([, script = '']) => script);
}

/** A run of the demo, drawn from what it prints. */
export function demoPicture(): string {
  const main = path.join(import.meta.dirname, '../packages/cli/src/main.ts');
  const scene = ['demo', '--scene', 'payment-note', '--propagator', 'lineage'];
  const output = execFileSync(process.execPath, ['--conditions=@sluice/source', main, ...scene], {
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '1', NO_COLOR: '' },
  });
  return picture(output, 'An agent of the demo, attacked and guarded');
}
