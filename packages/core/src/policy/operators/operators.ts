import { isOfKinds } from '../file/file.ts';
import { readWorkspace, type Workspace } from '../file/workspace.ts';
import { patchesKinds } from '../patch/patch.ts';
import { PatternBudget } from '../pattern/pattern-budget.ts';
import { readPattern } from '../pattern/regex.ts';
import { hasEffects, hasSomeEffect } from '../shell/shell.ts';
import type { OperatorsSource } from '../source.ts';
import { areAllIn, hasTypesOf, isAmong } from './among.ts';
import { existenceOf } from './existence.ts';
import { type Folder, isFolderIn, isUnder, readFolder } from './folder.ts';
import { hasHost, type Host, isHostIn, readHost } from './host.ts';
import { numeric } from './numbers.ts';
import type { Groups, Mistake, Operator, Over, Test } from './operator.ts';
import { not, truth } from './truth.ts';

export type OperatorName = keyof OperatorsSource;

type Wanted = { readonly [Name in OperatorName]-?: NonNullable<OperatorsSource[Name]> };

type Given = { readonly [Name in keyof Wanted]?: Wanted[Name] | undefined };

/**
 * Every operator of conditions and of limits of arguments. Reading, checking, the schema and the
 * table of the docs go by these rows, so that none of them can miss one.
 */
export const operators: {
  readonly [Name in keyof Wanted]: Operator<Wanted[Name]>;
} = {
  in: {
    example: "in: [me, 7, '@staff']",
    holdsIf: 'is one of these; `me` and `[me, 7]` are short forms',
    over: 'each',
    test: isAmong,
    // A value of a type that is not listed is unknown: the wide list must not say no to it.
    implies: ({ in: narrow }, wanted) =>
      narrow !== undefined && areAllIn(narrow, wanted) && hasTypesOf(narrow, wanted),
    contradicts: (wanted, rest) =>
      wanted.every((member) => !meets(member, { ...rest, ...withoutWorkspace })),
  },
  notIn: {
    example: 'notIn: [me]',
    holdsIf: 'is none of these',
    over: 'each',
    test: (wanted) => {
      const among = isAmong(wanted);
      return (value, budget) => not(among(value, budget));
    },
    implies: ({ in: members, notIn: narrow }, wanted) =>
      isEachOf(members, { notIn: wanted }) ||
      (narrow !== undefined && areAllIn(wanted, narrow) && hasTypesOf(wanted, narrow)),
    contradicts: () => false,
  },
  matches: {
    example: "matches: '[A-Z]{2}\\d+'",
    holdsIf: 'is a text that matches as a whole',
    over: 'each',
    test: (wanted) => {
      const read = readPattern(wanted);
      if (read.kind === 'mistake') return read;
      const { matches } = read.pattern;
      return (value, budget) =>
        typeof value === 'string' ? truth(matches(value, budget)) : 'unknown';
    },
    implies: (narrow, wanted) => narrow.matches === wanted,
    contradicts: () => false,
  },
  under: {
    example: 'under: /srv/handbook',
    holdsIf: 'is the path of this folder, or of something in it',
    over: 'each',
    test: (wanted) => {
      const texts = listOf(wanted);
      const folders = texts.flatMap((text) => readFolder(text) ?? []);
      if (folders.length === texts.length) return (value) => isUnder(folders, value);
      const hint = 'write it in full, such as `/srv/handbook`, or `handbook` for relative paths';
      return { kind: 'mistake', message: 'this is not the path of a folder', hint };
    },
    implies: ({ in: members, under = [] }, wanted) => {
      const outer = foldersIn(wanted);
      const inner = foldersIn(under);
      const areIn = inner.every((folder) => outer.some((other) => isFolderIn(folder, other)));
      return isEachOf(members, { under: wanted }) || (inner.length > 0 && areIn);
    },
    contradicts: (_, { host }) => host !== undefined,
  },
  host: {
    example: "host: [acme.example, '*.acme.example']",
    holdsIf: 'is a web address with one of these hosts; `*.` stands for all below',
    over: 'each',
    test: (wanted) => {
      const texts = listOf(wanted);
      const hosts = texts.flatMap((text) => readHost(text) ?? []);
      if (hosts.length === texts.length) return (value) => hasHost(hosts, value);
      const hint = 'write it without scheme, port and path: `acme.example` or `*.acme.example`';
      return { kind: 'mistake', message: 'this is not the name of a host', hint };
    },
    implies: ({ in: members, host = [] }, wanted) => {
      const outer = hostsIn(wanted);
      const inner = hostsIn(host);
      const areIn = inner.every((one) => outer.some((other) => isHostIn(one, other)));
      return isEachOf(members, { host: wanted }) || (inner.length > 0 && areIn);
    },
    contradicts: () => false,
  },
  shell: {
    example: 'shell: [read, write]',
    holdsIf: 'is a shell command that does nothing else',
    over: 'whole',
    test: (wanted, groups) => inWorkspace(groups, (workspace) => hasEffects(wanted, workspace)),
    implies: ({ shell: narrow }, wanted) => narrow !== undefined && areAllIn(narrow, wanted),
    contradicts: () => false,
  },
  shellDoes: {
    example: 'shellDoes: [write, run]',
    holdsIf: 'is a shell command that does at least one of these',
    over: 'whole',
    test: (wanted, groups) => inWorkspace(groups, (workspace) => hasSomeEffect(wanted, workspace)),
    implies: ({ shellDoes: narrow }, wanted) => narrow !== undefined && areAllIn(narrow, wanted),
    contradicts: (wanted, { shell }) =>
      shell !== undefined && wanted.every((effect) => !shell.includes(effect)),
  },
  file: {
    example: 'file: [project, dependency]',
    holdsIf: 'is the path of a file of these kinds alone',
    over: 'each',
    test: (wanted, groups) => inWorkspace(groups, (workspace) => isOfKinds(wanted, workspace)),
    implies: ({ file: narrow }, wanted) => narrow !== undefined && areAllIn(narrow, wanted),
    contradicts: (_, { host, patch }) => host !== undefined || patch !== undefined,
  },
  patch: {
    example: 'patch: [project]',
    holdsIf: 'is a patch (`apply_patch`) whose every file is of these kinds alone',
    over: 'each',
    test: (wanted, groups) => inWorkspace(groups, (workspace) => patchesKinds(wanted, workspace)),
    implies: ({ patch: narrow }, wanted) => narrow !== undefined && areAllIn(narrow, wanted),
    contradicts: (_, { host, under }) => host !== undefined || under !== undefined,
  },
  atLeast: {
    example: 'atLeast: 1',
    holdsIf: 'is this number or a greater one',
    over: 'each',
    test: (wanted) => numeric((value) => value >= wanted),
    implies: ({ in: members, atLeast = Number.NEGATIVE_INFINITY }, wanted) =>
      atLeast >= wanted || isEachOf(members, { atLeast: wanted }),
    contradicts: (wanted, rest) => asksForText(rest) || (rest.atMost ?? wanted) < wanted,
  },
  atMost: {
    example: 'atMost: 10',
    holdsIf: 'is this number or a smaller one',
    over: 'each',
    test: (wanted) => numeric((value) => value <= wanted),
    implies: ({ in: members, atMost = Number.POSITIVE_INFINITY }, wanted) =>
      atMost <= wanted || isEachOf(members, { atMost: wanted }),
    contradicts: (_, rest) => asksForText(rest),
  },
  exists: {
    example: 'exists: true',
    holdsIf: 'is there',
    over: 'all',
    test: (wanted) => (values) => (Array.isArray(values) ? existenceOf(values, wanted) : 'unknown'),
    implies: (narrow, wanted) => narrow.exists === wanted,
    contradicts: (wanted, rest) => !wanted && namesIn(rest).some((name) => name !== 'exists'),
  },
};

/** One operator of a condition, with what was written beside it. */
interface Bound {
  readonly over: Over;
  readonly test: (groups: Groups) => Test | Mistake;
  readonly isImpliedBy: (narrow: OperatorsSource) => boolean;
  readonly contradicts: () => boolean;
}

/** The operators that a condition asks for, in the order of the rows. */
export function boundIn(source: OperatorsSource): readonly Bound[] {
  const given: Given = source;
  return namesIn(source).flatMap((name) => bound(name, given[name], source) ?? []);
}

function bound<Name extends OperatorName>(
  name: Name,
  wanted: Wanted[Name] | undefined,
  source: OperatorsSource,
): Bound | undefined {
  if (wanted === undefined) return undefined;
  const row: Operator<Wanted[Name]> = operators[name];
  return {
    over: row.over,
    test: (groups) => row.test(wanted, groups),
    isImpliedBy: (narrow) => row.implies(narrow, wanted),
    contradicts: () => row.contradicts(wanted, source),
  };
}

export const operatorNames: readonly OperatorName[] = [
  'in',
  'notIn',
  'matches',
  'under',
  'host',
  'shell',
  'shellDoes',
  'file',
  'patch',
  'atLeast',
  'atMost',
  'exists',
];

function namesIn(source: OperatorsSource): readonly OperatorName[] {
  return operatorNames.filter((name) => source[name] !== undefined);
}

const noGroups: Groups = new Map();

/** What hangs on where the workspace lies is left out. */
const withoutWorkspace = {
  in: undefined,
  shell: undefined,
  shellDoes: undefined,
  file: undefined,
  patch: undefined,
};

function inWorkspace(groups: Groups, test: (workspace: Workspace) => Test): Test | Mistake {
  const workspace = readWorkspace(groups);
  return 'kind' in workspace ? workspace : test(workspace);
}

/** True if the value certainly meets each operator that is asked of single values. */
function meets(value: unknown, source: OperatorsSource): boolean {
  return boundIn(source).every(({ over, test }) => {
    const tested = over === 'each' ? test(noGroups) : () => 'true';
    return typeof tested === 'function' && tested(value, new PatternBudget()) === 'true';
  });
}

/** True if values are listed, and each of them meets the other operators. */
function isEachOf(members: OperatorsSource['in'], source: OperatorsSource): boolean {
  return members?.every((member) => meets(member, source)) ?? false;
}

function asksForText(source: OperatorsSource): boolean {
  const { matches, under, host, shell, shellDoes, file, patch } = source;
  return [matches, under, host, shell, shellDoes, file, patch].some(
    (wanted) => wanted !== undefined,
  );
}

function listOf(texts: string | readonly string[]): readonly string[] {
  return typeof texts === 'string' ? [texts] : texts;
}

function foldersIn(texts: string | readonly string[]): readonly Folder[] {
  return listOf(texts).flatMap((text) => readFolder(text) ?? []);
}

function hostsIn(texts: string | readonly string[]): readonly Host[] {
  return listOf(texts).flatMap((text) => readHost(text) ?? []);
}
