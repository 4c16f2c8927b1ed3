import {
  wireArgs,
  wireSafe,
  type PlainCall,
  type PlainMessage,
  type PlainPart,
} from '@sluice/core';
import { isReasoning, isResult, textBlocks, type Block, type Turn } from './blocks.ts';
import { exactArgs } from '../shared/wire.ts';
import { isToolName } from './read-tools.ts';
import { searchesOf, withReasoning } from './reasoning.ts';

/**
 * The messages of a view as turns. What follows each other on one side is one turn, and results
 * stand first in it, in the order of the calls: this the provider insists on.
 */
export function turnsOf(
  messages: readonly PlainMessage[],
  { reasoning }: { readonly reasoning: 'replayed' | 'left-out' },
): readonly Turn[] {
  const turns: OpenTurn[] = [];
  for (const message of messages) {
    const role = message.role === 'tool' ? 'user' : message.role;
    const content = contentOf(message, reasoning);
    if (content.length === 0) continue;
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content: [...content] });
  }
  return turns.map((turn, index) =>
    turn.role === 'user' ? resultsFirst(turn, turns[index - 1]) : turn,
  );
}

interface OpenTurn {
  readonly role: Turn['role'];
  readonly content: Block[];
}

function resultsFirst({ role, content }: OpenTurn, before: OpenTurn | undefined): Turn {
  const order = new Map((before?.content ?? []).map(({ id }, index) => [id, index]));
  const place = (block: Block): number => order.get(block['tool_use_id']) ?? order.size;
  const results = content.filter(isResult).toSorted((a, b) => place(a) - place(b));
  return { role, content: [...results, ...content.filter((block) => !isResult(block))] };
}

function contentOf(message: PlainMessage, reasoning: 'replayed' | 'left-out'): readonly Block[] {
  switch (message.role) {
    case 'system':
    case 'user':
      return message.parts.flatMap(partBlocks);
    case 'assistant': {
      const calls = message.calls.map(callBlock);
      const plain = [...textBlocks(message.text), ...calls];
      const searched = searchesOf(message.reasoning);
      const stored = reasoning === 'left-out' ? searched : message.reasoning;
      // The provider refuses a message of reasoning alone.
      if (stored === undefined || (plain.length === 0 && searched === undefined)) return plain;
      return withReasoning(stored, { text: message.text, calls }) ?? plain;
    }
    case 'tool': {
      const content = message.parts.flatMap(partBlocks);
      // The provider refuses an error that says nothing.
      const failed = message.failed === true && content.length > 0;
      const result = { type: 'tool_result', tool_use_id: message.callId, content };
      return [{ ...result, ...(failed && { is_error: true }) }];
    }
  }
}

/** Parts of a view as blocks. A part that is not text is the block that it was read from. */
export function partBlocks(part: PlainPart): readonly Block[] {
  if (part.kind === 'text') return textBlocks(part.text);
  const { data } = part;
  if (isBlock(data)) return [data];
  throw new Error(`a part of \`${part.mediaType}\` is not of this protocol`);
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function callBlock({ id, tool, args }: PlainCall): Block {
  const name = isToolName(tool) ? tool : wireSafe(tool);
  return { type: 'tool_use', id, name, input: exactArgs(args) ?? wireArgs(args) };
}

/**
 * Whether the provider would refuse manual thinking: the turns end in results, and the answer
 * that they belong to, which goes on over all its calls, does not begin with reasoning.
 */
export function lacksReasoning(turns: readonly Turn[]): boolean {
  const spoken = turns.filter(({ role }) => role !== 'system');
  let begin: Turn | undefined;
  for (let at = spoken.length - 1; at > 0; at -= 2) {
    if (spoken[at]?.content.some(isResult) !== true) break;
    begin = spoken[at - 1];
  }
  const first = begin?.content[0];
  return first !== undefined && !isReasoning(first);
}
