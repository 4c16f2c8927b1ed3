const begin = '*** Begin Patch';
const end = '*** End Patch';
const endOfFile = '*** End of File';

/**
 * The files that a text for Codex's `apply_patch` adds, updates, moves to and from, and deletes;
 * `undefined` for a text that some version may read in another way.
 */
export function patchedFiles(text: string): readonly string[] | undefined {
  if (/[\r\0\u0085\u2028\u2029\p{Co}]/u.test(text) || !text.isWellFormed()) return undefined;
  const lines = text.replace(/\n$/, '').split('\n');
  if (lines[0] !== begin || lines.length < 3 || lines.at(-1) !== end) return undefined;
  const files: string[] = [];
  let part: Part = 'none';
  for (const line of lines.slice(1, -1)) {
    const next = partAfter(part, line);
    if (next === undefined) return undefined;
    part = next.part;
    if (next.file !== undefined) files.push(next.file);
  }
  return files.length === 0 ? undefined : files;
}

/** The section that a line stands in: `updated` where a new name may follow, then `update`. */
type Part = 'none' | 'add' | 'delete' | 'updated' | 'update';

interface Next {
  readonly part: Part;
  readonly file?: string;
}

const heads: ReadonlyMap<string, Part> = new Map([
  ['*** Add File: ', 'add'],
  ['*** Delete File: ', 'delete'],
  ['*** Update File: ', 'updated'],
]);

function partAfter(part: Part, line: string): Next | undefined {
  for (const [head, next] of heads) {
    if (line.startsWith(head)) return fileOf(line.slice(head.length), next);
  }
  const move = '*** Move to: ';
  if (line.startsWith(move)) {
    return part === 'updated' ? fileOf(line.slice(move.length), 'update') : undefined;
  }
  if (part === 'add') return line.startsWith('+') ? { part } : undefined;
  if (part !== 'update' && part !== 'updated') return undefined;
  // At some places versions take a head for one though a space stands before it.
  if (line !== endOfFile && /^[ -]?\s*\*{3}/.test(line)) return undefined;
  // An empty line counts as an empty line of context.
  const isOfChange = line === '' || line === endOfFile || /^(?:[ +-]|@@(?:$| ))/.test(line);
  return isOfChange ? { part: 'update' } : undefined;
}

/** Some versions trim the name, and some do not. */
function fileOf(file: string, part: Part): Next | undefined {
  return file === '' || file.trim() !== file ? undefined : { part, file };
}
