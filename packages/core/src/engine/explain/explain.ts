import type { History } from '../../history/history.ts';
import type { Call } from '../../history/message.ts';
import { findRegion, ownText, type RegionEntry } from '../../history/regions.ts';
import { writerOf } from '../../history/writer-of.ts';
import { visibleHistory } from '../../redact/visible.ts';
import type { Label } from '../../label/label.ts';
import { limits } from '../../limits.ts';
import { beforeLong } from '../../history/slices.ts';
import { lengthOf, type ModelReply } from '../../model/chat-model.ts';
import type { Evidence, Relevance } from '../../propagate/propagator.ts';
import { relevantWithin } from '../../propagate/relevant-within.ts';
import type { Explanation, ShownEvidence } from '../decision.ts';
import { argumentReader, excerptOf } from './excerpt.ts';
import { explainApart, explainedWorkMax } from './explain-apart.ts';
import type { Run } from '../run.ts';

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
  await beforeLong(lengthOf(reply));
  const visible = visibleHistory(run.space, history, { label, structure });
  const relevant = async (draft: ModelReply, workMax: number): Promise<Relevance> =>
    await relevantWithin(
      explainer,
      { space: run.space, history: visible, signal, draft, workMax },
      { timeoutMs: limits.propagatorTimeoutMsMax },
    );
  const relevance = await relevant(reply, explainedWorkMax);
  const found =
    relevance.kind === 'regions'
      ? relevance
      : await explainApart(reply, { tools: visible.tools, whole: relevance }, relevant);
  const shown = new ShownSources(visible);
  const flows = found.evidence.flatMap((one) => {
    const entry = findRegion(visible, one.region);
    const isShown = entry !== undefined && run.space.flowsTo(entry.label, label);
    return isShown ? [{ call: one.call, one, entry }] : [];
  });
  const evidence = Map.groupBy(flows, ({ call }) => call);
  const unsourced = Map.groupBy(found.unsourced, ({ call }) => call);
  return (index) => {
    const flowing = evidence.get(index) ?? [];
    const args = reply.calls[index]?.args ?? '';
    const valueOf = flowing.length === 0 ? undefined : argumentReader(args);
    return {
      evidence: flowing.map(({ one, entry }) =>
        shown.evidence(one, entry, valueOf?.(one.argument)),
      ),
      // A name and a value of one argument may both lack a source: it is told once.
      unsourced: [...new Set((unsourced.get(index) ?? []).map(({ argument }) => argument))],
    };
  };
}

/** The evidence of regions as a person is shown it, within bounds for all of it. */
class ShownSources {
  readonly #history: History;
  readonly #texts = new Map<string, string>();
  readonly #calls = new Map<string, Call>();
  #charactersLeft: number = limits.excerptsCharactersMax;
  #searchLeft: number = limits.excerptSearchCharactersMax;

  constructor(history: History) {
    this.#history = history;
    for (const message of history.messages) {
      if (message.role !== 'assistant') continue;
      for (const call of message.calls) {
        if (!this.#calls.has(call.id)) this.#calls.set(call.id, call);
      }
    }
  }

  evidence(
    { argument, region, how }: Evidence,
    entry: RegionEntry,
    value: string | undefined,
  ): ShownEvidence {
    const excerpt = this.#excerptOf(entry, value);
    const message = this.#history.at(entry.message);
    const from = message ? writerOf(message, (id) => this.#calls.get(id)) : 'tool description';
    return { argument, region, how, from, path: entry.path, label: entry.label, excerpt };
  }

  /** None past the limit of all together, which is more than anybody reads. */
  #excerptOf(entry: RegionEntry, value: string | undefined): string {
    if (this.#charactersLeft <= 0) return '';
    const text = this.#texts.get(entry.id) ?? ownText(entry).trim();
    this.#texts.set(entry.id, text);
    this.#searchLeft -= text.length;
    const excerpt = excerptOf(text, this.#searchLeft < 0 ? undefined : value);
    this.#charactersLeft -= excerpt.length;
    return this.#charactersLeft < 0 ? '' : excerpt;
  }
}
