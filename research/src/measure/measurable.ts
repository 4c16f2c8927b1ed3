import type { TrialSpec } from '../trial/trial.ts';

/** The reader that errs by chance, once for each seed. */
export const noisyLabel = 'reader:noisy';

/** Defences that ask a model, in English, to resist or to choose: they work by being understood. */
const inEnglish: ReadonlySet<string> = new Set(['tool-filter', 'sandwich', 'spotlighting']);

export const notMeasurable = 'not measurable with this reader';

/**
 * True if a trial says something of its defence. A reader obeys whatever it sees: of a defence that
 * asks it not to, its outcome says nothing.
 */
export function isMeasurable({ defence, model }: Pick<TrialSpec, 'defence' | 'model'>): boolean {
  return !(model.startsWith('reader:') && inEnglish.has(defence));
}
