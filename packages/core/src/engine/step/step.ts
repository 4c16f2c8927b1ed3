import type { History } from '../../history/history.ts';
import { labelOfHistory } from '../../history/regions.ts';
import { beforeLong } from '../../history/slices.ts';
import type { Label } from '../../label/label.ts';
import { type ChatModel, lengthOf, type ModelReply } from '../../model/chat-model.ts';
import type { StepKind } from '../events.ts';
import type { Run } from '../run.ts';
import type { TakenShortcuts } from '../run-options.ts';
import { isAskedNarrower, isTaken, labelBeforeAsking } from './before-asking.ts';
import {
  type Draft,
  type Failed,
  generate,
  type Generated,
  type GenerateInput,
  labelAgain,
  labelWith,
  offerAt,
} from './generate.ts';
import { lowerReads } from './lazy-reads.ts';
import { allowedAt, isHelped, screen, wideLabel } from './screen.ts';
import { isSaidAnew, type Staged, type StagedInput, stagedStep } from './staged.ts';

export interface StepInput {
  readonly history: History;
  readonly signal: AbortSignal;
  readonly onText?: ((delta: string) => void) | undefined;
}

/** The output of one step: what the model said, and the label that all of it carries. */
export interface Generation {
  readonly kind: 'generated';
  readonly how: StepKind;
  readonly reply: ModelReply;
  readonly label: Label;
  /** The label of data arguments, where it is another, above (labels per argument). */
  readonly data?: Label | undefined;
  /** The history after the step's own work: reads may have been lowered in it. */
  readonly history: History;
}

export type StepResult = Generation | Failed;

/**
 * One step of RTBAS alg. 4, corrected as docs/specification.md says: choose a label, show the
 * model what flows to it, and give its output that label. What the propagator answers can cost
 * utility; it cannot break noninterference, for each output comes from a view at its own label.
 */
export async function takeStep(run: Run, input: StepInput): Promise<StepResult> {
  run.nextStep();
  const result = await chosenStep(run, input);
  // A failure tells of the view that the model failed on.
  if (result.kind === 'failed') run.enclosure.sees(result.label);
  return result;
}

async function chosenStep(run: Run, input: StepInput): Promise<StepResult> {
  const { propagator } = run.options;
  const wide = wideLabel(run, input.history);
  if (propagator.needs === 'draft') return draftedStep(run, input, wide);
  const seen = labelOfHistory(run.space, input.history);
  const { label } = await screen(run, { ...input, seen }, undefined);
  const generated = await generate(run, { ...input, label, purpose: 'strict', onText: undefined });
  return finish(run, generated, { how: 'strict', history: input.history });
}

async function draftedStep(run: Run, input: StepInput, wide: Label): Promise<StepResult> {
  const { draftModel, shortcuts } = run.options;
  // Only outputs are streamed, and without shortcuts no draft is an output.
  const onText = shortcuts === 'none' ? undefined : streamAt(run, input, wide);
  const draft = await (draftModel === undefined
    ? generate(run, { ...input, label: wide, purpose: 'draft', onText })
    : draftByOther(run, { ...input, model: draftModel, label: wide }));
  // The other model only helps to choose: without its draft, everything is relevant.
  if (draft.kind === 'failed') {
    return draftModel === undefined ? draft : widely(run, input, wide);
  }
  await beforeLong(lengthOf(draft.reply));
  if (shortcuts === 'none') return asWritten(run, input, draft);
  const how = draftAsItIs(run, draft.reply, draft.label);
  if (how !== undefined) return stand(run, input, { draft, how });
  return narrowedStep(run, input, draft);
}

/** Algorithm 4 of RTBAS as it is written: the draft is for the propagator alone. */
async function asWritten(run: Run, input: StepInput, draft: Draft): Promise<StepResult> {
  const { history, signal } = input;
  const seen = run.space.join(labelOfHistory(run.space, history), draft.label);
  const { label } = await screen(run, { history, signal, seen }, draft.reply);
  const again = await generate(run, { history, signal, label, purpose: 'regeneration' });
  return finish(run, again, { how: 'regenerated', history });
}

/** A search may come before the text as well as after it; what is checked is checked whole. */
function streamAt(run: Run, { onText }: StepInput, label: Label): StepInput['onText'] {
  if (run.options.policy.answerIsChecked === true) return undefined;
  const widest = labelWith(run, label, offerAt(run, label).offered);
  if (!run.space.flowsTo(widest, run.options.policy.answerFloor)) return undefined;
  if (onText !== undefined) run.enclosure.sees(widest);
  return onText;
}

/** The draft is the output where the main model made it; another model's never is (RTBAS 9). */
async function stand(
  run: Run,
  input: StepInput,
  { draft, how }: { readonly draft: Draft; readonly how: StepKind },
): Promise<StepResult> {
  const { draftModel } = run.options;
  if (draftModel === undefined) return finish(run, draft, { how, history: input.history });
  return widely(run, input, draft.label);
}

/** The main model's own output at the wide label, where another model drafted. */
async function widely(run: Run, input: StepInput, label: Label): Promise<StepResult> {
  const { history } = input;
  const onText = streamAt(run, input, label);
  const wide = await generate(run, { ...input, label, purpose: 'regeneration', onText });
  const isRead =
    wide.kind === 'generated' && draftAsItIs(run, wide.reply, wide.label) === 'draft-lazy';
  return finish(run, wide, { how: isRead ? 'regenerated-lazy' : 'regenerated-wide', history });
}

/** Shortcuts 2 and 3: whether the draft is the output without asking the propagator. */
function draftAsItIs(run: Run, reply: ModelReply, wide: Label): StepKind | undefined {
  const { policy } = run.options;
  const shortcuts = shortcutsOf(run);
  const { calls } = reply;
  // None of its calls may run, and what half a generation depends on cannot be told from it.
  if (reply.stop === 'truncated' && calls.length > 0) return 'draft-unhelped';
  if (allowedAt(run, reply, wide) < Math.max(1, calls.length)) return undefined;
  if (calls.length === 0) return 'draft-allowed';
  const floors = calls.map(({ tool }) => policy.resultFloor(tool));
  if (shortcuts.allowedDraft && floors.every((floor) => run.space.flowsTo(wide, floor))) {
    return 'draft-allowed';
  }
  const reads = calls.every(({ tool }) => policy.effect(tool) === 'read');
  return shortcuts.lazyReads && reads ? 'draft-lazy' : undefined;
}

async function narrowedStep(run: Run, input: StepInput, draft: Draft): Promise<StepResult> {
  const { reply, label: wide } = draft;
  let { history } = input;
  const seen = run.space.join(labelOfHistory(run.space, history), wide);
  await beforeLong(lengthOf(reply));
  let { label: narrow, relevance } = await screen(run, { ...input, seen }, reply);
  const isEnough = isHelped(run, reply, { wide, narrow: labelAgain(run, reply, narrow) });
  if (shortcutsOf(run).lazyReads && !isEnough) {
    const isWorth = (label: Label): boolean =>
      isHelped(run, reply, { wide, narrow: label }) || isAskedNarrower(run, draft, label);
    history = await lowerReads(run, { ...input, target: reply, isWorth, seen });
    if (history !== input.history) {
      ({ label: narrow, relevance } = await screen(run, { ...input, history, seen }, reply));
    }
  }
  const expected = labelAgain(run, reply, narrow);
  const isWhole = run.space.flowsTo(wide, expected);
  const isUseful = !isWhole && isHelped(run, reply, { wide, narrow: expected });
  const { signal } = input;
  const { staged: isStaged = false } = shortcutsOf(run);
  const isFirst = !isUseful || (isStaged && isSaidAnew(run, reply, relevance));
  if (isStaged && isFirst) {
    const tried = await triedApart(run, { history, signal, draft, seen });
    if ('kind' in tried) return tried;
    ({ history } = tried);
  }
  const label = isUseful ? narrow : labelBeforeAsking(run, draft, narrow);
  if (label === undefined) {
    const how = isWhole ? 'draft-whole' : 'draft-unhelped';
    return stand(run, { ...input, history }, { draft, how });
  }
  const again = await generate(run, { history, signal, label, purpose: 'regeneration' });
  if (again.kind === 'generated' && !isTaken(run, draft, { again, isUseful, history })) {
    const last =
      isStaged && !isFirst ? await triedApart(run, { history, signal, draft, seen }) : { history };
    if ('kind' in last) return last;
    ({ history } = last);
    return stand(run, { ...input, history }, { draft, how: 'fell-back' });
  }
  return finish(run, again, { how: isUseful ? 'regenerated' : 'regenerated-asked', history });
}

/** Shortcut 5. Where it gives no output, reads may have been lowered. */
async function triedApart(
  run: Run,
  input: StagedInput,
): Promise<StepResult | { readonly history: History }> {
  const staged = await stagedStep(run, input);
  if (staged.kind === 'failed') return staged;
  return staged.kind === 'staged' ? finishStaged(run, staged) : { history: staged.history };
}

/** The shortcuts that a step takes; `none` are none. */
function shortcutsOf({ options: { shortcuts } }: Run): TakenShortcuts {
  return shortcuts === 'none' ? { allowedDraft: false, lazyReads: false } : shortcuts;
}

function finish(
  run: Run,
  generated: Generated,
  { how, history }: Pick<Generation, 'how' | 'history'>,
): StepResult {
  if (generated.kind === 'failed') return generated;
  const { reply, label } = generated;
  run.record({ type: 'step-labelled', kind: how, label });
  return { kind: 'generated', how, reply, label, history };
}

function finishStaged(run: Run, { reply, label, data, history }: Staged): Generation {
  run.record({ type: 'step-labelled', kind: 'staged', label: data, control: label });
  return { kind: 'generated', how: 'staged', reply, label, data, history };
}

/**
 * A draft that another model makes for the main one (RTBAS 9): it is sent what flows to `label` and
 * to its own clearance. What comes back is labelled `label`: the view that the main model would
 * generate from in the draft's stead.
 */
async function draftByOther(
  run: Run,
  input: Omit<GenerateInput, 'purpose' | 'onText'> & { readonly model: ChatModel },
): Promise<Generated> {
  const { history, signal, model, label: wide } = input;
  const label = run.space.meet(wide, run.clearance(model, 'judge'));
  const drafted = await generate(run, { history, signal, model, label, purpose: 'draft' });
  return { ...drafted, label: wide };
}
