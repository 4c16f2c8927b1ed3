import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FrozenSet, Result, Results } from './official.ts';

/** One role of one frozen set, with the proxy and without. */
export interface Compared {
  readonly set: FrozenSet;
  readonly role: 'server' | 'client';
  readonly direct: Results;
  readonly through: Results;
}

const page = path.join(import.meta.dirname, '../../../docs/mcp-conformance.md');
const begin = '<!-- written by npm run mcp:official -- --write -->';
const end = '<!-- end -->';

/** Writes the table of the page anew. */
export function writeTable(compared: readonly Compared[]): void {
  const text = readFileSync(page, 'utf8');
  const [before, rest = ''] = text.split(begin, 2);
  const after = rest.slice(rest.indexOf(end));
  writeFileSync(page, `${before}${begin}\n\n${tableOf(compared)}\n\n${after}`);
}

function tableOf(compared: readonly Compared[]): string {
  const rows = compared.flatMap(({ set, role, direct, through }) =>
    [...direct]
      .toSorted(([one], [two]) => one.localeCompare(two))
      .map(([name, result]) => {
        const cells = [set, role, `\`${name}\``, shown(result), shown(through.get(name))];
        return `| ${cells.join(' | ')} |`;
      }),
  );
  const head = '| set | role | scenario | directly | through the proxy |\n|---|---|---|---|---|';
  return [head, ...rows].join('\n');
}

function shown(result: Result | undefined): string {
  return result === undefined ? 'not run' : `${result.passed} of ${result.checks}`;
}
