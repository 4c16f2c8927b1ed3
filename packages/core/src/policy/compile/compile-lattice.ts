import { SluiceError } from '../../errors.ts';
import type { LabelSpace } from '../../label/label.ts';
import { labelSpace } from '../../label/space.ts';
import { chain } from '../../label/dimension/chain.ts';
import type { SomeDimension } from '../../label/lattice.ts';
import { powerset } from '../../label/dimension/powerset.ts';
import { readers } from '../../label/dimension/readers.ts';
import type { Compiler } from './compiler.ts';
import type { Report } from '../problem.ts';
import type { DimensionSource, PolicySource } from '../source.ts';

/** Builds the label space; `undefined` where a mistake was reported. */
export function compileLattice(source: PolicySource, report: Report): Compiler | undefined {
  const named = Object.keys(source.groups ?? {}).filter((name) => name.startsWith('@'));
  for (const name of named) {
    const hint = `write \`${name.slice(1)}\` here, and \`${name}\` where it is used`;
    report({ at: ['groups', name], onKey: true, message: 'a group is named without `@`', hint });
  }
  if (named.length > 0) return undefined;
  const dimensions: [string, SomeDimension][] = [];
  for (const [name, kind] of Object.entries(source.lattice)) {
    const dimension = tryTo(['lattice', name], report, () => dimensionOf(name, kind, source));
    if (dimension !== undefined) dimensions.push([name, dimension]);
  }
  if (dimensions.length < Object.keys(source.lattice).length) return undefined;
  const space = tryTo(['lattice'], report, () => labelSpace(Object.fromEntries(dimensions)));
  return space === undefined ? undefined : compilerOf(source, space, report);
}

function compilerOf(source: PolicySource, space: LabelSpace, report: Report): Compiler {
  const kinds = Object.entries(source.lattice);
  const withReaders = kinds.filter(([, kind]) => 'readers' in kind).map(([name]) => name);
  const members = new Map<string, readonly string[]>();
  for (const [name, kind] of kinds) {
    if ('powerset' in kind && kind.powerset !== 'any') members.set(name, kind.powerset);
  }
  return {
    space,
    groups: flatGroups(source.groups ?? {}, report),
    members,
    readers: withReaders.length === 1 ? withReaders[0] : undefined,
    report,
  };
}

function dimensionOf(name: string, kind: DimensionSource, source: PolicySource): SomeDimension {
  if ('chain' in kind) return chain(kind.chain).untyped;
  if ('powerset' in kind) return powerset(name).untyped;
  return readers(source.groups ?? {}).untyped;
}

/** Nested groups resolved; a group inside itself adds nothing. */
function flatGroups(
  groups: Readonly<Record<string, readonly string[]>>,
  report: Report,
): ReadonlyMap<string, readonly string[]> {
  const known = new Map(Object.entries(groups));
  const flat = new Map<string, readonly string[]>();
  for (const [name, direct] of known) {
    const pending = new Set(direct);
    for (const member of pending) {
      if (!member.startsWith('@')) continue;
      const nested = known.get(member.slice(1));
      if (nested === undefined) {
        const hint = `add \`${member.slice(1)}: [...]\` under \`groups\``;
        report({ at: ['groups', name], message: `no group is called \`${member}\``, hint });
      }
      for (const each of nested ?? []) pending.add(each);
    }
    flat.set(
      name,
      [...pending].filter((member) => !member.startsWith('@')),
    );
  }
  return flat;
}

function tryTo<Value>(at: readonly string[], report: Report, make: () => Value): Value | undefined {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    report({ at, message: error.problem, hint: error.hint });
    return undefined;
  }
}
