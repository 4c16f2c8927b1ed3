/**
 * What a run takes from its surroundings, in one place; every other file gets it as an argument.
 */
export interface Ambient {
  readonly nowMs: () => number;
  readonly newId: () => string;
}

/** The platform's clock and random ids. */
export const ambient: Ambient = {
  // oxlint-disable-next-line sluice/no-ambient-in-core -- the one default; tests pass their own
  nowMs: () => Date.now(),
  newId: () => crypto.randomUUID(),
};
