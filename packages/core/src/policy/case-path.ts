import { readFullPath } from './path/path.ts';

export type RegionPathReading =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'mistake'; readonly message: string };

const pathsShown = 8;

/**
 * The path, among those of a result's regions, that a singular query (RFC 9535, 2.3.5.1) finds:
 * `$[0].id`, `$[-1]["id"]`. Each is compared in canonical form.
 */
export function regionPath(text: string, paths: readonly string[]): RegionPathReading {
  if (paths.includes(text)) return { kind: 'path', path: text };
  const read = readFullPath(text);
  if (read.kind === 'mistake') {
    return { kind: 'mistake', message: `${read.message}; ${read.hint}` };
  }
  const { selectors, singleLevels } = read.path;
  const isSingular = selectors.every(([first = '*', ...others]) => {
    return others.length === 0 && (first.startsWith("'") || /^-?\d+$/.test(first));
  });
  if (!isSingular || singleLevels < selectors.length) {
    return { kind: 'mistake', message: 'a case names one place a path, such as `$[0].id`' };
  }
  const known = new Map(paths.map((path) => [canonical(path), path] as const));
  const wanted = selectors.flat().reduce((around, step) => below(around, step, known), '$');
  const path = known.get(wanted);
  if (path !== undefined) return { kind: 'path', path };
  const shown = paths.slice(0, pathsShown).map((each) => `\`${each}\``);
  const more = paths.length - shown.length;
  const rest = more > 0 ? `, and ${more} more` : '';
  return { kind: 'mistake', message: `there is no such path, only ${shown.join(', ')}${rest}` };
}

/** One step down; an index below zero counts from the end of the list. */
function below(around: string, step: string, known: ReadonlyMap<string, string>): string {
  if (!step.startsWith('-')) return `${around}[${step}]`;
  let length = 0;
  while (known.has(`${around}[${length}]`)) length += 1;
  return `${around}[${length + Number(step)}]`;
}

function canonical(path: string): string {
  const read = readFullPath(path);
  return read.kind === 'path' ? read.path.text : path;
}
