import { Content, reveal } from '../../history/content.ts';
import type { History } from '../../history/history.ts';
import type { Message } from '../../history/message.ts';
import { regionsOf } from '../../history/regions.ts';
import type { Label } from '../../label/label.ts';
import type { ModelReply } from '../../model/chat-model.ts';
import type { Relevance } from '../../propagate/propagator.ts';
import type { StepKind } from '../events.ts';
import type { Run } from '../run.ts';
import { generate } from './generate.ts';
import { isIdentical } from './identical.ts';
import { screen } from './screen.ts';

type Assistant = Extract<Message, { role: 'assistant' }>;

/** True if a generation's calls are reads that were taken at the wide label. */
export function isLazy(how: StepKind): boolean {
  return how === 'draft-lazy' || how === 'regenerated-lazy';
}

interface LazyInput {
  readonly history: History;
  readonly signal: AbortSignal;
  /** It needs results of lazy reads. */
  readonly target: ModelReply;
  /** True if it is worth generations that what it depends on flows to this label. */
  readonly isWorth: (label: Label) => boolean;
  /** The label of the whole history and of the draft, before anything is lowered. */
  readonly seen: Label;
}

/** A read that could be lowered: where it stands, to which label, and what it depends on itself. */
interface Plan {
  readonly index: number;
  readonly label: Label;
  readonly relevance: Relevance;
}

/**
 * Shortcut 3 (docs/specification.md): reads were taken at the wide label; now that a side effect
 * needs them, each is replayed from the view at the label that the propagator finds for it, and
 * lowered to that label only where the identical calls come out. The match is one bit about what
 * lies above, recorded as `read-replayed`. Reads that the draft does not need are left alone.
 */
export async function lowerReads(run: Run, input: LazyInput): Promise<History> {
  const { plans, hypothesis } = await planReads(run, input);
  if (plans.length === 0) return input.history;
  const { target, isWorth } = input;
  const { relevance, label } = await screen(run, { ...input, history: hypothesis }, target);
  if (!isWorth(label)) return input.history;
  let { history } = input;
  for (const plan of neededPlans(hypothesis, plans, relevance)) {
    history = await replayRead(run, { ...input, history }, plan);
  }
  return history;
}

/** The history as it would be if every pending read could be lowered. No model is asked. */
async function planReads(
  run: Run,
  input: LazyInput,
): Promise<{ readonly plans: readonly Plan[]; readonly hypothesis: History }> {
  const plans: Plan[] = [];
  let hypothesis = input.history;
  for (const [index, message] of input.history.messages.entries()) {
    if (message.role !== 'assistant' || !isPending(run, input.history, index)) continue;
    const before = hypothesis.upTo(index);
    const { relevance, label } = await screen(run, { ...input, history: before }, replyOf(message));
    if (label === message.label || !run.space.flowsTo(label, message.label)) continue;
    plans.push({ index, label, relevance });
    hypothesis = lowered(run, hypothesis, { index, label, message });
  }
  return { plans, hypothesis };
}

/** The reads in which something relevant stands, and the reads that those needed in turn. */
function neededPlans(
  history: History,
  plans: readonly Plan[],
  relevance: Relevance,
): readonly Plan[] {
  const home = new Map(regionsOf(history).map(({ id, message }) => [id, message]));
  const needed = new Set<Plan>();
  const visit = (found: Relevance): void => {
    for (const plan of plans) {
      if (needed.has(plan) || !touches(history, home, { plan, found })) continue;
      needed.add(plan);
      visit(plan.relevance);
    }
  };
  visit(relevance);
  return plans.filter((plan) => needed.has(plan));
}

function touches(
  history: History,
  home: ReadonlyMap<string, number>,
  { plan, found }: { readonly plan: Plan; readonly found: Relevance },
): boolean {
  if (found.kind !== 'regions') return true;
  const places = new Set([plan.index, ...resultsOf(history, plan.index)]);
  return found.regions.some((id) => places.has(home.get(id) ?? -1));
}

async function replayRead(run: Run, input: LazyInput, plan: Plan): Promise<History> {
  const { history } = input;
  const { index, label } = plan;
  const message = history.messages[index];
  if (message?.role !== 'assistant') return history;
  const callIds = message.calls.map(({ id }) => id);
  run.wasReplayed(message);
  const generated = await generate(run, {
    history: history.upTo(index),
    signal: input.signal,
    label,
    purpose: 'replay',
  });
  if (generated.kind === 'failed') return history;
  // A search of the provider's stands above the view that the read is to be lowered to.
  const identical = generated.label === label && isIdentical(replyOf(message), generated.reply);
  run.record({ type: 'read-replayed', callIds, label, identical });
  if (!identical) return history;
  // The text of the wide generation stays above: only the replayed text is a function of the view.
  const text = Content.whole(run.space, generated.reply.text, label);
  return lowered(run, history, { index, label, message: { ...message, text } });
}

function lowered(
  run: Run,
  history: History,
  { index, label, message }: { index: number; label: Label; message: Assistant },
): History {
  const pending = message.calls.map(({ id, tool, declared, args }) => {
    return { id, tool, declared, args: reveal(args) };
  });
  const fresh = run.generationMessage({ text: reveal(message.text) }, pending, label);
  return resultsOf(history, index).reduce(
    (changed, at) => {
      const result = history.messages[at];
      const relabelled = result?.role === 'tool' ? run.relabelledResult(result, label) : undefined;
      return relabelled === undefined ? changed : changed.with(at, relabelled);
    },
    history.with(index, fresh),
  );
}

/** Where the results of an assistant message's calls stand. */
function resultsOf(history: History, index: number): readonly number[] {
  const { messages } = history;
  const message = messages[index];
  if (message?.role !== 'assistant') return [];
  const ids = new Set(message.calls.map(({ id }) => id));
  return messages.flatMap((other, at) =>
    at > index && other.role === 'tool' && ids.has(other.callId) ? [at] : [],
  );
}

/** Only what this run made itself is lowered: a message that a client changed is not that. */
function isPending(run: Run, history: History, index: number): boolean {
  const message = history.messages[index];
  const results = resultsOf(history, index).flatMap((at) => history.messages[at] ?? []);
  return message !== undefined && run.isLazyRead(message, results);
}

function replyOf(message: Assistant): ModelReply {
  const calls = message.calls.map(({ tool, args }) => ({ tool, args: reveal(args) }));
  return { text: reveal(message.text), calls, stop: 'complete' };
}
