/** How a label came to stand at a file. */
export type FileCause =
  /** A call named the file and wrote it. */
  | 'written'
  /** A command was given out, and the file read otherwise afterwards. */
  | 'changed'
  /** A command was given out, and nobody could tell what it changed: all that lies below counts. */
  | 'unlisted'
  /** A command was given out, and it is not known yet what it changed. */
  | 'open';

/** The label that a file carries at least, and the last call that raised it. */
export interface FileRecord {
  /** The whole path, links followed; relative where nobody knows where the workspace lies. */
  readonly path: string;
  /** A label's text. */
  readonly label: string;
  readonly cause: FileCause;
  readonly run: string;
  readonly call: string;
  readonly atMs: number;
  /** SHA-256 (hex) of the content when it was last looked at; of long files nobody computes it. */
  readonly hash?: string | undefined;
}

/** Labels of files. They outlive the runs that wrote the files. */
export interface FileStore {
  /** Those of whose files something is recorded. */
  readonly tenants: () => Promise<readonly string[]>;
  readonly list: (tenant: string) => Promise<readonly FileRecord[]>;
  /**
   * Replaces what is recorded of these files, and removes what is recorded of others, all or
   * nothing. Resolves once it lies on the disk.
   */
  readonly change: (
    tenant: string,
    change: {
      readonly put?: readonly FileRecord[] | undefined;
      readonly remove?: readonly Pick<FileRecord, 'path' | 'cause' | 'call'>[] | undefined;
    },
  ) => Promise<void>;
}

/** What makes a record another one. Of each open command there is one of its own. */
export function nameOfRecord({ path, cause, call }: Pick<FileRecord, 'path' | 'cause' | 'call'>) {
  return JSON.stringify(cause === 'open' ? [path, call] : [path]);
}
