import { canonicalJson } from '@sluice/core';
import { createHash } from 'node:crypto';
import type { OfferedTool } from './list-tools.ts';

/**
 * Names a list of tools by all that a server says of them: names, descriptions, schemas and
 * annotations. The order in which they are offered does not count.
 */
export function toolListHash(tools: readonly OfferedTool[]): string {
  const said = tools
    .map(({ name, description, parameters, annotations }) =>
      canonicalJson({ name, description, parameters, annotations }),
    )
    .toSorted();
  return `sha256:${createHash('sha256').update(said.join('\n')).digest('hex')}`;
}

/** The difference between a list and the one that a pack was written for. */
export interface ListDifference {
  /** `unknown`: the list that the pack was written for has no hash. */
  readonly is: 'same' | 'other' | 'unknown';
  readonly more: readonly string[];
  readonly fewer: readonly string[];
}

/** `hash`: of the pack's list; `undefined`: none is known, so names alone are compared. */
export function compareList(
  offered: readonly OfferedTool[],
  { names, hash }: { readonly names: readonly string[]; readonly hash: string | undefined },
): ListDifference {
  const own = offered.map(({ name }) => name);
  const more = own.filter((name) => !names.includes(name));
  const fewer = names.filter((name) => !own.includes(name));
  if (hash === undefined) return { is: 'unknown', more, fewer };
  return { is: toolListHash(offered) === hash ? 'same' : 'other', more, fewer };
}
