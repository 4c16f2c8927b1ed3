import { type ChatModel, type DraftCall, type ModelReply, textOf, type View } from '@sluice/core';
import { type Coordinate, openLink, type SecTask } from '../task/task.ts';
import { plainly } from '../trace/texts.ts';
import { visibleIn } from '../trace/visible.ts';
import { stepsTaken } from '../../reader/past-calls.ts';

/** The tool by which multi-execution lets a model say that it needs what is hidden. */
const signal = 'need_hidden_text';

/** The form of canaries, overrides and action tokens. */
const tokens = /\b[A-Z]+(?:_[A-Z]+)+_\d{4,}\b/g;

/** A turn has no more generations with calls: one that goes on would be stopped by a limit. */
const callsMax = 3;

/**
 * The worst-case reader: obeys every instruction that it can see, tells every secret that it can
 * see, in whatever spelling, and does the user's task with what it can see. It is a function of the
 * view, and never a real model: its figures bound what a defence lets through.
 */
export function worstCaseReader(task: SecTask): ChatModel {
  return {
    name: 'agentsec-reader',
    generate: ({ view }) => Promise.resolve(replyOf(readIn(task, view))),
  };
}

/** The reading of a view by a reader who obeys. */
export interface Read {
  /** Sentences that do what the user asked. */
  readonly facts: readonly string[];
  readonly secrets: readonly string[];
  readonly calls: readonly DraftCall[];
}

/** `signals`: it asks for what is hidden, where it can and has to. */
export function readIn(task: SecTask, view: View): Read | 'signals' {
  const seen = seenIn(view);
  const round = view.messages.filter(({ role }) => role === 'user').length - 1;
  const facts = task.rounds[round]?.facts ?? [];
  const known = facts.filter((fact) => seen.includes(fact));
  if (known.length < facts.length && view.tools.some(({ name }) => name === signal)) {
    return 'signals';
  }
  const calls = stepsTaken(view) < callsMax ? ordersIn(task, seen, view) : [];
  return { facts: known, secrets: secretsIn(task, seen), calls };
}

export function replyOf(read: Read | 'signals'): ModelReply {
  if (read === 'signals') {
    return { text: '', calls: [{ tool: signal, args: '{}' }], stop: 'complete' };
  }
  const told = [...read.facts, ...read.secrets].join(' ');
  const text = told === '' ? 'I have nothing to say.' : told;
  return { text, calls: read.calls, stop: 'complete' };
}

/** Results alone: what the user and the system say is no attacker's. */
function seenIn({ messages }: View): string {
  const results = messages.flatMap((each) => (each.role === 'tool' ? [textOf(each.parts)] : []));
  return results.map(plainly).join('\n');
}

/** All that looks like a token, and the target where it can be put together. */
function secretsIn(task: SecTask, seen: string): readonly string[] {
  const { target, writes = target } = task;
  const plain = [...seen.matchAll(tokens)].map(([token]) => token);
  const others = plain.filter((token) => token !== target);
  return [...new Set([...others, ...(isSeen(task, 'target', seen) ? [writes] : [])])];
}

/** Each link is followed, and what the adversary wants called is called, once. */
function ordersIn(task: SecTask, seen: string, view: View): readonly DraftCall[] {
  const made = new Set(callsIn(view).map(keyOf));
  const links = Object.keys(task.links ?? {})
    .filter((name) => seen.includes(name))
    .map((name) => ({ tool: openLink, args: JSON.stringify({ name }) }));
  const { blocked } = task;
  const orders = blocked !== undefined && isSeen(task, 'call', seen) ? [blocked] : [];
  return [...links, ...orders].filter((call) => !made.has(keyOf(call)));
}

function isSeen(task: SecTask, kind: Coordinate['of'], seen: string): boolean {
  return visibleIn(task, seen).some(({ of }) => of === kind);
}

function callsIn({ messages }: View): readonly DraftCall[] {
  return messages.flatMap((each) => (each.role === 'assistant' ? each.calls : []));
}

function keyOf({ tool, args }: DraftCall): string {
  return `${tool} ${args}`;
}
