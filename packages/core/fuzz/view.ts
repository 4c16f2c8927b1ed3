import type { PlainMessage, PlainPart, View as EngineView } from '../src/history/plain.ts';
import type { Shown, ShownCall, View } from '../src/spec/world.ts';

const placeholder = '[redacted]';

interface MutableCall extends Pick<ShownCall, 'tool' | 'args'> {
  readonly id: string;
  result: readonly string[];
  failed: boolean;
}

/**
 * What the engine sent to the model, in the specification's form: results stand with their calls.
 * Throws where ids do not pair, for a provider would refuse such a view.
 */
export function normalView(view: EngineView): View {
  const entries: Shown[] = [];
  let open: MutableCall[] = [];
  for (const message of view.messages) {
    if (message.role === 'tool') answer(open, message);
    else {
      requireAnswered(open);
      open = message.role === 'assistant' ? callsOf(message) : [];
      entries.push(shownOf(message, open));
    }
  }
  requireAnswered(open);
  const tools = view.tools.map(({ name, description, parameters }) => {
    const schema = JSON.stringify(parameters);
    const isHidden = description === placeholder && schema === '{"type":"object"}';
    return `${name}: ${isHidden ? placeholder : `${description} ${schema}`}`;
  });
  return { tools, entries };
}

type Assistant = Extract<PlainMessage, { role: 'assistant' }>;

function callsOf(message: Assistant): MutableCall[] {
  return message.calls.map(({ id, tool, args }) => ({ id, tool, args, result: [], failed: false }));
}

function shownOf(message: Exclude<PlainMessage, { role: 'tool' }>, calls: MutableCall[]): Shown {
  if (message.role === 'assistant') return { text: message.text, calls };
  return { role: message.role, parts: message.parts.map(textOf) };
}

function answer(open: MutableCall[], message: Extract<PlainMessage, { role: 'tool' }>): void {
  const call = open.find(({ id }) => id === message.callId);
  if (call === undefined) throw new Error('a view has a result without its call');
  if (call.tool !== message.tool) throw new Error('a view names a call and its result differently');
  // A result without parts is told from a missing one by a character that no text has.
  call.result = [...message.parts.map(textOf), '\u0001'];
  call.failed = message.failed === true;
}

function requireAnswered(open: readonly MutableCall[]): void {
  const missing = open.some(({ result }) => result.at(-1) !== '\u0001');
  if (missing) throw new Error('a view has a call without its result');
}

function textOf(part: PlainPart): string {
  return part.kind === 'text' ? part.text : `{image ${String(part.data)}`;
}

/**
 * A view as one text. Refusals are one word: the specification has no wording of its own, and
 * results of tools are told from refusals by their first character.
 */
export function viewText({ tools, entries }: View): string {
  const shown = entries.map((entry) => {
    if ('role' in entry) return [entry.role, ...entry.parts];
    const calls = entry.calls.map(({ tool, args, result, failed }) => {
      const parts = result.filter((part) => part !== '\u0001').map(unworded);
      return [tool, args, failed, ...parts];
    });
    return ['assistant', entry.text, ...calls];
  });
  return JSON.stringify([tools, shown]);
}

function unworded(part: string): string {
  return part.startsWith('{') || part === placeholder ? part : 'refused';
}
