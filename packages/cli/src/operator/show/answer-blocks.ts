/**
 * An answer as a client that acts on it would take it: each block in the form in which such clients
 * look for it. Only for showing: nothing is decided by it, and what is no block is text.
 */
export type AnswerBlock =
  | {
      readonly kind: 'edit';
      /** The line that names the file, as it stands. */
      readonly file: string | undefined;
      readonly before: readonly string[];
      readonly after: readonly string[];
    }
  | { readonly kind: 'file'; readonly file: string; readonly lines: readonly string[] }
  | { readonly kind: 'diff'; readonly lines: readonly string[] }
  | {
      readonly kind: 'command' | 'code';
      readonly language: string;
      readonly lines: readonly string[];
    }
  | { readonly kind: 'text'; readonly lines: readonly string[] };

const search = /^<{5,9} SEARCH>?\s*$/;
const divider = /^={5,9}\s*$/;
const replace = /^>{5,9} REPLACE\s*$/;
const fence = /^\s*(`{3,}|~{3,})\s*([^\s`]*)/;
const shells = /^(?:bash|sh|shell|zsh|fish|console|terminal|cmd|bat|batch|powershell|ps1?)$/i;

/** The blocks of a text, in order: all of it stands in one of them, fences and marks aside. */
export function answerBlocks(text: string): readonly AnswerBlock[] {
  const lines = new Lines(text.split(/\r\n|[\n\r\u2028\u2029]/));
  const blocks: AnswerBlock[] = [];
  let plain: string[] = [];
  const flush = (): void => {
    if (plain.some((line) => line.trim() !== '')) blocks.push({ kind: 'text', lines: plain });
    plain = [];
  };
  for (let at = 0; at < lines.all.length;) {
    const found = editAt(lines, at, plain) ?? markedAt(lines, at) ?? fencedAt(lines, at, plain);
    if (found === undefined) {
      plain.push(lines.all[at] ?? '');
      at += 1;
    } else {
      flush();
      blocks.push(found.block);
      at = found.end;
    }
  }
  flush();
  return blocks;
}

interface Found {
  readonly block: AnswerBlock;
  /** The offset of the first line behind it. */
  readonly end: number;
}

type Plain = readonly string[];

/** A SEARCH/REPLACE block that is whole; a fence around it is none of its lines. */
function editAt(lines: Lines, at: number, plain: Plain): Found | undefined {
  const opened = fence.test(lines.all[at] ?? '') ? at + 1 : at;
  // Some models name the file inside of the fence.
  const named = search.test(lines.all[opened] ?? '') ? opened : opened + 1;
  const start = opened === at ? at : named;
  if (!search.test(lines.all[start] ?? '')) return undefined;
  const middle = lines.behind(start, divider);
  const last = middle === undefined ? undefined : lines.behind(middle, replace);
  if (middle === undefined || last === undefined) return undefined;
  const isClosed = fence.test(lines.all[last + 1] ?? '');
  return {
    block: {
      kind: 'edit',
      file: start === opened ? lastOf(plain) : lines.all[opened]?.trim(),
      before: lines.all.slice(start + 1, middle),
      after: lines.all.slice(middle + 1, last),
    },
    end: isClosed && start !== at ? last + 2 : last + 1,
  };
}

/** Between marks that stand on lines of their own. */
function markedAt(lines: Lines, at: number): Found | undefined {
  const line = lines.all[at]?.trim() ?? '';
  if (line === '*** Begin Patch') {
    const end = lines.behind(at, /^\*\*\* End Patch\s*$/) ?? lines.all.length;
    return { block: { kind: 'diff', lines: lines.all.slice(at + 1, end) }, end: end + 1 };
  }
  if (!line.startsWith('<code>')) return undefined;
  const end = lines.behind(at - 1, /<\/code>/) ?? lines.all.length;
  const code = lines.all
    .slice(at, end + 1)
    .join('\n')
    .replace(/^\s*<code>\n?/, '')
    .replace(/\n?<\/code>/, '\n');
  const block = { kind: 'code', language: 'python', lines: code.trimEnd().split('\n') } as const;
  return { block, end: end + 1 };
}

/** A fence that nothing closes goes to the end. */
function fencedAt(lines: Lines, at: number, plain: Plain): Found | undefined {
  const [, mark = '', language = ''] = fence.exec(lines.all[at] ?? '') ?? [];
  if (mark === '') return undefined;
  const close = new RegExp(`^\\s*${mark.charAt(0)}{${mark.length},}\\s*$`);
  const end = lines.behind(at, close) ?? lines.all.length;
  const inside = lines.all.slice(at + 1, end);
  return { block: blockOf(language, inside, fileNamed(plain)), end: end + 1 };
}

function blockOf(language: string, lines: Plain, file: string | undefined): AnswerBlock {
  if (/^(?:u?diff|patch)$/i.test(language)) return { kind: 'diff', lines };
  if (file !== undefined) return { kind: 'file', file, lines };
  return { kind: shells.test(language) ? 'command' : 'code', language, lines };
}

/** The line right above a fence, where it reads as the name of a file. */
function fileNamed(plain: Plain): string | undefined {
  const line = plain.at(-1) ?? '';
  // No longer one names a file, and to strip its marks would take long.
  if (line.length > 300) return undefined;
  const name = line.trim().replace(/^[#*`\s]+|[*`:\s]+$/g, '');
  const isName = /^[^\s<>|?*"]{1,200}$/.test(name) && /[./\\]|^[A-Z]\w*file$/.test(name);
  return isName ? name : undefined;
}

function lastOf(plain: Plain): string | undefined {
  return plain.findLast((line) => line.trim() !== '' && !fence.test(line))?.trim();
}

/** Lines that are gone through once, however often the same mark is looked for further down. */
class Lines {
  readonly all: readonly string[];
  readonly #found: Map<string, Looked> = new Map();

  constructor(all: readonly string[]) {
    this.all = all;
  }

  /** The first line behind another that a pattern matches. */
  behind(after: number, pattern: RegExp): number | undefined {
    const known = this.#found.get(pattern.source);
    if (known !== undefined && known.after <= after && known.at > after) return known.rest;
    let at = after + 1;
    while (at < this.all.length && !pattern.test(this.all[at] ?? '')) at += 1;
    const rest = at < this.all.length ? at : undefined;
    this.#found.set(pattern.source, { after, at: rest ?? Number.POSITIVE_INFINITY, rest });
    return rest;
  }
}

interface Looked {
  readonly after: number;
  readonly at: number;
  readonly rest: number | undefined;
}
