import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { compatibilityPage } from '../packages/gateway/test/compatibility/page.ts';
import {
  keptReductions,
  keptRefusals,
  keptRows,
} from '../packages/gateway/test/compatibility/rows.ts';
import { operators } from '../packages/core/src/policy/operators/operators.ts';
import { type KeptResults, quotedFrom } from './kept.ts';
import { picture } from './picture.ts';

/** The texts that the pages quote from elsewhere, so that they cannot go stale: a test compares. */
export interface Quoted {
  readonly requirements: Readonly<Record<string, string>>;
  readonly readText: (file: string) => string;
  /** The figures that a command prints today. */
  readonly figures: (command: string) => Readonly<Record<string, number>>;
  readonly kept: KeptResults;
}

const block = /<!-- (promises|sample|figures|operators)(?:: (\S+))? -->\n[^]*?<!-- \/\1 -->/g;

type Kind = 'promises' | 'sample' | 'figures' | 'operators';

/** The page with every quoting block filled anew, and every bare id of a promise made a link. */
export function refresh(page: string, quoted: Quoted): string {
  return quotedFrom(linked(page, quoted), quoted.kept).replaceAll(
    block,
    (_, kind: Kind, of: string = '') => {
      const open = of === '' ? `<!-- ${kind} -->` : `<!-- ${kind}: ${of} -->`;
      return `${open}\n\n${bodyOf(kind, of, quoted)}\n\n<!-- /${kind} -->`;
    },
  );
}

function bodyOf(kind: Kind, of: string, quoted: Quoted): string {
  switch (kind) {
    case 'promises':
      return promises(quoted);
    case 'sample':
      return sample(of, quoted.readText(of));
    case 'figures':
      return figures(quoted.figures(of));
    case 'operators':
      return operatorTable();
  }
}

function operatorTable(): string {
  const rows = Object.values(operators).map(({ example, holdsIf }) => [`\`${example}\``, holdsIf]);
  const all = [['written', 'holds if the value'], ['', ''], ...rows];
  const widths = [0, 1].map((at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  return all
    .map((row, line) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0, line === 1 ? '-' : ' ')))
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');
}

function figures(values: Readonly<Record<string, number>>): string {
  return Object.entries(values)
    .map(([name, value]) => `- \`${name}\`: ${value}`)
    .join('\n');
}

function promises({ requirements }: Quoted): string {
  return Object.entries(requirements)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, sentence]) => `- <a id="${anchorOf(id)}"></a>\`${id}\`: ${sentence}`)
    .join('\n');
}

/** `[policy/keys-are-text]` becomes a small link to the promise; what no promise is named stays. */
function linked(page: string, { requirements }: Quoted): string {
  return page.replaceAll(/ ?\[([a-z-]+\/[a-z0-9-]+)\](?!\()/g, (bare, id: string) =>
    Object.hasOwn(requirements, id) ? `<sup>[✓](guarantees.md#${anchorOf(id)})</sup>` : bare,
  );
}

function anchorOf(id: string): string {
  return id.replace('/', '--');
}

/** The part of an example between `#region readme` and `#endregion`, or all of it. */
export function sample(file: string, text: string): string {
  const region = /^[^\n]*#region readme\n([^]*?)^[^\n]*#endregion/m.exec(text)?.[1] ?? text;
  const kind = file.slice(file.lastIndexOf('.') + 1);
  return `\`\`\`${kind}\n${region.trim()}\n\`\`\``;
}

/** Ids of promises that the page links to, or gives in bare brackets. */
export function idsQuoted(page: string): readonly string[] {
  const ids = /\[([a-z-]+\/[a-z0-9-]+)\](?!\()|\[✓\]\([\w./]*#([a-z-]+--[a-z0-9-]+)\)/g;
  return [...page.matchAll(ids)].map(([, bare, anchor = '']) => bare ?? anchor.replace('--', '/'));
}

/** Files that the page links to. */
export function filesLinked(page: string): readonly string[] {
  return [...page.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, file = '']) => file);
}

export function scriptsQuoted(page: string): readonly string[] {
  return [...page.matchAll(/npm run ([a-z:]+)/g)].map(([, script = '']) => script);
}

/** The table of clients, as the tests last wrote its rows. */
export function clientsPage(): string {
  const others = { refusals: keptRefusals(), reductions: keptReductions() };
  return compatibilityPage(keptRows(), others);
}

/** A run of the demo, drawn from what it prints. */
export function demoPicture(): string {
  const output = runDemo(['--scene', 'changed-account', '--propagator', 'lineage']);
  const [transcript = ''] = output.split('┌');
  return picture(transcript, 'An agent of the demo, attacked and guarded');
}

/** The figures of the demo, which is deterministic: the page shows what it prints today. */
export function demoFigures(): Readonly<Record<string, number>> {
  const last = runDemo(['--json']).trimEnd().split('\n').at(-1) ?? '';
  const printed: { readonly figures: Record<string, number> } = JSON.parse(last);
  return printed.figures;
}

function runDemo(args: readonly string[]): string {
  const main = path.join(import.meta.dirname, '../packages/cli/src/main.ts');
  const command = ['--conditions=@sluice/source', main, 'demo', ...args];
  const env = { ...process.env, FORCE_COLOR: '1', NO_COLOR: undefined };
  return execFileSync(process.execPath, command, { encoding: 'utf8', env, stdio: 'pipe' });
}
