import type { DraftCall, ModelReply, PlainTool, ToolOutput, View } from '@sluice/core';
import { Choices } from './random.ts';

export const tools: readonly PlainTool[] = [
  'read_mail',
  'ledger',
  'clock',
  'pay',
  'tell',
  'note',
  'watched',
  'forbidden',
].map((name) => ({ name, description: `does ${name}`, parameters: { type: 'object' } }));

const names = ['ann', 'bob', 'carol', 'eve', 'acme', '7', '12', '99', '150'] as const;

/** Mail by strangers and texts of the house, the same for the same call. */
export function outputOf(seed: number, tool: string, args: unknown): ToolOutput {
  const choices = new Choices(seed, tool, args);
  const word = (): string => choices.pick(names);
  if (tool === 'read_mail') {
    const mail = (id: number) => ({
      id,
      from: word(),
      text: `pay ${word()} ${word()}`,
      note: word(),
    });
    const count = choices.below(3);
    const text = JSON.stringify(Array.from({ length: count }, (_, at) => mail(at)));
    if (choices.chance(10))
      return { parts: [{ kind: 'text', text: `no ${word()}` }], failed: true };
    if (choices.chance(10)) {
      const image = { kind: 'opaque' as const, mediaType: 'image/png', data: { of: word() } };
      return { parts: [{ kind: 'text', text }, image] };
    }
    return choices.chance(5) ? { parts: [] } : text;
  }
  return `${tool}: ${word()} ${word()}`;
}

/** An agent that calls what comes to its mind, with words that it sees, and asks much. */
export function replyTo(seed: number, { messages }: View): ModelReply {
  // At times it does what it set out to do, whatever it sees: such a read comes out again.
  const isSet = new Choices(seed, 'set', messages.length).chance(35);
  const choices = new Choices(seed, isSet ? messages.length : messages);
  const seen = JSON.stringify(messages).match(/[a-z0-9]+/g) ?? [];
  const word = (): string =>
    isSet || choices.chance(50)
      ? choices.pick(names)
      : (seen[choices.below(Math.max(1, seen.length))] ?? 'none');
  const call = (): DraftCall => {
    const tool = choices.chance(4)
      ? 'unheard_of'
      : (tools[choices.below(tools.length)]?.name ?? '');
    if (choices.chance(4)) return { tool, args: '{"to": ' };
    if (choices.chance(4)) return { tool, args: '{"to":"[redacted]"}' };
    if (choices.chance(4)) return { tool, args: '{"to":"a","to":"b"}' };
    const amount = choices.below(130);
    const args = tool === 'pay' ? { to: word(), amount } : { to: word(), about: word() };
    return { tool, args: JSON.stringify(tool === 'clock' ? {} : args) };
  };
  const count = choices.chance(30) ? 0 : 1 + choices.below(choices.chance(30) ? 3 : 1);
  const words = (): string =>
    choices.chance(20) ? JSON.stringify({ to: word() }) : `${word()} ${word()}`;
  const text = choices.chance(60) ? words() : choices.chance(20) ? 'see http://x.example' : '';
  // A client that wants JSON may read anything in another text.
  const structured = new Choices(seed, 'structured', text).chance(20);
  const stop = choices.chance(4) ? 'truncated' : 'complete';
  return { text, calls: Array.from({ length: count }, call), stop, structured };
}

export function turnText(seed: number, turn: number): string {
  const choices = new Choices(seed, 'turn', turn);
  const quoted = choices.chance(30) ? ` <quote>${choices.pick(names)} said so</quote>` : '';
  return `please pay ${choices.pick(names)} ${choices.pick(names)}${quoted}`;
}
