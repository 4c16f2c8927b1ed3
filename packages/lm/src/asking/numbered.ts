import {
  placeholder,
  regionsOf,
  transcriptOf,
  withoutMarkers,
  type Content,
  type History,
  type Label,
  type LabelSpace,
  type Message,
  type RegionEntry,
} from '@sluice/core';
import { runsOf } from '../screener/input/region-text.ts';

/** A history written down for a model that names what it used. */
export interface Numbered {
  readonly text: string;
  /** The ids of the regions that each number stands for, from number 1. */
  readonly numbered: readonly (readonly string[])[];
  /** What is relevant whatever is named: the task itself, where it has no number. */
  readonly always: readonly string[];
  /** The ids of all regions that the model cannot see. */
  readonly unseen: readonly string[];
}

/** What is numbered: every region, as for a judge, or whole documents. */
export type Naming = 'regions' | 'documents';

export interface NumberedOptions {
  /** What the model may be shown; everything else is a placeholder to it. */
  readonly clearance: Label;
  readonly names: Naming;
}

/** A history with numbers; a function of what flows to `clearance` and of public structure. */
export function numberedHistory(
  space: LabelSpace,
  history: History,
  { clearance, names }: NumberedOptions,
): Numbered {
  if (names === 'regions') return { ...transcriptOf(space, history, clearance), always: [] };
  return numberedDocuments(space, history, clearance);
}

/**
 * The setting of permissive propagation 4.3: a document is a tool's whole result, or a whole turn
 * of the agent's, or a tool's declaration; its label is the join of its regions'. The turns of the
 * system and the user are the question, which every output depends on.
 */
function numberedDocuments(space: LabelSpace, history: History, clearance: Label): Numbered {
  const isVisible = (entry: RegionEntry): boolean => space.flowsTo(entry.label, clearance);
  const entries = regionsOf(history);
  const byMessage = Map.groupBy(entries, ({ message }) => message);
  const numbered: (readonly string[])[] = [];
  const always: string[] = [];
  const document = (regions: readonly RegionEntry[], text: string): string => {
    numbered.push(regions.map(({ id }) => id));
    return `<<DOCUMENT_${numbered.length}>>${text}<</DOCUMENT_${numbered.length}>>`;
  };
  const tools = (byMessage.get(-1) ?? []).map((entry, at) => {
    const { name = '', description = '' } = history.tools[at]?.tool ?? {};
    const text = isVisible(entry) ? plain(description) : placeholder;
    return `[tool ${name}] ${document([entry], text)}`;
  });
  const messages = history.messages.map((message, at) => {
    const regions = byMessage.get(at) ?? [];
    const text = shownText(message, regions, isVisible);
    if (message.role === 'tool') return `[result] ${document(regions, text)}`;
    if (message.role === 'assistant') return `[agent] ${document(regions, text)}`;
    for (const { id } of regions) always.push(id);
    return `[${message.role}] ${text}`;
  });
  const unseen = entries.filter((entry) => !isVisible(entry)).map(({ id }) => id);
  return { text: [...tools, ...messages].join('\n'), numbered, always, unseen };
}

/** The text of a message, with what may not be seen as placeholders. */
function shownText(
  message: Message,
  regions: readonly RegionEntry[],
  isVisible: (entry: RegionEntry) => boolean,
): string {
  const hidden = new Set(regions.filter((entry) => !isVisible(entry)).map(({ id }) => id));
  const shape = regions.find(({ source }) => source.kind === 'shape');
  // How many parts there are is text of whoever labelled the shape.
  if (shape === undefined || hidden.has(shape.id)) return placeholder;
  const write = (content: Content): string =>
    runsOf(content, regions)
      .map(({ region, text }) => (hidden.has(region) ? placeholder : plain(text)))
      .join('');
  if (message.role === 'assistant') {
    const calls = message.calls.map(({ tool, declared, args }) => {
      return `call of ${declared ? tool : 'an undeclared tool'} with ${write(args)}`;
    });
    return [write(message.text), ...calls].join('\n');
  }
  return message.parts
    .map((part) => (part.kind === 'text' ? write(part.content) : '(not text)'))
    .join('\n');
}

/** Takes from a text what could pass for one of our markers. */
export function plain(text: string): string {
  return withoutMarkers(text).replaceAll(/(document)(?=[\s_.:-]*\p{N})/giu, '$1(text)');
}
