import {
  laterIn,
  leftForLater,
  placeholder,
  textOf,
  type ChatModel,
  type ModelReply,
  type PlainMessage,
  type Tool,
  type View,
} from '@sluice/core';
import {
  callKey,
  type Declared,
  type RecordedCall,
  type RecordedMessage,
  type RecordedRun,
} from './read/record.ts';
import { scalarsIn, standsIn } from './words.ts';

/**
 * How the recorded model takes a call whose value a view hides. `leave-out`: it is not made, so
 * that the monitor falls back to the wide view. `placeholder`: it is made with the placeholder in
 * the value's stead, for propagators that have no wide view to fall back to.
 */
export type WhenHidden = 'leave-out' | 'placeholder';

/**
 * The recorded assistant as a model: in a view that hides nothing it says what was recorded. In a
 * narrower one it makes a recorded call only with values that it can see there, or that stand
 * nowhere in the record before it: those are its own words. Recorded prose is left out there. A
 * view shows which step it is, for redaction keeps the number of messages.
 */
export function recordedModel(run: RecordedRun, whenHidden: WhenHidden): ChatModel {
  const steps = stepsOf(run);
  return {
    name: 'recorded',
    generate: ({ view }) => {
      const taken = view.messages.filter(({ role }) => role === 'assistant').length;
      const step = steps[taken];
      return Promise.resolve(step === undefined ? reply('', []) : replyIn(view, step, whenHidden));
    },
  };
}

/** Tools that give back what was recorded, call by call in its order. */
export function recordedTools(
  run: RecordedRun,
  declared: ReadonlyMap<string, Declared>,
): readonly Tool[] {
  const results = run.messages.filter((message) => message.role === 'tool');
  const used = new Set<RecordedMessage>();
  return [...argumentNames(run)].map(([name, names]) => ({
    name,
    description: declared.get(name)?.description ?? '',
    parameters: declared.get(name)?.parameters ?? parametersOf(names),
    execute: (args) => {
      const wanted = callKey({ tool: name, args });
      const found = results.find((one) => !used.has(one) && callKey(one.call) === wanted);
      if (found === undefined) return failed('The record holds no result of this call.');
      used.add(found);
      return found.failed ? failed(found.text) : found.text;
    },
  }));
}

interface RecordedStep {
  readonly text: string;
  readonly calls: readonly RecordedCall[];
  /** All that the recorded model had seen. */
  readonly seen: string;
}

function stepsOf({ messages }: RecordedRun): readonly RecordedStep[] {
  return messages.flatMap((message, at) =>
    message.role === 'assistant'
      ? [{ ...message, seen: messages.slice(0, at).map(recordedText).join('\n') }]
      : [],
  );
}

function recordedText(message: RecordedMessage): string {
  if (message.role !== 'assistant') return message.text;
  return `${message.text} ${JSON.stringify(message.calls.map(({ args }) => args))}`;
}

function replyIn(view: View, step: RecordedStep, whenHidden: WhenHidden): ModelReply {
  const { text, seen } = step;
  const later = laterIn(view);
  const calls = step.calls.map((call) => leftForLater(call, later));
  const shown = view.messages.map(plainText).join('\n');
  if (!shown.includes(placeholder)) return reply(text, calls);
  const isHidden = (value: string): boolean => standsIn(value, seen) && !standsIn(value, shown);
  const made = calls.flatMap((call) => {
    if (!scalarsIn(call.args).some(isHidden)) return [call];
    return whenHidden === 'leave-out' ? [] : [{ ...call, args: blanked(call.args, isHidden) }];
  });
  // Nobody knows which words of a text came from what is hidden: none of it is said again.
  return reply('', made);
}

function blanked(
  args: RecordedCall['args'],
  isHidden: (value: string) => boolean,
): RecordedCall['args'] {
  const entries = Object.entries(args).map(([name, value]) => {
    return [name, scalarsIn(value).some(isHidden) ? placeholder : value] as const;
  });
  return Object.fromEntries(entries);
}

/** The text of a message of a view, arguments included. */
export function plainText(message: PlainMessage): string {
  if (message.role !== 'assistant') return textOf(message.parts);
  return `${message.text} ${message.calls.map(({ args }) => args).join(' ')}`;
}

function reply(text: string, calls: readonly RecordedCall[]): ModelReply {
  const drafted = calls.map(({ tool, args }) => ({ tool, args: JSON.stringify(args) }));
  return { text, calls: drafted, stop: 'complete' };
}

function failed(text: string): Awaited<ReturnType<Tool['execute']>> {
  return { parts: [{ kind: 'text', text }], failed: true };
}

/** The tools that were called, each with the names of its arguments. */
function argumentNames({ messages }: RecordedRun): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const message of messages) {
    if (message.role !== 'assistant') continue;
    for (const { tool, args } of message.calls) {
      const names = found.get(tool) ?? new Set<string>();
      for (const name of Object.keys(args)) names.add(name);
      found.set(tool, names);
    }
  }
  return found;
}

/** The schema of a tool as its record shows it: the model knew these names from the declaration. */
function parametersOf(names: ReadonlySet<string>): Declared['parameters'] {
  return { type: 'object', properties: Object.fromEntries([...names].map((name) => [name, {}])) };
}
