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
  type Region,
  type RegionEntry,
} from '@sluice/core';
import { runsOf } from '@sluice/local/inside';

/** A history written down for a model that names what it used. */
export interface Numbered {
  readonly text: string;
  /** The ids of the regions that each number stands for, from number 1. */
  readonly numbered: readonly (readonly string[])[];
  /** The regions that are always relevant: the task itself, where it has no number. */
  readonly always: readonly string[];
  /** The ids of all regions that the model cannot see, images and files included. */
  readonly unseen: readonly string[];
}

/** The unit that is numbered: every region, as for a judge, or whole documents. */
export type Naming = 'regions' | 'documents';

export interface NumberedOptions {
  /** The clearance of the model; everything else is a placeholder to it. */
  readonly clearance: Label;
  readonly names: Naming;
}

/** A history with numbers; a function of what flows to `clearance` and of public structure. */
export function numberedHistory(
  space: LabelSpace,
  history: History,
  { clearance, names }: NumberedOptions,
): Numbered {
  if (names === 'regions') {
    const { text, numbered, unseen } = transcriptOf(space, history, clearance);
    return { text, numbered, always: [], unseen: [...new Set([...unseen, ...notText(history)])] };
  }
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
  const unseen = new Set([
    ...entries.filter((entry) => !isVisible(entry)).map(({ id }) => id),
    ...notText(history),
  ]);
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
    const { text, hidden } = shownText(message, regions, isVisible);
    for (const id of hidden) unseen.add(id);
    if (message.role === 'tool') return `[result] ${document(regions, text)}`;
    if (message.role === 'assistant') return `[agent] ${document(regions, text)}`;
    for (const { id } of regions) always.push(id);
    return `[${message.role}] ${text}`;
  });
  return { text: [...tools, ...messages].join('\n'), numbered, always, unseen: [...unseen] };
}

/** Images and files: a model that is shown text alone cannot say that it used one. */
function notText(history: History): readonly string[] {
  return regionsOf(history).flatMap(({ id, source }) => (source.kind === 'opaque' ? [id] : []));
}

interface ShownText {
  readonly text: string;
  /** The ids of the regions that placeholders stand for. */
  readonly hidden: readonly string[];
}

/** The text of a message, with what may not be seen as placeholders. */
function shownText(
  message: Message,
  regions: readonly RegionEntry[],
  isVisible: (entry: RegionEntry) => boolean,
): ShownText {
  const shape = regions.find(({ source }) => source.kind === 'shape');
  // How many parts there are is text of whoever labelled the shape.
  if (shape === undefined || !isVisible(shape)) {
    return { text: placeholder, hidden: regions.map(({ id }) => id) };
  }
  const writer = new Writer(regions, isVisible);
  const text = writer.message(message);
  return { text, hidden: writer.hidden };
}

/** Writes texts with one placeholder for each hidden region, whatever parts it has. */
class Writer {
  readonly hidden: string[] = [];
  readonly #isVisible: (entry: RegionEntry) => boolean;
  readonly #entries: ReadonlyMap<Region, RegionEntry>;
  readonly #opaque: readonly RegionEntry[];

  constructor(entries: readonly RegionEntry[], isVisible: (entry: RegionEntry) => boolean) {
    this.#isVisible = isVisible;
    this.#entries = new Map(
      entries.flatMap((entry) =>
        entry.source.kind === 'text' ? [[entry.source.region, entry] as const] : [],
      ),
    );
    this.#opaque = entries.filter(({ source }) => source.kind === 'opaque');
  }

  message(message: Message): string {
    if (message.role === 'assistant') {
      const calls = message.calls.map(({ tool, declared, args }) => {
        return `call of ${declared ? tool : 'an undeclared tool'} with ${this.#content(args)}`;
      });
      return [this.#content(message.text), ...calls].join('\n');
    }
    // Opaque regions come in the order of the parts that they are of.
    const opaque = this.#opaque.values();
    const texts = message.parts.map((part) => {
      if (part.kind === 'text') return this.#content(part.content);
      const entry = opaque.next().value;
      return entry !== undefined && this.#isVisible(entry) ? '(not text)' : placeholder;
    });
    return texts.join('\n');
  }

  #content(content: Content): string {
    const pieces = new Map<string, string[]>();
    for (const { region, text } of runsOf(content, [...this.#entries.values()])) {
      const known = pieces.get(region);
      if (known === undefined) pieces.set(region, [text]);
      else known.push(text);
    }
    return this.#region(content.root, pieces);
  }

  /** `pieces`: what is left of the own text of each region; where parts touch there is none. */
  #region(region: Region, pieces: ReadonlyMap<string, string[]>): string {
    const entry = this.#entries.get(region);
    if (entry === undefined || !this.#isVisible(entry)) {
      this.#hide(region);
      return placeholder;
    }
    const own = pieces.get(entry.id) ?? [];
    const piece = (from: number, to: number): string =>
      from === to ? '' : plain(own.shift() ?? '');
    let written = '';
    let from = region.start;
    for (const part of region.parts) {
      written += piece(from, part.start) + this.#region(part, pieces);
      from = part.end;
    }
    return written + piece(from, region.end);
  }

  /** How many parts something hidden has is hidden with it, and so is each of them. */
  #hide(region: Region): void {
    const id = this.#entries.get(region)?.id;
    if (id !== undefined) this.hidden.push(id);
    for (const part of region.parts) this.#hide(part);
  }
}

/** Takes from a text what could pass for one of our markers. */
export function plain(text: string): string {
  return withoutMarkers(text).replaceAll(/(document)(?=[\s_.:-]*\p{N})/giu, '$1(text)');
}
