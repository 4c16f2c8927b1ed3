/** Which shortcuts a run takes (2 and 3: design.md section 3); each is sound, none is needed. */
export interface Shortcuts {
  /**
   * (2) A draft whose calls are all allowed at the wide label is the output, where nothing creeps.
   */
  readonly allowedDraft: boolean;
  /** (3) Reads are taken at the wide label and replayed from the narrow view when needed. */
  readonly lazyReads: boolean;
  /**
   * (4) Before calls of a draft are asked about or refused, the view at their ceiling is tried
   * once: a stranger's text that forced the question is not in it. Costs one generation for each
   * such draft; default: not taken.
   */
  readonly ceilingView?: boolean | undefined;
}
