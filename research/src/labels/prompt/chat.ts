import type { PlainPart } from '@sluice/core';
import { chatTemplate, type ChatTemplate, type PromptPart } from '@sluice/local';

/** A finished exchange that shows the model the form of an answer. All of it is ours. */
export interface Example {
  readonly user: string;
  readonly assistant: string;
}

/** Text around the documents of a question, in the turns of the model. */
export interface Turns {
  readonly before: readonly PromptPart[];
  readonly after: readonly PromptPart[];
}

/** A system turn, examples, and a user turn that the documents stand in the middle of. */
export interface Conversation {
  readonly system: string;
  readonly examples: readonly Example[];
  readonly before: string;
  readonly after: string;
}

/** Renders turns as the model has learnt them: by the template in its own file. */
export type Chat = Pick<ChatTemplate, 'prompt'>;

/** For models without a file: those of the tests, and one that is never wrong. */
export const chatMl: Chat = chatTemplate({
  model: 'chatml',
  source: `{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + \
message['content'] + '<|im_end|>' + '\n' }}{% endfor %}{{ '<|im_start|>assistant\n' }}`,
  beginsWithBos: false,
});

/** What is ours is one part: the documents alone tell one question's prompts from another's. */
export function turnsIn(chat: Chat, conversation: Conversation): Turns {
  const { system, examples, before, after } = conversation;
  const last = 1 + 2 * examples.length;
  const { parts } = chat.prompt({
    messages: [
      { role: 'system', parts: [plainText(system)] },
      ...examples.flatMap((each) => [
        { role: 'user' as const, parts: [plainText(each.user)] },
        { role: 'assistant' as const, text: each.assistant, calls: [] },
      ]),
      { role: 'user', parts: [before, '(the documents)', after].map(plainText) },
    ],
    tools: [],
  });
  const at = (part: number): number =>
    parts.findIndex(({ region }) => region === `m${last}.${part}`);
  const from = at(0);
  const [documents, to] = [at(1), at(2)];
  return {
    before: [template(parts.slice(0, from < 0 ? documents : from)), question(before)],
    after: [question(after), template(parts.slice((to < 0 ? documents : to) + 1))],
  };
}

function plainText(text: string): PlainPart {
  return { kind: 'text', text };
}

function template(parts: readonly PromptPart[]): PromptPart {
  return { kind: 'template', text: parts.map(({ text }) => text).join('') };
}

function question(text: string): PromptPart {
  return { kind: 'question', text };
}
