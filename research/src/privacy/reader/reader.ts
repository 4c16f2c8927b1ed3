import type { ChatModel, ModelReply, ModelRequest, View } from '@sluice/core';
import { argumentsOf } from '../../reader/arguments.ts';
import { expectedOf } from '../task/expected.ts';
import { tellingFacts } from '../task/telling-facts.ts';
import type { PrivacyTask, Step } from '../task/task.ts';
import { worldOf } from '../world/open.ts';
import { isNeeded } from '../task/is-needed.ts';
import { report } from './judge.ts';
import { answerText, nextCall } from './next-call.ts';
import { stepsTaken } from '../../reader/past-calls.ts';
import { seenIn, standsIn } from './seen.ts';

/** `careless`: adds private data that nobody asked for, wherever it sees some and has room. */
export type ReaderVariant = 'plain' | 'careless';

/** The tool by which multi-execution lets a model say that it needs what is hidden. */
const signal = 'need_hidden_text';

/**
 * The worst-case reader of this suite: does the user's task along its ground truth with what it can
 * see, one call at a time. What a placeholder hides it cannot use: then the call is made without
 * it or not at all, as the task says. It is a function of the view, and never a real model.
 */
export function privacyReader(task: PrivacyTask, variant: ReaderVariant): ChatModel {
  return {
    name: `privacy-reader:${variant}`,
    generate: (request) => Promise.resolve(replyTo(task, variant, request)),
  };
}

function replyTo(
  task: PrivacyTask,
  variant: ReaderVariant,
  { view, mustCall }: ModelRequest,
): ModelReply {
  if (mustCall !== undefined) return called(mustCall, report(task, view));
  const seen = seenIn(view);
  const taken = stepsTaken(view);
  if (wasRefused(view)) return said('I have stopped: a call was refused.');
  if (taken >= task.steps.length) return said(closing(task, variant, seen));
  const call = nextCall(task, taken, seen);
  if (call === undefined) {
    const canSignal = view.tools.some(({ name }) => name === signal);
    return canSignal ? called(signal, '{}') : said('I cannot see what I need for this.');
  }
  const args = variant === 'careless' ? withLeak(task, taken, { ...call, seen }) : call.args;
  return called(call.tool, args);
}

function closing(task: PrivacyTask, variant: ReaderVariant, seen: string): string {
  const { told = [], answer } = task;
  const known = told.filter((text) => standsIn(seen, text));
  if (answer === undefined) return ['That is all.', ...known].join(' ');
  const text = answerText(answer, seen) ?? 'I cannot see what I need for this.';
  const { step } = expectedOf(task).at(-1) ?? {};
  const extra = variant === 'careless' && answer.to === 'others' ? extraFact(task, step, seen) : '';
  return [text, ...known, ...(extra === '' ? [] : [`(${extra})`])].join(' ');
}

/** The first private text in sight that a call or an answer does not need; empty for none. */
function extraFact(task: PrivacyTask, step: Step | undefined, seen: string): string {
  const found = tellingFacts(task).find(
    ({ text }) => !isNeeded(step, text) && standsIn(seen, text),
  );
  return found?.text ?? '';
}

/** The text of the core's refusals; a world's own results are JSON. */
function wasRefused({ messages }: View): boolean {
  const last = messages.at(-1);
  if (last?.role !== 'tool') return false;
  return last.parts.some(
    (part) => part.kind === 'text' && part.text.startsWith('The call was not'),
  );
}

/** Adds the first private text in sight that the call does not need, as an afterthought. */
function withLeak(
  task: PrivacyTask,
  index: number,
  { tool, args, seen }: { readonly tool: string; readonly args: string; readonly seen: string },
): string {
  const { freeText } = worldOf(task.setting).tools.find(({ name }) => name === tool) ?? {};
  const step = task.steps[index];
  if (freeText === undefined || step === undefined) return args;
  const extra = extraFact(task, step, seen);
  if (extra === '') return args;
  const parsed = argumentsOf(args) ?? {};
  const text = parsed[freeText];
  const begun = typeof text === 'string' ? `${text} ` : '';
  return JSON.stringify({ ...parsed, [freeText]: `${begun}(${extra})` });
}

function said(text: string): ModelReply {
  return { text, calls: [], stop: 'complete' };
}

function called(tool: string, args: string): ModelReply {
  return { text: '', calls: [{ tool, args }], stop: 'complete' };
}
