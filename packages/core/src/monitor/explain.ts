import type { History } from '../history/history.ts';
import { regionsOf } from '../history/regions.ts';
import { visibleHistory } from '../history/visible.ts';
import type { Label } from '../label/label.ts';
import { limits } from '../limits.ts';
import type { ModelReply } from '../model/chat-model.ts';
import type { Evidence, Relevance } from '../propagate/propagator.ts';
import { relevantWithin } from '../propagate/relevant-within.ts';
import type { Explanation } from './decision.ts';
import type { Run } from './run.ts';

/** A reply that is decided on, with its label and the history that it came from. */
interface Explained {
  readonly history: History;
  readonly reply: ModelReply;
  readonly label: Label;
  readonly signal: AbortSignal;
}

export type Explain = (call: number) => Explanation;

/** Where nobody asks: a read that is taken without a question. */
export const unexplained: Explain = () => ({ evidence: [], unsourced: [] });

/**
 * Says of each call of a reply which region reached which argument. A person's answer is labelled
 * as the call, so the explainer sees only what flows to the call's label: an argument whose value
 * stands above it alone counts as one without a source.
 */
export async function explainCalls(
  run: Run,
  { history, reply, label, signal }: Explained,
): Promise<Explain> {
  const visible = visibleHistory(run.space, history, label);
  const relevance = await relevantWithin(
    run.options.explainer,
    { space: run.space, history: visible, signal, draft: reply },
    { timeoutMs: limits.propagatorTimeoutMsMax },
  );
  if (relevance.kind !== 'regions') return unexplained;
  const evidence = evidenceAt(run, visible, { relevance, label });
  return (index) => ({
    evidence: evidence.filter(({ call }) => call === index),
    unsourced: relevance.unsourced
      .filter(({ call }) => call === index)
      .map(({ argument }) => argument),
  });
}

function evidenceAt(
  run: Run,
  history: History,
  { relevance, label }: { relevance: Extract<Relevance, { kind: 'regions' }>; label: Label },
): readonly Evidence[] {
  const labels = new Map(regionsOf(history).map((entry) => [entry.id, entry.label]));
  return relevance.evidence.filter(({ region }) =>
    run.space.flowsTo(labels.get(region) ?? run.space.top, label),
  );
}
