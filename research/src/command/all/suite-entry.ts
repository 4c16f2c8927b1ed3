/** What not every machine has. */
export type Need = 'weights' | 'agentdojo';

/** A measuring command of `sluice bench`, as `bench all` runs it. */
export interface SuiteEntry {
  /** As in `--only`, and as its result is called but for the slice. */
  readonly name: string;
  /** What is typed after `sluice bench`. */
  readonly argv: readonly string[];
  readonly needs: readonly Need[];
  /** What it takes of one core, where minutes are counted; 0: nobody counts. */
  readonly seconds: number;
}
