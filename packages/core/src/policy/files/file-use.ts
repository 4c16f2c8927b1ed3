import type { Label } from '../../label/label.ts';

/** Paths as a call names them; `any`: some files of the workspace, nobody can tell which. */
export type NamedFiles = readonly string[] | 'any';

/** Before a name: it may begin in any folder of the workspace, for a shell may stand in any. */
export const anyFolder = '**/';

/** The files that a call reads, writes and runs, as far as its arguments tell. */
export interface FileUse {
  /** A folder stands for all that it holds. */
  readonly reads: NamedFiles;
  readonly writes: NamedFiles;
  /** It may run any code of the workspace. */
  readonly runs: boolean;
  /**
   * What it writes may come from what the policy labels by itself: documents, secrets, files that
   * lie elsewhere.
   */
  readonly copies: boolean;
}

/** The tools of a policy as they read and write files. */
export interface PolicyFiles {
  /** The folders of the group `workspace`. */
  readonly workspace: readonly string[];
  /** `undefined`: the call has nothing to do with files. */
  readonly use: (tool: string, args: string) => FileUse | undefined;
  /**
   * A label that flows to every label that the policy by itself gives to what is read of this file;
   * without a path: of any file.
   */
  readonly floor: (path?: string) => Label;
}
