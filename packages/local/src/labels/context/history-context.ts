import {
  joinAll,
  redact,
  regionsOf,
  type History,
  type Label,
  type LabelSpace,
  type PlainPart,
  type Structure,
  type View,
} from '@sluice/core';
import type { Prompt } from '../../port/prompt.ts';
import type { SearchedContext } from './searched-context.ts';

export interface HistoryContextOptions {
  /** The label up to which a scorer may see; everything above it is a placeholder to it. */
  readonly clearance: Label;
  readonly structure: Structure;
  /** Writes a view as the model that drafts and regenerates is given it. */
  readonly render: (view: View) => Prompt;
}

/**
 * A history as what labels are searched over: at a label, the view of it that the engine would
 * show. What a scorer cannot read (regions above its clearance, images and files) counts as
 * relevant: its label is in every answer. An image or a file is one fixed text to it.
 */
export function historyContext(
  space: LabelSpace,
  history: History,
  { clearance, structure, render }: HistoryContextOptions,
): SearchedContext {
  const opaque = regionsOf(history).filter(({ source }) => source.kind === 'opaque');
  const unreadable = [...uncleared(space, history, clearance), ...opaque.map(({ label }) => label)];
  return {
    space,
    labels: regionsOf(history).map(({ label }) => label),
    floor: joinAll(space, unreadable),
    promptAt: (label) =>
      render(readable(redact(space, history, space.meet(label, clearance), { structure }))),
  };
}

const unread = { kind: 'text', text: '[image or file]' } as const;

/** A view for who reads text alone: one fixed text for each image and file. */
export function readable({ messages, tools }: View): View {
  return {
    tools,
    messages: messages.map((message) =>
      message.role === 'assistant' ? message : { ...message, parts: message.parts.map(asText) },
    ),
  };
}

/** The labels of the regions that do not flow to a clearance. */
export function uncleared(space: LabelSpace, history: History, clearance: Label): readonly Label[] {
  return regionsOf(history)
    .map(({ label }) => label)
    .filter((label) => !space.flowsTo(label, clearance));
}

function asText(part: PlainPart): PlainPart {
  return part.kind === 'text' ? part : unread;
}
