import {
  joinAll,
  regionsOf,
  transcriptOf,
  type Label,
  type PropagatorInput,
  type RegionEntry,
} from '@sluice/core';
import { markedIn } from '../../transcript/marked.ts';

/** A region with the text that stands in it and in none of its parts. */
export interface TextRegion {
  readonly id: string;
  readonly label: Label;
  /** Without the quotes of a JSON string. */
  readonly text: string;
  /** Words for what it is: its path, the tool that gave it, the members of its label. */
  readonly names: readonly string[];
}

/** What a draft may have been made from. */
export interface Corpus {
  /** All text that the step shows anyway: what flows to the label of the task itself. */
  readonly free: string;
  /** The last turn of the user. */
  readonly request: string;
  /** Everything else. */
  readonly guarded: readonly TextRegion[];
}

/** Reads a history once. What is not text is left out: nothing can be found in it. */
export function corpusOf({ space, history }: PropagatorInput): Corpus {
  const entries = new Map(regionsOf(history).map((entry) => [entry.id, entry]));
  const { text, numbered } = transcriptOf(space, history, space.top);
  const all = markedIn(text).flatMap(({ number, text: own }) => {
    const entry = entries.get(numbered[number - 1]?.[0] ?? '');
    return entry === undefined ? [] : [{ entry, text: unquoted(own) }];
  });
  const taskLabel = joinAll(
    space,
    all.flatMap(({ entry }) => (isTask(history.messages, entry) ? [entry.label] : [])),
  );
  const isFree = ({ label }: RegionEntry): boolean => space.flowsTo(label, taskLabel);
  const turns = all.filter(({ entry }) => history.messages[entry.message]?.role === 'user');
  const last = turns.at(-1)?.entry.message;
  return {
    free: textOf(all.filter(({ entry }) => isFree(entry))),
    request: textOf(turns.filter(({ entry }) => entry.message === last)),
    guarded: all.flatMap(({ entry, text: own }) => {
      if (isFree(entry)) return [];
      const { id, label } = entry;
      return [{ id, label, text: own, names: namesOf(entry, history) }];
    }),
  };
}

function textOf(regions: readonly { readonly text: string }[]): string {
  return regions.map(({ text }) => text).join('\n');
}

/** A system or user turn as a whole; a span in it with a label of its own is not the task. */
function isTask(
  messages: PropagatorInput['history']['messages'],
  { message, source }: RegionEntry,
): boolean {
  const role = messages[message]?.role;
  if (role !== 'system' && role !== 'user') return false;
  return source.kind === 'text' && source.region === source.content.root;
}

function namesOf(
  { message, path, label }: RegionEntry,
  { messages }: PropagatorInput['history'],
): readonly string[] {
  const own = messages[message];
  const callId = own?.role === 'tool' ? own.callId : undefined;
  const calls = messages.flatMap((each) => (each.role === 'assistant' ? each.calls : []));
  const tool = calls.find(({ id, declared }) => declared && id === callId)?.tool ?? '';
  return [path, tool, label.text];
}

function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
