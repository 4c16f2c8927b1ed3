/** One place in a file of `src/`, and what stands there instead. */
export interface Edit {
  readonly file: string;
  /** Must occur exactly once: a mutant that no longer applies is an error, not a pass. */
  readonly find: string;
  readonly replace: string;
}

/** A mistake that someone could make in the engine, and the promise that it would break. */
export interface Mutant {
  readonly name: string;
  readonly promise: string;
  readonly edits: readonly Edit[];
  /** A targeted check, where the properties cannot see the mistake. */
  readonly check?: string;
}

/** The edits of a mutant that changes one place. */
export function edit(file: string, find: string, replace: string): readonly Edit[] {
  return [{ file, find, replace }];
}
