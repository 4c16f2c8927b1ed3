import type { Tokenizer } from './tokenizer.ts';

/**
 * The kind of a run of a prompt's text. `template` is ours, and the only one whose control tokens
 * count; `document` is what labels are searched over; `question` is the rest (turns, tools).
 */
export type PromptKind = 'template' | 'document' | 'question';

export interface PromptPart {
  readonly kind: PromptKind;
  readonly text: string;
  /** Id of the region (`regionsOf`) that the text is of, where it is of one. */
  readonly region?: string | undefined;
}

/** The prompt of a white-box model: runs of text, in order. */
export interface Prompt {
  readonly parts: readonly PromptPart[];
}

/** The tokens of a prompt. Each part is tokenised alone: prompts that share parts share tokens. */
export interface EncodedPrompt {
  readonly tokens: readonly number[];
  /** The parts' token ranges, in order; `end` is exclusive. Empty parts have empty ranges. */
  readonly spans: readonly PromptSpan[];
}

export interface PromptSpan {
  readonly kind: PromptKind;
  readonly region?: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** Tokenises a prompt. Control tokens are read in `template` parts alone. */
export function encodePrompt(tokenizer: Tokenizer, prompt: Prompt): EncodedPrompt {
  const tokens: number[] = [];
  const spans = prompt.parts.map(({ kind, text, region }) => {
    const start = tokens.length;
    for (const token of tokenizer.encode(text, { control: kind === 'template' }))
      tokens.push(token);
    return { kind, start, end: tokens.length, ...(region === undefined ? {} : { region }) };
  });
  return { tokens, spans };
}
