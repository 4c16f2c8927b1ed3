import { type Content, type History, type Message, type Region, reveal } from '@sluice/core';
import type { ShownMessage, ShownSpan } from '../operator/dependencies.ts';
import { sha256 } from './find/fingerprint.ts';
import type { IsCleared } from './shown-region.ts';

/** The messages of a run as an operator may see them; what is above them stands there empty. */
export function shownMessages(history: History, isCleared: IsCleared): readonly ShownMessage[] {
  const toolOf = new Map<string, string>();
  return history.messages.map((message, index) => {
    if (message.role === 'assistant') {
      for (const { id, tool } of message.calls) toolOf.set(id, tool);
    }
    const from = message.role === 'tool' ? (toolOf.get(message.callId) ?? 'a tool') : message.role;
    const hash = messageHash(message, from);
    return shownMessage(message, { index, hash, from, isCleared });
  });
}

/** Wherever the message stands, and whatever its labels were lowered to. */
function messageHash(message: Message, from: string): string {
  const { role } = message;
  if (role === 'assistant') {
    const calls = message.calls.map(({ tool, args }) => [tool, reveal(args)]);
    return sha256(JSON.stringify([role, reveal(message.text), calls]));
  }
  const parts = message.parts.map((part) => (part.kind === 'text' ? reveal(part.content) : null));
  return sha256(JSON.stringify([role, from, parts]));
}

interface Showing {
  readonly index: number;
  readonly hash: string;
  readonly from: string;
  readonly isCleared: IsCleared;
}

function shownMessage(message: Message, { isCleared, from, ...place }: Showing): ShownMessage {
  const { role } = message;
  const id = `m${place.index}`;
  const shape = role === 'assistant' ? message.label : message.shape;
  // Without clearance for the shape, neither author nor number of parts is told.
  if (!isCleared(shape.text)) return { ...place, role: 'hidden', from: '', spans: [], calls: [] };
  if (role === 'assistant') {
    return {
      ...place,
      role,
      from,
      spans: spansOf(message.text, `${id}.0`, isCleared),
      calls: message.calls.map(({ id: callId, tool, args }, at) => {
        return { id: callId, tool, spans: spansOf(args, `${id}.c${at}`, isCleared) };
      }),
    };
  }
  const spans = message.parts.flatMap((part, at) => {
    if (part.kind === 'text') return spansOf(part.content, `${id}.${at}`, isCleared);
    const label = part.label.text;
    const isShown = isCleared(label);
    return [{ region: `${id}.${at}`, label: isShown ? label : null, text: null }];
  });
  return { ...place, role, from, spans, calls: [] };
}

/** The own characters of each region, in the order in which they stand. */
function spansOf(content: Content, id: string, isCleared: IsCleared): readonly ShownSpan[] {
  const text = reveal(content);
  const spans: ShownSpan[] = [];
  const add = (region: string, label: string, [from, to]: readonly [number, number]): void => {
    if (from === to) return;
    const isShown = isCleared(label);
    const last = spans.at(-1);
    if (!isShown && last?.label === null) return;
    spans.push(isShown ? { region, label, text: text.slice(from, to) } : hidden(region));
  };
  const visit = ({ start, end, label, parts }: Region, region: string): void => {
    let at = start;
    for (const [index, part] of parts.entries()) {
      add(region, label.text, [at, part.start]);
      visit(part, `${region}.${index}`);
      at = part.end;
    }
    add(region, label.text, [at, end]);
  };
  visit(content.root, id);
  return spans;
}

function hidden(region: string): ShownSpan {
  return { region, label: null, text: null };
}
