import type { View } from '../src/history/plain.ts';
import { scriptedModel } from '../src/model/scripted.ts';
import type { ChatModel } from '../src/model/chat-model.ts';
import type { Tool } from '../src/engine/tool.ts';
import { definePolicy } from '../src/policy/load.ts';
import type { Policy } from '../src/policy/policy.ts';
import type { PolicySource } from '../src/policy/source.ts';

const open = { ceiling: 'untrusted & nobody' } as const;
const strange = { format: 'text', label: 'untrusted & everyone' } as const;

/** Two agents, one lattice: mail by strangers, a secret, a helper, and a sink that both may use. */
export const nestedSource: PolicySource = {
  version: 1,
  lattice: { integrity: { chain: ['trusted', 'untrusted'] }, confidentiality: { readers: 'any' } },
  onViolation: 'block',
  answer: { ceiling: 'untrusted & nobody' },
  tools: {
    read_mail: { effect: 'read', description: 'trusted', call: open, result: strange },
    read_secret: {
      effect: 'read',
      description: 'trusted',
      call: open,
      result: { format: 'text', label: 'trusted & nobody' },
    },
    // Its author says that whatever it gives back is trusted and public: what runs inside may not be.
    ask_helper: {
      description: 'trusted',
      call: open,
      result: { format: 'text', label: 'trusted & everyone' },
    },
    note: {
      description: 'trusted',
      call: open,
      result: { format: 'text', label: 'trusted & everyone' },
    },
    send: {
      description: 'trusted',
      call: { ceiling: 'trusted & everyone' },
      result: { format: 'text', label: 'trusted & everyone' },
    },
  },
};

export const nestedPolicy: Policy = await definePolicy(nestedSource);

export function tool(name: string, execute: Tool['execute']): Tool {
  return { name, description: name, parameters: { type: 'object' }, execute };
}

/**
 * The worst model: makes the calls of its own list one by one, then does what any visible text
 * tells it (`SEND word`), then answers with all that it sees.
 */
export function obedient(...calls: readonly (readonly [tool: string, args: object])[]): ChatModel {
  return scriptedModel(({ view }) => {
    const done = view.messages.filter(({ role }) => role === 'assistant').length;
    const [name, args] = calls[done] ?? [];
    if (name !== undefined) return { calls: [{ tool: name, args: { ...args } }] };
    const text = textIn(view);
    const [, word] = /SEND (\w+)/.exec(text) ?? [];
    const isSent = view.messages.some(
      (message) =>
        message.role === 'assistant' && message.calls.some(({ tool: t }) => t === 'send'),
    );
    return word === undefined || isSent ? text : { calls: [{ tool: 'send', args: { word } }] };
  });
}

function textIn({ messages }: View): string {
  return messages
    .flatMap((message) => (message.role === 'assistant' ? [] : message.parts))
    .map((part) => (part.kind === 'text' ? part.text : ''))
    .join(' ');
}
