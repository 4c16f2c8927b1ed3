import type { CallSite } from '../src/screener/trace/call-sites.ts';
import type { Trace } from '../src/screener/trace/trace.ts';
import { regionsOf, type RegionEntry } from '@sluice/core';

const proseCharactersMax = 160;
const fieldCharactersMax = 700;
const textCharactersMax = 2_800;
/** A shorter text is printed again rather than named. */
const namedCharactersMin = 60;

/** Texts of results that stand on an earlier page, each with the name that it has there. */
export type Shown = Map<string, string>;

/**
 * The page that a reader needs to judge some calls of one run, in the order of the record: the
 * request, the regions of results with their ids (`!` where untrusted), and the calls, those to be
 * judged with their index. It shows no answer of any propagator.
 */
export function readerPage(
  { id, messages }: Trace,
  sites: readonly CallSite[],
  shown: Shown,
): readonly string[] {
  const last = sites.at(-1);
  if (last === undefined) return [];
  const wanted = new Set(sites.map(({ index }) => index));
  const regions = Map.groupBy(regionsOf(last.history), ({ message }) => message);
  const lines = [`=== ${id}`];
  let index = 0;
  for (const [at, message] of messages.slice(0, last.history.length + 1).entries()) {
    const { role, text } = message;
    if (role === 'user') lines.push(`m${at} USER ${text}`);
    if (role === 'tool') lines.push(...resultLines(text, regions.get(at) ?? [], shown));
    if (role !== 'assistant') continue;
    if (text !== '') lines.push(`m${at} ASSISTANT ${cut(text, proseCharactersMax)}`);
    for (const { tool, args } of message.calls) {
      const sign = wanted.has(index) ? `  <<<<< JUDGE call ${index}` : '';
      index += 1;
      lines.push(`m${at} CALL ${tool} ${cut(JSON.stringify(args), fieldCharactersMax)}${sign}`);
    }
  }
  return lines;
}

/** A result: its label, then one line for each element of its outermost container. */
function resultLines(
  text: string,
  entries: readonly RegionEntry[],
  shown: Shown,
): readonly string[] {
  const [, root] = entries;
  if (root === undefined) return [];
  const known = shown.get(text);
  if (known !== undefined) return [`${root.id} = ${known}`];
  const name = `D${shown.size}`;
  const isNamed = text.length >= namedCharactersMin;
  if (isNamed) shown.set(text, name);
  const leaves = entries.slice(1).filter(isLeaf);
  const rows = Map.groupBy(leaves, ({ id }) => id.slice(root.id.length).split('.')[1] ?? '');
  return [
    `${root.id} ${isNamed ? `${name} ` : ''}${root.label.text}`,
    ...[...rows].map(([row, cells]) => {
      const printed = cells.map((cell) => cellText(text, cell, root.id));
      return `  ${row === '' ? '' : `.${row} `}${printed.join(' | ')}`;
    }),
  ];
}

function isLeaf({ source }: RegionEntry): boolean {
  return source.kind === 'text' && source.region.parts.length === 0;
}

/** The rest of its id, its key, a sign where it is untrusted, and its text. */
function cellText(text: string, { id, path, label, source }: RegionEntry, root: string): string {
  if (source.kind !== 'text') return '';
  const place = id.slice(root.length).split('.').slice(2).join('.');
  const key = path.replace(/^\$(?:\[\d+\])?/, '').replace(/^\['(.*)'\]$/, '$1');
  const sign = label.text.includes('untrusted') ? '!' : '';
  const most = id === root ? textCharactersMax : fieldCharactersMax;
  const value = cut(text.slice(source.region.start, source.region.end), most);
  return `${place}${key === '' ? '' : ` ${key}`}${sign}=${value}`;
}

function cut(text: string, most: number): string {
  const flat = text.replaceAll(/\s+/g, ' ');
  return flat.length <= most ? flat : `${flat.slice(0, most)}...(+${flat.length - most})`;
}
