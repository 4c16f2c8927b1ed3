import type { ScreenersReport } from '../figures/screeners-report.ts';

/** What the calls are, and where their truth comes from. */
export function truthText({ truth, calls, tasks, guardedRegions }: ScreenersReport): string {
  const counted = `${calls} calls of ${tasks} tasks, ${guardedRegions} regions`;
  switch (truth) {
    case 'hand':
      return `${counted}; labelled by an AI model for what each call depends on, also in meaning`;
    case 'own':
      return `${counted}; drawn tasks of the privacy suite, whose calls are made from known texts`;
  }
}

/** What the columns mean. */
export const columnTexts: readonly string[] = [
  'recall, false pos.: by region, of those that not every view shows; a label names what flows to it',
  'shown: recall of what the view at the answer’s label shows',
  'exact label: a least label at which the call can be made; complete: the view shows all it needs',
  'asked: the policy would ask at that label; needless: it would not at a least one',
  'failed: everything counts, for the propagator could not say; such calls are in every column',
  'model calls, tokens, seconds: means a call, each asked alone; seconds of the processor',
  'intervals of 95%: 2,000 resamples of whole tasks',
];
