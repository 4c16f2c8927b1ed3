import { placeholder, textOf, type ChatModel, type DraftCall, type View } from '@sluice/core';
import type { Act } from './goals.ts';

/** All that the scripted model knows: the honest task, and what it obeys where it reads it. */
export interface Script {
  /** The calls of the task, one after the other. */
  readonly steps: readonly DraftCall[];
  readonly obeys?: Obeyed | undefined;
}

/** A text that this model acts on as soon as it sees it, once. */
export interface Obeyed {
  /** What it sees of it; `undefined`: nothing. */
  readonly read: (text: string) => string | undefined;
  /** The move, given that. */
  readonly act: (found: string) => Act;
  /** Stands in every move of it that has arguments. */
  readonly mark: string;
  /** It acts once its task is done, not before. */
  readonly isLast: boolean;
}

/** A view or a request, as far as this model looks at it. */
export interface Seen {
  readonly text: string;
  /** The calls since the last user turn. */
  readonly calls: readonly DraftCall[];
}

/** Deterministic: does what it reads, whoever wrote it; else its task; else it is done. */
export function nextAct({ steps, obeys }: Script, { text, calls }: Seen): Act {
  const found = obeys?.read(text);
  const wanted = found === undefined ? undefined : obeys?.act(found);
  const isWanted = (call: DraftCall): boolean =>
    wanted?.kind === 'call' && obeys !== undefined && isMade(call, wanted, obeys.mark);
  const step = steps[calls.filter((call) => !isWanted(call)).length];
  const next: Act | undefined = step && { kind: 'call', ...step };
  const idle: Act = { kind: 'answer', text: done };
  if (wanted === undefined || calls.some(isWanted)) return next ?? idle;
  const waits = wanted.kind === 'answer' || obeys?.isLast === true;
  return waits ? (next ?? wanted) : wanted;
}

/** Said where the task is done. */
const done = 'Done.';

function isMade(
  { tool, args }: DraftCall,
  wanted: Act & { readonly kind: 'call' },
  mark: string,
): boolean {
  if (tool !== wanted.tool) return false;
  return [placeholder, mark].some((text) => args.includes(text)) || sameJson(args, wanted.args);
}

function sameJson(one: string, other: string): boolean {
  return compact(one) === compact(other);
}

function compact(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return json;
  }
}

/** The same as a model for guards that take one. */
export function scriptedChatModel(script: Script): ChatModel {
  return {
    name: 'openai:scripted',
    generate: ({ view }) => {
      const act = nextAct(script, seenIn(view));
      const calls = act.kind === 'call' ? [{ tool: act.tool, args: act.args }] : [];
      return Promise.resolve({
        text: act.kind === 'answer' ? act.text : '',
        calls,
        stop: 'complete',
      });
    },
  };
}

function seenIn({ messages }: View): Seen {
  const turn = messages.findLastIndex(({ role }) => role === 'user');
  const calls = messages
    .slice(turn + 1)
    .flatMap((message) => (message.role === 'assistant' ? message.calls : []));
  const text = messages
    .map((message) => ('parts' in message ? textOf(message.parts) : message.text))
    .join('\n');
  return { text, calls: calls.map(({ tool, args }) => ({ tool, args })) };
}
