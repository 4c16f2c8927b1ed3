import {
  type History,
  joinAll,
  type Label,
  type Message,
  type ModelReply,
  type Propagator,
  regionsOf,
  type Relevance,
} from '@sluice/core';
import type { Saliency } from '../port/saliency.ts';
import type { Tokenizer } from '../port/tokenizer.ts';
import { type Reading, type Readings, readingsOf } from './input/readings.ts';
import { isTask, type Rendering, renderingOf } from './input/rendering.ts';
import { windowsOfDraftMax } from './input/window-limits.ts';
import { measure } from './measure/measure.ts';
import { blindRegions } from './measure/measured.ts';
import { probabilitiesOf, type Screener } from './screener.ts';

export interface AttentionOptions {
  readonly screener: Screener;
  readonly saliency: Saliency;
  readonly tokenizer: Tokenizer;
  /** The label up to which the white-box model may see a history and its draft: all or nothing. */
  readonly clearance: Label;
  /**
   * Declarations of tools are not shown to the small model. `all` counts each as relevant;
   * `called`,
   * as `lineage` does, those of the tools that the draft calls.
   */
  readonly declarations: 'all' | 'called';
  /** `all`: an answer depends on everything, for the screener was trained on calls alone. */
  readonly answers: 'all' | 'screened';
  /**
   * How to take regions of which some text was not read: images and files among results, and what
   * the small model has no room or no token for; default: `relevant`.
   */
  readonly unseen?: 'relevant' | 'irrelevant' | undefined;
}

type Input = Parameters<Extract<Propagator, { readonly needs: 'draft' }>['relevant']>[0];

/**
 * The attention-based screener (RTBAS 7.2): a small white-box model reads history and draft, and a
 * network judges by its saliency which regions the draft depends on. Each call of a draft is read
 * by itself, a long one in several readings, of which the largest counts for each region. System
 * and user turns are always relevant, and so are regions of which the saliency says nothing. Where
 * it may not read the history, cannot read the draft, has no room, would need more than
 * `windowsOfDraftMax` windows, or says what is no number, every region is relevant.
 *
 * A region without any text counts for nothing: there is nothing to copy or to follow in it, and
 * whoever may leave a field empty could otherwise raise every step. Nor does the shape of a result,
 * for its label flows to those of its parts.
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
  const plans = plansOf(options, input);
  if (plans.kind === 'all') return plans;
  for (const plan of plans.calls) {
    const relevant = await relevantIn(plan, { ...options, signal });
    if (relevant === undefined) return all('propagator-failed');
    for (const id of relevant) chosen.add(id);
  }
  const regions = regionsOf(history).flatMap(({ id }) => (chosen.has(id) ? [id] : []));
  return { kind: 'regions', regions, evidence: [], unsourced: [] };
}

interface Plan {
  readonly rendering: Rendering;
  readonly readings: Readings;
}

type Everything = Extract<Relevance, { readonly kind: 'all' }>;

/** All that is to be read, before any of it is: what is too much is not begun. */
function plansOf(
  { tokenizer, screener: { limits } }: AttentionOptions,
  { history, draft }: Pick<Input, 'history' | 'draft'>,
): Everything | { readonly kind: 'calls'; readonly calls: readonly Plan[] } {
  const calls: Plan[] = [];
  let windowsMax = windowsOfDraftMax;
  for (const part of oneByOne(draft)) {
    const rendering = renderingOf(history, part);
    if (rendering === undefined) return all('draft-unreadable');
    if (rendering.regions.length === 0) continue;
    const readings = readingsOf(rendering, tokenizer, { limits, windowsMax });
    if (readings === undefined) return all('limit-reached');
    windowsMax -= readings.windows;
    calls.push({ rendering, readings });
  }
  return { kind: 'calls', calls };
}

function all(because: string): Everything {
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

/** The regions that count without a judgement: the task, and what the small model is not shown. */
function unjudged(
  history: History,
  draft: ModelReply,
  { declarations, unseen = 'relevant' }: AttentionOptions,
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
        return unseen === 'relevant' || isOfTask(message) ? [entry.id] : [];
      case 'shape':
        return isOfTask(message) ? [entry.id] : [];
      case 'text': {
        const isUnseen = message === undefined || message.role === 'system';
        return isUnseen || isTask(message, entry) ? [entry.id] : [];
      }
    }
  });
}

function isOfTask(message: Message | undefined): boolean {
  return message?.role === 'system' || message?.role === 'user';
}

type Judging = Pick<AttentionOptions, 'screener' | 'saliency' | 'unseen'> & {
  readonly signal: AbortSignal;
};

/** The regions that any reading finds relevant; `undefined` where a probability is no number. */
async function relevantIn(
  { rendering: { regions }, readings: { readings, unseen } }: Plan,
  options: Judging,
): Promise<ReadonlySet<string> | undefined> {
  const relevant = new Set(options.unseen === 'irrelevant' ? [] : unseen);
  for (const reading of readings) {
    const found = await relevantTo(reading, regions, options);
    if (found === undefined) return undefined;
    for (const id of found) relevant.add(id);
  }
  return relevant;
}

/** The regions from the threshold on, and those of which nothing was found out. */
async function relevantTo(
  { windows: unread, output }: Reading,
  regions: Rendering['regions'],
  { screener, saliency, signal }: Judging,
): Promise<readonly string[] | undefined> {
  const windows = await measure(saliency, unread, { signal });
  const probabilities = probabilitiesOf(screener, { rendering: { regions, output }, windows });
  const isWhole = probabilities.length === regions.length;
  if (!isWhole || !probabilities.every(Number.isFinite)) return undefined;
  const isRelevant = (at: number): boolean => (probabilities[at] ?? 1) >= screener.threshold;
  return [
    ...blindRegions(windows),
    ...regions.flatMap(({ id }, at) => (isRelevant(at) ? [id] : [])),
  ];
}
