import type { ModelReply } from '../model/chat-model.ts';
import type { Propagator, PropagatorInput, Relevance } from './propagator.ts';
import { wide } from './wide.ts';

/** What a propagator of either kind may be asked with. */
export type MaybeDrafted = PropagatorInput & { readonly draft?: ModelReply | undefined };

/** Asks a propagator of either kind. One that needs a draft and gets none has found nothing out. */
export async function ask(propagator: Propagator, input: MaybeDrafted): Promise<Relevance> {
  if (propagator.needs === 'nothing') return propagator.relevant(input);
  const { draft } = input;
  return draft === undefined ? wide('draft-missing') : propagator.relevant({ ...input, draft });
}
