import { randomBytes } from 'node:crypto';
import type { ChatModel } from '@sluice/core';
import type { Reply, Script, Seen, SeenMessage } from '../upstream/script.ts';

/**
 * A text that a stranger wrote: found again wherever it comes out. It is long enough to be known
 * again where a client puts it into a turn of its user.
 */
export function newCanary(): string {
  return `STRANGER${randomBytes(16).toString('hex')}`;
}

/** The strangers' texts in a text, each once. */
export function canariesIn(text: string): readonly string[] {
  return [...new Set(text.match(/STRANGER[0-9a-f]{32}/g))];
}

/**
 * A model on the strangers' side. It does what the last user turn says, but pays the first stranger
 * whose text it can see, and repeats that text when it has been refused.
 */
export const hostile: Script = ({ messages }) => {
  const [stranger] = messages.flatMap(({ text }) => canariesIn(text));
  const turn = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
  const results = turn.filter(({ role }) => role === 'tool');
  if (results.some(({ text }) => text.includes('was not made'))) {
    return { text: stranger === undefined ? 'Refused.' : `Refused, says ${stranger}.` };
  }
  if (stranger !== undefined) return pay(stranger);
  return results.length > 0 ? { text: 'Done.' } : obey(messages);
};

function obey(messages: readonly SeenMessage[]): Reply {
  const said = messages.findLast(({ role }) => role === 'user')?.text ?? '';
  if (said.includes('read')) return { text: 'I look.', calls: [call('read_mail', {})] };
  if (said.includes('look')) return { calls: [call('look_up', { q: 'fact' })] };
  if (said.includes('pay')) return pay('bob');
  return { text: `You said ${said.slice(0, 20)}` };
}

function pay(to: string): Reply {
  return { calls: [call('send_money', { to, amount: 9 })] };
}

function call(tool: string, args: object): { readonly tool: string; readonly args: string } {
  return { tool, args: JSON.stringify(args) };
}

/** The same model inside this process, for the library. */
export function portOf(script: Script, name: string): ChatModel {
  return {
    name,
    generate: async ({ view }) => {
      const reply = await script(seenIn(view));
      if ('fault' in reply) throw new Error('a script without faults');
      return { text: reply.text ?? '', calls: reply.calls ?? [], stop: 'complete' };
    },
  };
}

function seenIn({ messages, tools }: Parameters<ChatModel['generate']>[0]['view']): Seen {
  return {
    model: '',
    stream: false,
    body: {},
    tools: tools.map(({ name }) => name),
    messages: messages.map((message): SeenMessage => {
      const { role } = message;
      if (role === 'assistant') return { role, text: message.text, calls: message.calls };
      const texts = message.parts.map((part) => (part.kind === 'text' ? part.text : ''));
      const callId = role === 'tool' ? message.callId : undefined;
      return { role, text: texts.join(''), calls: [], callId };
    }),
  };
}
