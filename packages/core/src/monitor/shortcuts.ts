/** Which of design.md section 3's three shortcuts a run takes; each is sound, none is needed. */
export interface Shortcuts {
  /**
   * (2) A draft whose calls are all allowed at the wide label is the output, where nothing creeps.
   */
  readonly allowedDraft: boolean;
  /** (3) Reads are taken at the wide label and replayed from the narrow view when needed. */
  readonly lazyReads: boolean;
}
