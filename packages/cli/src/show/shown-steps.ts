import type { MonitorEvent, PlainMessage } from '@sluice/core';
import type { LabelledRecord } from './run-blocks.ts';

type StepKind = Extract<MonitorEvent, { type: 'step-labelled' }>['kind'];

/** How a step's label was chosen, for who does not know the names. */
export const stepWords: Readonly<Record<StepKind, string>> = {
  strict: 'one generation, no draft',
  'draft-whole': 'the draft stands, it uses all that it saw',
  'draft-allowed': 'the draft stands, the policy allows it as it is',
  'draft-lazy': 'the draft stands, it only reads',
  'draft-unhelped': 'the draft stands, hiding text would allow no more',
  regenerated: 'generated again without what the draft did not use',
  'regenerated-asked': 'generated again with less shown, before it is asked about or refused',
  staged: 'what is acted on was generated again with less shown, what is said is the draft’s',
  'fell-back': 'the draft stands, without the hidden text it made no call, or others',
  'regenerated-wide': 'generated again by the main model, from all that it may see',
  'regenerated-lazy': 'generated again by the main model, from all that it may see; it only reads',
};

export interface ShownStep {
  readonly how: StepKind;
  /** The view of the generation whose output counts. */
  readonly shown: readonly PlainMessage[];
}

/** Joins each step with the view that its output came from. */
export function shownSteps({
  events,
  views,
}: Pick<LabelledRecord, 'events' | 'views'>): readonly ShownStep[] {
  const taken: ShownStep[] = [];
  let generation = -1;
  let draft = 0;
  for (const event of events) {
    if (event.type === 'generation-finished' || event.type === 'generation-failed') {
      generation += 1;
      if (event.purpose === 'draft') draft = generation;
    }
    if (event.type !== 'step-labelled') continue;
    const isDraft = event.kind.startsWith('draft') || event.kind === 'fell-back';
    const last = isDraft ? draft : generation;
    taken.push({ how: event.kind, shown: views[last]?.messages ?? [] });
  }
  return taken;
}
