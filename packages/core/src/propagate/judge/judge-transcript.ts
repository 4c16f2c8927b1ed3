import { normalForm } from '../../history/normal-form.ts';
import type { History } from '../../history/history.ts';
import type { LabelledTool, Message } from '../../history/message.ts';
import { ownPieces, regionsOf, type RegionEntry } from '../../history/regions.ts';
import type { Label, LabelSpace } from '../../label/label.ts';
import { placeholder } from '../../redact/redact-content.ts';

/** The text that a judge reads: every region between markers with a number of ours. */
export interface Transcript {
  readonly text: string;
  /** The ids that a number stands for, from number 1: several where a region hides its parts. */
  readonly numbered: readonly (readonly string[])[];
  /** The ids of all regions that the judge cannot see. */
  readonly unseen: readonly string[];
}

/** A region with the regions inside it. */
interface Block {
  readonly entry: RegionEntry;
  readonly inner: readonly Block[];
}

/**
 * Writes a history down for a judge that may see what flows to `clearance` (RTBAS 7.1); other
 * regions are placeholders. It is a function of what flows to `clearance` and of public structure.
 */
export function transcriptOf(space: LabelSpace, history: History, clearance: Label): Transcript {
  const writer = new Writer((label) => space.flowsTo(label, clearance));
  const entries = regionsOf(history);
  const lines = entries
    .filter(({ message }) => message === -1)
    .flatMap((entry, at) => [
      `[tool ${writer.nameOf(history.tools[at])}]`,
      writer.write({ entry, inner: [] }),
    ]);
  const toolOf = new Map<string, string>();
  const byMessage = Map.groupBy(entries, ({ message }) => message);
  for (const [at, message] of history.messages.entries()) {
    lines.push(...writer.message(message, byMessage.get(at) ?? [], toolOf));
  }
  return { text: lines.join('\n'), numbered: writer.numbered, unseen: writer.unseen };
}

/**
 * Takes from a text what could pass for one of our markers: compatibility forms and invisible
 * characters first, then doubled angle brackets and the markers' word before a number. Letters of
 * other scripts that look alike stay; they can mislead a model, not close a region.
 */
export function withoutMarkers(text: string): string {
  return normalForm(text, 'NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '')
    .replaceAll(/[<>≪≫«»‹›⟨⟩⟪⟫《》〈〉❮❯](?=\s*[<>≪≫«»‹›⟨⟩⟪⟫《》〈〉❮❯/])/gu, '$& ')
    .replaceAll(/(region)(?=[\s_.:-]*\p{N})/giu, '$1(text)');
}

/** Gives numbers in the order of reading. */
class Writer {
  readonly numbered: (readonly string[])[] = [];
  readonly unseen: string[] = [];
  readonly #isVisible: (label: Label) => boolean;

  constructor(isVisible: (label: Label) => boolean) {
    this.#isVisible = isVisible;
  }

  message(
    message: Message,
    entries: readonly RegionEntry[],
    toolOf: Map<string, string>,
  ): readonly string[] {
    const [shape, ...blocks] = blocksOf(entries);
    if (message.role === 'assistant') {
      const [text, ...calls] = blocks;
      const lines = text === undefined ? [] : ['[assistant]', this.write(text)];
      for (const [at, block] of calls.entries()) {
        const call = message.calls[at];
        const name = call?.declared === true ? call.tool : 'an undeclared tool';
        if (call !== undefined) toolOf.set(call.id, name);
        lines.push(`[assistant calls ${name}]`, this.write(block));
      }
      return lines;
    }
    const source = message.role === 'tool' ? (toolOf.get(message.callId) ?? 'a call') : undefined;
    const heading = source === undefined ? `[${message.role}]` : `[result of ${source}]`;
    // How many parts there are is text of whoever labelled the shape.
    if (shape !== undefined && !this.#isVisible(shape.entry.label)) {
      return [heading, this.#hidden(entries.map(({ id }) => id))];
    }
    return [heading, ...blocks.map((block) => this.write(block))];
  }

  nameOf(tool: LabelledTool | undefined): string {
    const isNamed = tool?.vouched === true || (tool !== undefined && this.#isVisible(tool.label));
    return isNamed ? withoutMarkers(tool.tool.name) : placeholder;
  }

  write(block: Block): string {
    const { entry, inner } = block;
    if (!this.#isVisible(entry.label)) return this.#hidden(idsOf(block));
    if (entry.source.kind === 'opaque') return this.#marked([entry.id], () => '(not text)');
    return this.#marked([entry.id], () =>
      ownPieces(entry)
        .map((piece, at) => {
          const next = inner[at];
          return withoutMarkers(piece) + (next === undefined ? '' : this.write(next));
        })
        .join(''),
    );
  }

  #hidden(ids: readonly string[]): string {
    for (const id of ids) this.unseen.push(id);
    return this.#marked(ids, () => placeholder);
  }

  #marked(ids: readonly string[], write: () => string): string {
    this.numbered.push(ids);
    const number = this.numbered.length;
    return `<<REGION_${number}>>${write()}<</REGION_${number}>>`;
  }
}

/** Nests the regions of one message as their contents do; they come in document order. */
function blocksOf(entries: readonly RegionEntry[]): readonly Block[] {
  let at = 0;
  const take = (): Block | undefined => {
    const entry = entries[at];
    at += 1;
    if (entry === undefined) return undefined;
    const parts = entry.source.kind === 'text' ? entry.source.region.parts : [];
    return { entry, inner: parts.flatMap(() => take() ?? []) };
  };
  const blocks: Block[] = [];
  while (at < entries.length) blocks.push(...[take()].filter((block) => block !== undefined));
  return blocks;
}

function idsOf({ entry, inner }: Block): readonly string[] {
  return [entry.id, ...inner.flatMap(idsOf)];
}
