/** A mistake that someone could make in a grader or a figure: one place, and what stands there. */
export interface Mutant {
  readonly name: string;
  /** Below the folder that the mutants of a suite are in. */
  readonly file: string;
  /** Must occur exactly once: a mutant that no longer applies is an error, not a pass. */
  readonly find: string;
  readonly replace: string;
}

export function mutant(
  name: string,
  file: string,
  edit: readonly [find: string, replace: string],
): Mutant {
  return { name, file, find: edit[0], replace: edit[1] };
}

/** Something that holds of the sources as they are. */
export interface Check<Modules> {
  readonly name: string;
  /** Throws where it does not. */
  readonly holds: (modules: Modules) => void;
}
