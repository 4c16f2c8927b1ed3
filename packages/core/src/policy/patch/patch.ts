import { limits } from '../../limits.ts';
import type { FileKind } from '../file/kinds.ts';
import { kindsOf, type Workspace } from '../file/workspace.ts';
import type { Test } from '../operators/operator.ts';
import { both, truth } from '../operators/truth.ts';
import { patchedFiles } from './patched-files.ts';

/** Tests that every file of a patch is of these kinds alone. */
export function patchesKinds(wanted: readonly FileKind[], workspace: Workspace): Test {
  return (value) => {
    if (typeof value !== 'string' || value.length > limits.patternCharactersMax) return 'unknown';
    const files = patchedFiles(value);
    if (files === undefined) return 'unknown';
    return both(
      files.map((file) => {
        const kinds = kindsOf(file, workspace);
        return truth(kinds && [...kinds].every((kind) => wanted.includes(kind)));
      }),
    );
  };
}
