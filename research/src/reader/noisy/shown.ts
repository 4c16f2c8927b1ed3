import { placeholder, type PlainMessage, textOf } from '@sluice/core';
import { argumentsOf } from '../arguments.ts';
import type { ReaderView } from '../output.ts';
import { keyOf } from '../past-calls.ts';
import { argumentsWith } from './rewording.ts';

type Messages = ReaderView['messages'];

/** A result, and the call that it is of as the view shows it. */
export interface ShownResult {
  readonly callId: string;
  readonly text: string;
  readonly call: { readonly tool: string; readonly args: Readonly<Record<string, unknown>> };
  /** The model has spoken since. */
  readonly isEarlier: boolean;
}

export function resultsIn(messages: Messages): readonly ShownResult[] {
  const calls = new Map(
    messages
      .flatMap((each) => (each.role === 'assistant' ? each.calls : []))
      .map(({ id, tool, args }) => [id, { tool, args: argumentsOf(args) ?? {} }]),
  );
  const last = messages.findLastIndex(({ role }) => role === 'assistant');
  return messages.flatMap((message, at) => {
    if (message.role !== 'tool') return [];
    const { callId } = message;
    const call = calls.get(callId) ?? { tool: message.tool, args: {} };
    return [{ callId, text: textOf(message.parts), call, isEarlier: at < last }];
  });
}

/** How whoever guards a call tells the model that it was not made. */
export function isRefusal({ text }: ShownResult): boolean {
  return text.startsWith('The call was not made (');
}

/** The view without these calls and their results, as if they had never been tried. */
export function withoutCalls(view: ReaderView, isLeftOut: (callId: string) => boolean): ReaderView {
  const messages = view.messages.flatMap((message): readonly PlainMessage[] => {
    if (message.role === 'tool') return isLeftOut(message.callId) ? [] : [message];
    if (message.role !== 'assistant') return [message];
    const calls = message.calls.filter(({ id }) => !isLeftOut(id));
    if (message.calls.length > 0 && calls.length === 0) return [];
    return [{ ...message, calls }];
  });
  return { ...view, messages };
}

/** The view with nothing to be read in these results. */
export function withoutTexts(view: ReaderView, isLeftOut: (callId: string) => boolean): ReaderView {
  const messages = view.messages.map((message): PlainMessage => {
    if (message.role !== 'tool' || !isLeftOut(message.callId)) return message;
    return { ...message, parts: [{ kind: 'text', text: placeholder }] };
  });
  return { ...view, messages };
}

/** The view with each text of earlier calls as `original` has it. */
export function withArguments(view: ReaderView, original: (text: string) => string): ReaderView {
  const messages = view.messages.map((message): PlainMessage => {
    if (message.role !== 'assistant') return message;
    const calls = message.calls.map((call) => {
      const args = argumentsOf(call.args);
      if (args === undefined) return call;
      return { ...call, args: JSON.stringify(argumentsWith(args, original)) };
    });
    return { ...message, calls };
  });
  return { ...view, messages };
}

/** The view after one more call, whose result shows nothing. */
export function afterCall(
  view: ReaderView,
  { id, tool, args }: { readonly id: string } & ShownResult['call'],
): ReaderView {
  const call: PlainMessage = {
    role: 'assistant',
    text: '',
    calls: [{ id, tool, args: JSON.stringify(args) }],
  };
  const result: PlainMessage = {
    role: 'tool',
    callId: id,
    tool,
    parts: [{ kind: 'text', text: placeholder }],
  };
  return { ...view, messages: [...view.messages, call, result] };
}

/**
 * All that is said in a view. Ids are no part of it, for they are minted anew in each run; nor is
 * the time of the run, which AgentDojo writes into new mails and files, to the microsecond.
 */
export function saidIn({ messages }: ReaderView): readonly unknown[] {
  return messages.map((message) => {
    if (message.role !== 'assistant') {
      return [message.role, textOf(message.parts).replaceAll(timeOfRun, 'now')];
    }
    const calls = message.calls.map(({ tool, args }) => {
      return keyOf({ tool, args: argumentsOf(args) ?? {} });
    });
    return [message.role, message.text, calls];
  });
}

const timeOfRun = /\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d\.\d{6}/g;
