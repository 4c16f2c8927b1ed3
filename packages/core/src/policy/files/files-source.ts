/** Paths begin in the folders of the group `workspace`. */
export type FilesSource =
  /** Names of arguments with a path, or a list of paths; a folder stands for all that it holds. */
  | { readonly reads?: string | undefined; readonly writes?: string | undefined }
  /**
   * The argument with the path below which a search looks. Its result has the label that the policy
   * says, whatever it finds there, and that of files with a recorded label.
   */
  | { readonly searches: string }
  /** The argument with a patch for Codex's `apply_patch`. */
  | { readonly patch: string }
  /** The argument with the command of a shell. */
  | { readonly shell: string };
