import {
  SluiceError,
  wireArgsText,
  type PlainMessage,
  type PlainPart,
  type View,
} from '@sluice/core';
import type { PromptKind, PromptPart } from '../../port/prompt.ts';
import { callClosing, callOpening, toolsOpening, toolText } from '../reply/call-text.ts';
import { failed } from '../llama-errors.ts';
import { mappedTurns, type Roles, type Turn } from './template-roles.ts';

interface TurnOptions {
  readonly model: string;
  readonly roles: Roles;
  readonly cut: ((part: PromptPart) => readonly PromptPart[]) | undefined;
}

/**
 * A view as turns of one chat template. The tools are told in the system turn, in the same words
 * for every template, and calls are written as `callText` has them.
 */
export function turnsOf(view: View, { model, roles, cut }: TurnOptions): readonly Turn[] {
  const writer = new TurnWriter(model, cut ?? ((part) => [part]));
  const turns = view.messages.map((message, index) => writer.turn(message, index));
  return mappedTurns(withTools(turns, writer.tools(view)), roles);
}

function withTools(turns: readonly Turn[], tools: readonly PromptPart[]): readonly Turn[] {
  if (tools.length === 0) return turns;
  const [first, ...rest] = turns;
  if (first?.role !== 'system') return [{ role: 'system', parts: tools }, ...turns];
  const parts = [...first.parts, templateText('\n\n'), ...tools];
  return [{ role: 'system', parts }, ...rest];
}

class TurnWriter {
  readonly #model: string;
  readonly #cut: (part: PromptPart) => readonly PromptPart[];

  constructor(model: string, cut: (part: PromptPart) => readonly PromptPart[]) {
    this.#model = model;
    this.#cut = cut;
  }

  tools({ tools }: View): readonly PromptPart[] {
    if (tools.length === 0) return [];
    const lines = tools.flatMap((tool, index) => [
      templateText('\n'),
      ...this.#content('question', toolText(tool), `t${index}`),
    ]);
    return [templateText(toolsOpening), ...lines];
  }

  turn(message: PlainMessage, index: number): Turn {
    switch (message.role) {
      case 'system':
      case 'user':
        return { role: message.role, parts: this.#parts('question', message.parts, index) };
      case 'tool':
        return { role: 'tool', parts: this.#parts('document', message.parts, index) };
      case 'assistant':
        return { role: 'assistant', parts: this.#generation(message, index) };
    }
  }

  #parts(kind: PromptKind, parts: readonly PlainPart[], index: number): readonly PromptPart[] {
    return parts.flatMap((part, at) => {
      if (part.kind === 'text') return this.#content(kind, part.text, `m${index}.${at}`);
      const hint = 'give it text alone, or take a model that reads images and files';
      throw failed(this.#model, 'reads text alone', hint);
    });
  }

  #generation(
    { text, calls }: Extract<PlainMessage, { readonly role: 'assistant' }>,
    index: number,
  ): readonly PromptPart[] {
    const said = text === '' ? [] : [this.#content('question', text, `m${index}.0`)];
    const made = calls.map(({ tool, args }, at) => [
      questionText(callOpening(tool)),
      ...this.#content('question', wireArgsText(args), `m${index}.c${at}`),
      questionText(callClosing),
    ]);
    return [...said, ...made].flatMap((line, at) =>
      at === 0 ? line : [questionText('\n'), ...line],
    );
  }

  #content(kind: PromptKind, text: string, region: string): readonly PromptPart[] {
    const parts = this.#cut({ kind, text, region });
    const isWhole = parts.map((part) => part.text).join('') === text;
    // INVARIANT (control tokens): text of a view is never read as the template's.
    if (isWhole && parts.every((part) => part.kind !== 'template')) return parts;
    throw new SluiceError('history-invalid', 'what `cut` gave is not the text that it was given', {
      hint: 'cut a part into documents and questions that hold all of its text, in order',
    });
  }
}

function templateText(text: string): PromptPart {
  return { kind: 'template', text };
}

function questionText(text: string): PromptPart {
  return { kind: 'question', text };
}
