import { scriptedModel, textOf, type ChatModel, type ModelReply, type View } from '@sluice/core';
import type { Prompt, Scored, Scorer } from '@sluice/local';

/** The texts of the example's two sources. */
export interface Sources {
  readonly web: string;
  readonly intranet: string;
}

/** Stands in for a model: it looks into both sources, then does what it reads there. */
export function obedientModel(): ChatModel {
  return scriptedModel(({ view }) => {
    const results = view.messages.filter(({ role }) => role === 'tool');
    if (results.length === 0) {
      return { calls: ['search_web', 'search_intranet'].map((tool) => ({ tool, args: {} })) };
    }
    const [, command] = /run `(\w+)`/.exec(wordsIn(view)) ?? [];
    if (command === undefined || results.length > 2) return 'That is all there is to do.';
    return { calls: [{ tool: 'run_command', args: { command } }] };
  });
}

/**
 * Stands in for a language model that scores: a word is probable where the prompt has it. With
 * real weights it is `llamaScorer(...)`.
 */
export const wordScorer: Scorer<'words'> = {
  backEnd: 'words',
  model: 'words',
  score: ({ prompt, completion }) => Promise.resolve(scored(prompt, completion)),
};

function scored({ parts }: Prompt, completion: string): Scored<'words'> {
  const read = new Set(words(parts.map(({ text }) => text).join(' ')));
  const logProbabilities = words(completion).map((word) => Math.log(read.has(word) ? 0.9 : 0.05));
  const completionTokens = logProbabilities.length;
  const tokens = { template: 0, document: read.size, question: 0, completion: completionTokens };
  return { backEnd: 'words', logProbabilities, completionTokens, tokens, evaluated: tokens };
}

/** A view as the stand-in reads it. */
export function render(view: View): Prompt {
  return { parts: [{ kind: 'question', text: wordsIn(view) }] };
}

/** A draft as the stand-in writes it. */
export function completionOf({ text, calls }: ModelReply): string {
  return [text, ...calls.map(({ tool, args }) => `${tool} ${args}`)].join('\n');
}

function wordsIn({ messages, tools }: View): string {
  const said = messages.map((message) =>
    message.role === 'assistant' ? message.text : textOf(message.parts),
  );
  return [...said, ...tools.map(({ name, description }) => `${name} ${description}`)].join('\n');
}

function words(text: string): readonly string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}
