import type { PairedDifference } from '../../statistics/bootstrap.ts';
import { plain } from '../plain.ts';
import { worstCaseNotice } from '../worlds.ts';
import type { ComparedGroup, ComparedMean, ComparedShare, Comparison } from './compare.ts';

/** Cases of one kind that the text names; `--json` names all. */
const namedMax = 20;

/** A comparison for a terminal: a table, and the cases that changed. */
export function comparisonText({ first, second, groups }: Comparison): string {
  if (groups.length === 0) return `${plain(second)} and ${plain(first)} have no case in common\n`;
  const names = { first: plain(first), second: plain(second) };
  return groups.map((group) => groupText(group, names)).join('\n');
}

interface Names {
  readonly first: string;
  readonly second: string;
}

function groupText(group: ComparedGroup, { first, second }: Names): string {
  const { name, isWorstCase, shares, means } = group;
  const notice = isWorstCase ? ` (${worstCaseNotice})` : '';
  const head = ['', first, second, 'difference [95%]', 'only 1st', 'only 2nd', 'p'];
  const rows = shares.map((share) => {
    const counts = [share.onlyFirst, share.onlySecond].map(String);
    const texts = [shareText(share.first), shareText(share.second), shareDifferenceText(share)];
    return [share.measure, ...texts, ...counts, pText(share.p)];
  });
  const amounts = means.map((mean) => [mean.measure, ...meanText(mean), '', '', '']);
  const parts = [`${plain(name)}${notice}`, aligned([head, ...rows, ...amounts])];
  for (const { measure, changed, unknown } of shares) {
    const cases = changed.map((one) => `${one.name}: ${one.first} → ${one.second}`);
    parts.push(...named(`${measure}: changed`, cases));
    if (unknown > 0) parts.push(`${measure}: left out for an error (${unknown})`);
  }
  parts.push(...named(`only in ${first}`, group.onlyFirst));
  parts.push(...named(`only in ${second}`, group.onlySecond));
  return parts.map((part) => `${part}\n`).join('');
}

function named(title: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, namedMax).map((name) => `  ${plain(name)}`);
  const more = names.length > namedMax ? [`  and ${names.length - namedMax} more`] : [];
  return [`${title} (${names.length})`, ...shown, ...more];
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => (row[at] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((text, at) => text.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function shareText({ count, of }: ComparedShare['first']): string {
  return `${((100 * count) / of).toFixed(1)}% (${count}/${of})`;
}

/** In percentage points. */
function shareDifferenceText({ difference }: ComparedShare): string {
  return `${differenceText(difference, { scale: 100, digits: 1 })} points`;
}

/** First, second, difference. */
function meanText({ first, second, difference }: ComparedMean): readonly string[] {
  const digits = Math.max(Math.abs(first), Math.abs(second)) < 100 ? 3 : 0;
  const texts = [first, second].map((value) => value.toFixed(digits));
  return [...texts, differenceText(difference, { scale: 1, digits })];
}

function pText(p: number): string {
  return p < 0.0001 ? '< 0.0001' : p.toFixed(4);
}

function differenceText(
  { difference, low, high }: PairedDifference,
  { scale, digits }: { readonly scale: number; readonly digits: number },
): string {
  const [middle, from, to] = [difference, low, high].map((value) => signed(scale * value, digits));
  return `${middle} [${from}, ${to}]`;
}

function signed(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text.replace(/^-(?=[0.]+$)/, '');
}
