import { type Content, type History, type Message, type Region, reveal } from '@sluice/core';
import type { ShownMessage, ShownSpan } from '../operator/dependencies.ts';
import type { IsCleared } from './shown-region.ts';

/** The messages of a run as an operator may see them; what is above them stands there empty. */
export function shownMessages(history: History, isCleared: IsCleared): readonly ShownMessage[] {
  const toolOf = new Map<string, string>();
  return history.messages.map((message, index) => {
    if (message.role === 'assistant') {
      for (const { id, tool } of message.calls) toolOf.set(id, tool);
    }
    const from = message.role === 'tool' ? (toolOf.get(message.callId) ?? 'a tool') : message.role;
    return shownMessage(message, { index, from, isCleared });
  });
}

interface Showing {
  readonly index: number;
  readonly from: string;
  readonly isCleared: IsCleared;
}

function shownMessage(message: Message, { index, from, isCleared }: Showing): ShownMessage {
  const { role } = message;
  const id = `m${index}`;
  const shape = role === 'assistant' ? message.label : message.shape;
  // Who is not cleared for the shape does not learn how many parts there are.
  if (!isCleared(shape.text)) return { index, role, from: role, spans: [hidden(id)], calls: [] };
  if (role === 'assistant') {
    return {
      index,
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
  return { index, role, from, spans, calls: [] };
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
