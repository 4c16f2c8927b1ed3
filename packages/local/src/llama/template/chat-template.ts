import { SluiceError, type View } from '@sluice/core';
import type { Prompt, PromptPart } from '../../port/prompt.ts';
import { llamaLimits } from '../llama-limits.ts';
import { plainStop, plainTemplate } from './plain-template.ts';
import { templateProgram, TemplateTimeout, type TemplateProgram } from './template-program.ts';
import { rolesOf, type Turn } from './template-roles.ts';
import { turnsOf } from './view-turns.ts';

export interface ChatTemplateSource {
  /** The name of the model whose template it is. */
  readonly model: string;
  /** Jinja, as the GGUF file has it; a base model's has none, and gets a plain form. */
  readonly source: string | undefined;
  readonly bos?: string | undefined;
  readonly eos?: string | undefined;
  /** True if the model wants `bos` first; the template may leave it out. */
  readonly beginsWithBos: boolean;
}

export interface PromptOptions {
  /**
   * Cuts a part of the view into parts of its own, for whoever knows its regions, or says that a
   * part is a document. The texts put together must be the part's text, character for character.
   * Draft, scoring and regeneration must be given the same.
   */
  readonly cut?: ((part: PromptPart) => readonly PromptPart[]) | undefined;
}

/** Renders a view to what the model reads, up to where its own next turn begins. */
export interface ChatTemplate {
  readonly model: string;
  /** A text that ends the model's own turn, where it has no token for that. */
  readonly stop?: string | undefined;
  /**
   * Parts with a `region` are the view's; ids are those of `regionsOf`, as if the view were the
   * history. Results of tools are `document`s. Throws `model-failed` where the template refuses,
   * and `weights-invalid` where it does not end.
   */
  readonly prompt: (view: View, options?: PromptOptions) => Prompt;
}

/** Nothing of a view reaches the template: it is shown names, which are replaced afterwards. */
const [nameStart, nameEnd] = ['\uE000', '\uE001'];
const nameOf = (index: number): string => `${nameStart}${index}${nameEnd}`;
const name = new RegExp(`${nameStart}(\\d+)${nameEnd}`);

/**
 * A chat template that reads no content: each turn's is a private name to it, so that a document
 * can neither steer the template nor become part of it, and its control tokens stay text. Throws
 * `weights-invalid` for a template that cannot be read, or does not end (`templateProgram`).
 */
export function chatTemplate(given: ChatTemplateSource): ChatTemplate {
  const from = { ...given, source: given.source ?? plainTemplate };
  const render = rendererOf(from);
  const roles = rolesOf((turns) => isWhole(render, turns), from.source);
  return {
    model: from.model,
    ...(given.source === undefined && { stop: plainStop }),
    prompt: (view, { cut } = {}) => {
      const turns = turnsOf(view, { model: from.model, roles, cut });
      const text = render(turns.map(({ role }, index) => ({ role, content: nameOf(index) })));
      const parts = partsOf(text, turns);
      if (parts === undefined) throw refusal(from.model);
      return { parts: parts.filter((part) => part.text !== '') };
    },
  };
}

type Rendered = (messages: readonly TemplateMessage[]) => string;

interface TemplateMessage {
  readonly role: string;
  readonly content: string;
}

function rendererOf({
  model,
  source,
  bos = '',
  eos = '',
  beginsWithBos,
}: ChatTemplateSource & { readonly source: string }): Rendered {
  const program = parsed(model, source);
  return (messages) => {
    const text = tried(model, () =>
      program.run({ messages, bos_token: bos, eos_token: eos, add_generation_prompt: true }),
    );
    if (text.length > llamaLimits.renderedCharactersMax) throw refusal(model);
    return beginsWithBos && bos !== '' && !text.startsWith(bos) ? bos + text : text;
  };
}

function parsed(model: string, source: string): TemplateProgram {
  const isOdd = source.includes(nameStart) || source.includes(nameEnd);
  if (isOdd || source.length > llamaLimits.templateCharactersMax)
    throw invalid(model, 'has a chat template that is not used');
  try {
    return templateProgram(source);
  } catch {
    throw invalid(model, 'has a chat template that cannot be read');
  }
}

function tried(model: string, render: () => string): string {
  try {
    return render();
  } catch (error) {
    throw error instanceof TemplateTimeout
      ? invalid(model, 'has a chat template that does not end')
      : refusal(model);
  }
}

/**
 * True if the template takes turns of these roles, and shows the content of each. Throws
 * `weights-invalid` for one that does not end.
 */
function isWhole(render: Rendered, roles: readonly Turn['role'][]): boolean {
  try {
    const text = render(roles.map((role, index) => ({ role, content: nameOf(index) })));
    return roles.every((_, index) => text.includes(nameOf(index)));
  } catch (error) {
    if (error instanceof SluiceError && error.code === 'weights-invalid') throw error;
    return false;
  }
}

/** The rendered text with each name replaced; `undefined` where the content of a turn is lost. */
function partsOf(text: string, turns: readonly Turn[]): readonly PromptPart[] | undefined {
  const pieces = text.split(name);
  const shown = new Set(pieces.filter((_, at) => at % 2 === 1).map(Number));
  if (shown.size !== turns.length) return undefined;
  return pieces.flatMap((piece, at): readonly PromptPart[] =>
    at % 2 === 0 ? [{ kind: 'template', text: piece }] : (turns[Number(piece)]?.parts ?? []),
  );
}

function invalid(model: string, what: string): SluiceError {
  return new SluiceError('weights-invalid', `\`${model}\` ${what}`, {
    hint: 'take weights of an instruction-tuned model, with `tokenizer.chat_template` in the file',
  });
}

function refusal(model: string): SluiceError {
  return new SluiceError('model-failed', `the chat template of \`${model}\` refuses these turns`, {
    hint: 'check that the conversation has a user turn, and that its roles are in order',
  });
}
