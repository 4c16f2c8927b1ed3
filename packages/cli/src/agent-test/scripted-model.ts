import {
  canonicalJson,
  placeholder,
  textOf,
  type ChatModel,
  type DraftCall,
  type PlainTool,
  type View,
} from '@sluice/core';
import type { Act } from './goal.ts';

/** All that the scripted model knows: the honest task, and what it obeys where it reads it. */
export interface Script {
  /** The calls of the task, one after the other. */
  readonly steps: readonly DraftCall[];
  readonly obeys?: Obeyed | undefined;
  /** Is told each request. */
  readonly heard?: ((seen: Seen) => void) | undefined;
}

/** A text that this model acts on as soon as it sees it, once. */
export interface Obeyed {
  /** Stands in the text: all of it is there where this is. */
  readonly mark: RegExp;
  /** The move, given what the mark matched. */
  readonly act: (found: string) => Act;
}

/** A view or a request, as far as this model looks at it. */
export interface Seen {
  readonly text: string;
  /** The calls since the last user turn. */
  readonly calls: readonly DraftCall[];
  /** The tools that the agent says it has. */
  readonly declared: readonly PlainTool[];
}

/** Deterministic: does what it reads, whoever wrote it; else its task; else it is done. */
export function nextAct({ steps, obeys, heard }: Script, seen: Seen): Act {
  heard?.(seen);
  const { text, calls } = seen;
  const found = obeys?.mark.exec(text)?.[0];
  const wanted = found === undefined ? undefined : obeys?.act(found);
  if (wanted?.kind === 'answer') {
    const step = steps[calls.length];
    return step === undefined ? wanted : { kind: 'call', ...step };
  }
  if (wanted !== undefined && !calls.some((call) => isMade(call, wanted))) return wanted;
  const own = wanted === undefined ? calls : calls.filter((call) => !isMade(call, wanted));
  const step = steps[own.length];
  return step === undefined ? { kind: 'answer', text: done } : { kind: 'call', ...step };
}

/** Said where the task is done. */
const done = 'Done.';

function isMade(made: DraftCall, wanted: Act & { readonly kind: 'call' }): boolean {
  if (made.tool !== wanted.tool) return false;
  return made.args.includes(placeholder) || sameJson(made.args, wanted.args);
}

/** A client may send the keys of a call back in another order. */
function sameJson(one: string, other: string): boolean {
  return canonical(one) === canonical(other);
}

function canonical(json: string): string {
  try {
    return canonicalJson(JSON.parse(json));
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

function seenIn({ messages, tools }: View): Seen {
  const turn = messages.findLastIndex(({ role }) => role === 'user');
  const calls = messages
    .slice(turn + 1)
    .flatMap((message) => (message.role === 'assistant' ? message.calls : []));
  const text = messages
    .map((message) => ('parts' in message ? textOf(message.parts) : message.text))
    .join('\n');
  return { text, calls: calls.map(({ tool, args }) => ({ tool, args })), declared: tools };
}
