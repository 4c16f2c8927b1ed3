import type { Test } from '../operators/operator.ts';
import { truth } from '../operators/truth.ts';
import type { FileKind } from './kinds.ts';
import { kindsOf, type Workspace } from './workspace.ts';

/** Tests that a path is of these kinds alone; unknown where programs may read it differently. */
export function isOfKinds(wanted: readonly FileKind[], workspace: Workspace): Test {
  return (value) => {
    const kinds = typeof value === 'string' ? kindsOf(value, workspace) : undefined;
    return truth(kinds && [...kinds].every((kind) => wanted.includes(kind)));
  };
}
