import {
  chain,
  Content,
  History,
  labelSpace,
  Opaque,
  textOf,
  type Label,
  type LabelSpace,
  type Message,
  type ModelReply,
  type Part,
  type View,
} from '@sluice/core';
import type { Prompt, PromptPart } from '../port/prompt.ts';

export const twoLevels = labelSpace({ integrity: chain(['trusted', 'untrusted']) });

export interface LabelledPart {
  readonly label: Label;
  /** `undefined`: an image. */
  readonly text: string | undefined;
}

/** A user's question, a search, and what it found: one part of the result for each. */
export function searched(
  space: LabelSpace,
  question: string,
  found: readonly LabelledPart[],
): History {
  const { bottom } = space;
  const text = (content: string, label: Label): Part => {
    return { kind: 'text', content: Content.whole(space, content, label) };
  };
  const call = {
    id: 'c1',
    tool: 'search',
    declared: true,
    args: Content.whole(space, '{}', bottom),
    label: bottom,
  };
  const messages: readonly Message[] = [
    { role: 'user', parts: [text(question, bottom)], shape: bottom },
    { role: 'assistant', text: Content.whole(space, '', bottom), calls: [call], label: bottom },
    {
      role: 'tool',
      callId: 'c1',
      shape: bottom,
      parts: found.map(({ label, text: content }) =>
        content === undefined
          ? { kind: 'opaque', mediaType: 'image/png', data: new Opaque(0), label }
          : text(content, label),
      ),
    },
  ];
  return History.of([], messages);
}

/** A view as a prompt: results are documents, everything else is the question. */
export function plainPrompt({ messages }: View): Prompt {
  return {
    parts: messages.flatMap((message): readonly PromptPart[] => {
      if (message.role === 'assistant') return [{ kind: 'question', text: `${message.text}\n` }];
      const kind = message.role === 'tool' ? 'document' : 'question';
      return message.parts.map((part) => ({ kind, text: `${textOf([part])}\n` }));
    }),
  };
}

/** A draft that answers. */
export function answers(text: string): ModelReply {
  return { text, calls: [], stop: 'complete' };
}
