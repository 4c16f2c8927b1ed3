import { SluiceError } from '../../errors.ts';
import type { Label, LabelSpace } from '../../label/label.ts';
import { isPowersetValue } from '../../label/dimension/powerset.ts';
import { isReadersValue } from '../../label/dimension/readers-value.ts';
import {
  bindPath,
  readFullPath,
  readPath,
  unmarked,
  type BoundPath,
  type Path,
} from '../path/path.ts';
import { type Location, nearest, type Report } from '../problem.ts';
import { readCondition, type Condition } from './condition.ts';
import type { WhenSource } from '../source.ts';

/** The means to compile the parts of a policy. Mistakes are reported, and compiling goes on. */
export interface Compiler {
  readonly space: LabelSpace;
  /** The members of each group, nested groups resolved. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** The names that a powerset may hold, where the policy lists them. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  /** The dimension that `readersFrom` computes; `undefined` where there is not exactly one. */
  readonly readers: string | undefined;
  readonly report: Report;
}

/** Reads a label, and gives `top` for one that could not be read: the policy will not load. */
export function readLabel(compiler: Compiler, text: string, at: Location): Label {
  const { space, report } = compiler;
  try {
    const label = space.parse(text);
    checkNames(compiler, label, at);
    return label;
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    report({ at, message: error.problem, hint: joinedHint(compiler, text) ?? error.hint });
    return space.top;
  }
}

/**
 * Reads a label whose readers are computed: it may leave them out. Where it names them, the
 * computed ones narrow a label (`rest` bottom), or widen no ceiling (`rest` top).
 */
export function readOpenLabel(
  compiler: Compiler,
  text: string,
  { at, rest }: { readonly at: Location; readonly rest: 'bottom' | 'top' },
): Label {
  const { space, readers, report } = compiler;
  if (readers === undefined) {
    const hint = 'declare exactly one dimension `{ readers: any }` under `lattice`';
    report({
      at,
      message: 'readers are computed, but the lattice has not one such dimension',
      hint,
    });
    return space.top;
  }
  try {
    const low = space.parsePartial(text, space.bottom);
    const high = space.parsePartial(text, space.top);
    const unnamed = space.violated(high, low).filter((dimension) => dimension !== readers);
    for (const dimension of unnamed) {
      const hint = `add a value of \`${dimension}\`, joined by \`&\``;
      report({ at, message: `the label \`${text}\` says nothing of \`${dimension}\``, hint });
    }
    checkNames(compiler, low, at);
    return rest === 'bottom' ? low : high;
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    report({ at, message: error.problem, hint: joinedHint(compiler, text) ?? error.hint });
    return space.top;
  }
}

/** A hint with the text to type for `untrusted and nobody` or `untrusted, nobody`. */
function joinedHint({ space }: Compiler, text: string): string | undefined {
  const joined = text.replaceAll(/\s+and\s+|\s*,\s*(?![^{]*\})/gi, ' & ');
  if (joined === text) return undefined;
  try {
    space.parsePartial(joined, space.bottom);
    return `join the values with \`&\`: \`${joined}\``;
  } catch {
    return undefined;
  }
}

/** Names that the policy lists nowhere: a group that nobody is in, a member of no powerset. */
function checkNames(compiler: Compiler, label: Label, at: Location): void {
  checkMembers(compiler, label, at);
  const { groups, report } = compiler;
  const values = Object.values(label.values).filter((value) => isReadersValue(value));
  const named = values.flatMap(({ clauses }) => clauses.flatMap((clause) => clause.groups));
  for (const group of new Set(named)) {
    if (groups.has(group)) continue;
    const near = nearest(group, [...groups.keys()]);
    const add = `add \`${group}: [...]\` under \`groups\``;
    const hint = near === undefined ? add : `write \`@${near}\`, or ${add}`;
    report({ at, message: `no group is called \`@${group}\``, hint });
  }
}

function checkMembers({ members, report }: Compiler, label: Label, at: Location): void {
  for (const [dimension, known] of members) {
    const value = label.values[dimension];
    if (!isPowersetValue(value) || value.kind === 'all') continue;
    for (const member of value.members.filter((name) => !known.includes(name))) {
      const near = nearest(member, known) ?? known.join('`, `');
      const message = `\`${member}\` is not one of \`${dimension}\``;
      report({ at, message, hint: `write \`${near}\`, or add it under \`lattice\`` });
    }
  }
}

/** The meaning of a text without `$`: the name of an argument, or a mistake. */
type Bare = 'an-argument' | 'a-mistake';

/** Reads a path, or reports it. */
export function compilePath(
  { report }: Compiler,
  text: string,
  { at, bare }: { readonly at: Location; readonly bare: Bare },
): Path | undefined {
  const read = bare === 'an-argument' ? readPath(text) : readFullPath(text);
  if (read.kind === 'path') return read.path;
  report({ at, message: read.message, hint: read.hint });
  return undefined;
}

interface Beside {
  readonly at: Location;
  readonly beside: Path;
  readonly bare: Bare;
}

/** One condition, with where it reads relative to what the rule matches. */
export interface BoundCondition {
  readonly reads: BoundPath;
  readonly holds: Condition;
}

/** Compiles `when`, each path bound to the path of the rule. */
export function compileWhen(
  compiler: Compiler,
  when: WhenSource,
  { at, beside, bare }: Beside,
): readonly BoundCondition[] {
  return Object.entries(when).flatMap(([text, source]) => {
    const place = [...at, text];
    const bound = compileBound(compiler, text, { at: place, beside, bare });
    const condition = readCondition(source, compiler.groups);
    if (condition.kind === 'mistake') {
      compiler.report({ at: place, message: condition.message, hint: condition.hint });
      return [];
    }
    return bound === undefined ? [] : [{ reads: bound, holds: condition.holds }];
  });
}

/** Compiles `readersFrom`, each path bound to the path of the rule. */
export function compileReaders(
  compiler: Compiler,
  paths: readonly string[],
  { at, beside, bare }: Beside,
): readonly BoundPath[] {
  return paths.flatMap((text, index) => {
    const bound = compileBound(compiler, text, { at: [...at, index], beside, bare });
    return bound === undefined ? [] : [bound];
  });
}

/** Reads a path, or that of a key. */
function compileBound(
  compiler: Compiler,
  written: string,
  { at, beside, bare }: Beside,
): BoundPath | undefined {
  const { text, ofKey } = unmarked(written);
  if (ofKey && bare === 'an-argument') {
    const hint = 'write the path of a value: the keys of arguments cannot be asked for';
    compiler.report({ at, message: `\`${written}\` reads a key of the arguments`, hint });
    return undefined;
  }
  const path = compilePath(compiler, text, { at, bare });
  if (path === undefined) return undefined;
  if (!ofKey || path.segments.length > 0) return bindPath(path, beside, { ofKey });
  const hint = 'write the path of a member of a map, such as `$.accounts[*]~`';
  compiler.report({ at, message: 'the whole of a result has no key', hint });
  return undefined;
}
