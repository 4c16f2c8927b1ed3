import {
  joinAll,
  regionsOf,
  type History,
  type Label,
  type ModelReply,
  type Propagator,
  type Relevance,
} from '@sluice/core';
import type { Saliency } from '../port/saliency.ts';
import type { Tokenizer } from '../port/tokenizer.ts';
import { isTask, renderingOf, type Rendering } from './input/rendering.ts';
import { windowsOf, type Window } from './input/windows.ts';
import { measure } from './measure/measure.ts';
import { probabilitiesOf, type Screener } from './screener.ts';

export interface AttentionOptions {
  readonly screener: Screener;
  readonly saliency: Saliency;
  readonly tokenizer: Tokenizer;
  /** What the white-box model may be shown: it reads a whole history and its draft, or nothing. */
  readonly clearance: Label;
  /**
   * Declarations of tools are not shown to the small model. `all` counts each as relevant;
   * `called`,
   * as `lineage` does, those of the tools that the draft calls.
   */
  readonly declarations: 'all' | 'called';
  /** `all`: an answer depends on everything, for the screener was trained on calls alone. */
  readonly answers: 'all' | 'screened';
}

type Input = Parameters<Extract<Propagator, { readonly needs: 'draft' }>['relevant']>[0];

/**
 * The attention-based screener (RTBAS 7.2): a small white-box model reads history and draft, and a
 * network judges by its saliency which regions the draft depends on. Each call of a draft is read
 * by itself. System and user turns are always relevant, and so is what the small model was not
 * shown. Where it may not read the history, cannot read the draft, has no room, or says what is no
 * number, every region is relevant.
 */
export function attention(options: AttentionOptions): Propagator {
  return { name: 'attention', needs: 'draft', relevant: (input) => judged(options, input) };
}

async function judged(options: AttentionOptions, input: Input): Promise<Relevance> {
  const { history, draft, signal } = input;
  if (!mayRead(options, input) || !isOfOneModel(options)) return all('propagator-failed');
  if (draft.stop === 'truncated') return all('draft-unreadable');
  if (draft.calls.length === 0 && options.answers === 'all') return all('unexplained');
  const chosen = new Set(unjudged(history, draft, options));
  for (const part of oneByOne(draft)) {
    const rendering = renderingOf(history, part);
    if (rendering === undefined) return all('draft-unreadable');
    if (rendering.regions.length === 0) continue;
    const windows = windowsOf(rendering, options.tokenizer, options.screener.limits);
    if (windows === undefined) return all('limit-reached');
    const relevant = await relevantIn({ rendering, windows }, { ...options, signal });
    if (relevant === undefined) return all('propagator-failed');
    for (const id of relevant) chosen.add(id);
  }
  const regions = regionsOf(history).flatMap(({ id }) => (chosen.has(id) ? [id] : []));
  return { kind: 'regions', regions, evidence: [], unsourced: [] };
}

function all(because: string): Relevance {
  return { kind: 'all', because };
}

/** The draft was made from the whole history, and carries the join of its labels. */
function mayRead({ clearance }: AttentionOptions, { space, history }: Input): boolean {
  const labels = regionsOf(history).map(({ label }) => label);
  return space.flowsTo(joinAll(space, labels), clearance);
}

/** Saliency of another model, or of another method, means something else to the network. */
function isOfOneModel({ screener, saliency, tokenizer }: AttentionOptions): boolean {
  const { model, method } = screener.source;
  return saliency.model === model && tokenizer.model === model && saliency.method === method;
}

function oneByOne(draft: ModelReply): readonly ModelReply[] {
  if (draft.calls.length === 0) return [draft];
  return draft.calls.map((call) => ({ ...draft, text: '', calls: [call] }));
}

/** What counts without a judgement: the task, and what the small model is not shown. */
function unjudged(
  history: History,
  draft: ModelReply,
  { declarations }: AttentionOptions,
): readonly string[] {
  const called = new Set(draft.calls.map(({ tool }) => tool));
  const counts = history.tools.map(({ tool }) => declarations === 'all' || called.has(tool.name));
  let declaration = 0;
  return regionsOf(history).flatMap((entry) => {
    const message = history.at(entry.message);
    switch (entry.source.kind) {
      case 'tool':
        // Declarations come first, in their order.
        declaration += 1;
        return counts[declaration - 1] === false ? [] : [entry.id];
      case 'opaque':
        return [entry.id];
      case 'shape':
        return message?.role === 'system' || message?.role === 'user' ? [entry.id] : [];
      case 'text': {
        const isUnseen = message === undefined || message.role === 'system';
        return isUnseen || isTask(message, entry) ? [entry.id] : [];
      }
    }
  });
}

interface Reading {
  readonly rendering: Rendering;
  readonly windows: readonly Window[];
}

/** The regions from the threshold on; `undefined` where a probability is no number. */
async function relevantIn(
  { rendering, windows }: Reading,
  {
    screener,
    saliency,
    signal,
  }: Pick<AttentionOptions, 'screener' | 'saliency'> & {
    readonly signal: AbortSignal;
  },
): Promise<readonly string[] | undefined> {
  const measured = { rendering, windows: await measure(saliency, windows, { signal }) };
  const probabilities = probabilitiesOf(screener, measured);
  const isWhole = probabilities.length === rendering.regions.length;
  if (!isWhole || !probabilities.every(Number.isFinite)) return undefined;
  const shown = new Set(windows.flatMap(({ spans }) => spans.map(({ region }) => region)));
  return rendering.regions.flatMap(({ id }, at) => {
    const probability = probabilities[at] ?? 1;
    return probability >= screener.threshold || !shown.has(id) ? [id] : [];
  });
}
