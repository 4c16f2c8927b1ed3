import { Content, type Region } from '../../src/history/content.ts';
import { History } from '../../src/history/history.ts';
import { Opaque, type LabelledTool, type Message } from '../../src/history/message.ts';
import type { Label, LabelSpace } from '../../src/label/label.ts';
import { labelSpace } from '../../src/label/space.ts';
import { chain } from '../../src/label/dimension/chain.ts';
import type { DraftCall, ModelReply } from '../../src/model/chat-model.ts';
import type { PropagatorInput } from '../../src/propagate/propagator.ts';

/** Small histories, built by hand: trusted and public turns, results with one label a field. */

export const space: LabelSpace = labelSpace({
  integrity: chain(['trusted', 'untrusted']),
  confidentiality: chain(['public', 'private']),
});
export const trusted: Label = space.bottom;
export const untrusted: Label = space.parse('untrusted & public');
export const secret: Label = space.parse('trusted & private');
export const top: Label = space.top;

export function turn(role: 'system' | 'user', text: string, label: Label = trusted): Message {
  return {
    role,
    parts: [{ kind: 'text', content: Content.whole(space, text, label) }],
    shape: trusted,
  };
}

export function image(role: 'user' | 'tool', label: Label): Message {
  const parts = [
    { kind: 'opaque', mediaType: 'image/png', data: new Opaque('pixels'), label },
  ] as const;
  return role === 'user'
    ? { role, parts, shape: trusted }
    : { role, parts, callId: lastCall(), shape: trusted };
}

let minted = 0;

/** The id of the call that was made last, which a result answers. */
const lastCall = (): string => `c${minted}`;

/** A result in one region. */
export function result(text: string, label: Label = untrusted): Message {
  return {
    role: 'tool',
    callId: lastCall(),
    parts: [{ kind: 'text', content: Content.whole(space, text, label) }],
    shape: trusted,
  };
}

/** A result that is a JSON array, each item a region of its own: `m<index>.0.0`, `.1`, and so on. */
export function fields(items: readonly (readonly [unknown, Label])[], shape = trusted): Message {
  let text = '[';
  const parts: Region[] = [];
  for (const [at, [value, label]] of items.entries()) {
    if (at > 0) text += ',';
    const start = text.length;
    text += JSON.stringify(value);
    const path = `$[${at}]`;
    parts.push({ start, end: text.length, label, form: 'scalar', path, parts: [] });
  }
  text += ']';
  const root: Region = {
    start: 0,
    end: text.length,
    label: shape,
    form: 'container',
    path: '$',
    parts,
  };
  return {
    role: 'tool',
    callId: lastCall(),
    parts: [{ kind: 'text', content: Content.of(space, text, root) }],
    shape,
  };
}

export function said(text: string, label: Label = trusted): Message {
  return { role: 'assistant', text: Content.whole(space, text, label), calls: [], label };
}

export function called(tool: string, args: unknown, label: Label = trusted): Message {
  const content = Content.whole(space, JSON.stringify(args), label);
  minted += 1;
  const call = { id: lastCall(), tool, declared: true, args: content, label };
  return { role: 'assistant', text: Content.whole(space, '', label), calls: [call], label };
}

export function declared(
  name: string,
  properties: Readonly<Record<string, unknown>> = {},
  label: Label = trusted,
): LabelledTool {
  const parameters = { type: 'object', properties };
  return { tool: { name, description: 'Does what it is called.', parameters }, label };
}

export function historyOf(...messages: readonly Message[]): History {
  return History.of([declared('send', { to: {}, amount: {}, body: {}, n: {} })], messages);
}

export function drafts(...calls: readonly DraftCall[]): ModelReply {
  return { text: '', calls, stop: 'complete' };
}

/** A draft with one call of the declared tool. */
export function sends(args: unknown): ModelReply {
  return drafts({ tool: 'send', args: JSON.stringify(args) });
}

export function answers(text: string): ModelReply {
  return { text, calls: [], stop: 'complete' };
}

export function inputOf(
  history: History,
  draft: ModelReply = sends({}),
): PropagatorInput & { readonly draft: ModelReply } {
  return { space, history, draft, signal: new AbortController().signal };
}
