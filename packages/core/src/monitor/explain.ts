import type { History } from '../history/history.ts';
import { findRegion, ownText, type RegionEntry } from '../history/regions.ts';
import { visibleHistory } from '../redact/visible.ts';
import type { Label } from '../label/label.ts';
import { limits } from '../limits.ts';
import type { ModelReply } from '../model/chat-model.ts';
import type { Evidence, Relevance } from '../propagate/propagator.ts';
import { relevantWithin } from '../propagate/relevant-within.ts';
import type { Explanation, ShownEvidence } from './decision.ts';
import { argumentReader, excerptOf } from './excerpt.ts';
import { explainApart } from './explain-apart.ts';
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
  const { structure, explainer } = run.options;
  const visible = visibleHistory(run.space, history, { label, structure });
  const relevant = async (draft: ModelReply): Promise<Relevance> =>
    await relevantWithin(
      explainer,
      { space: run.space, history: visible, signal, draft },
      { timeoutMs: limits.propagatorTimeoutMsMax },
    );
  const relevance = await relevant(reply);
  const found =
    relevance.kind === 'regions' ? relevance : await explainApart(reply, visible, relevant);
  const flows = found.evidence.flatMap((one) => {
    const entry = findRegion(visible, one.region);
    const isShown = entry !== undefined && run.space.flowsTo(entry.label, label);
    return isShown ? [{ one, entry }] : [];
  });
  const readers = reply.calls.map(({ args }) => argumentReader(args));
  return (index) => ({
    evidence: flows
      .filter(({ one }) => one.call === index)
      .map(({ one, entry }) => {
        const value = readers[index]?.(one.argument);
        return shownEvidence(one, { entry, value, history: visible });
      }),
    // A name and a value of one argument may both lack a source: it is told once.
    unsourced: [
      ...new Set(
        found.unsourced.flatMap(({ call, argument }) => (call === index ? [argument] : [])),
      ),
    ],
  });
}

interface Shown {
  readonly entry: RegionEntry;
  /** Text of the argument. */
  readonly value: string | undefined;
  readonly history: History;
}

function shownEvidence(
  { argument, region, how }: Evidence,
  { entry, value, history }: Shown,
): ShownEvidence {
  const excerpt = excerptOf(ownText(entry).trim(), value);
  const from = sourceOf(history, entry.message);
  return { argument, region, how, from, path: entry.path, label: entry.label, excerpt };
}

/** Who wrote the message; the name of a tool that was not declared is text, and not told. */
function sourceOf(history: History, index: number): string {
  const message = history.messages[index];
  if (message === undefined) return 'tool description';
  if (message.role !== 'tool') return message.role;
  for (const other of history.messages) {
    const calls = other.role === 'assistant' ? other.calls : [];
    const call = calls.find(({ id }) => id === message.callId);
    if (call !== undefined) return call.declared ? call.tool : 'undeclared tool';
  }
  return 'unknown tool';
}
