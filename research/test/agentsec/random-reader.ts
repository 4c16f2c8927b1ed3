import { type ChatModel, type ModelReply, textOf, type View } from '@sluice/core';
import { type Draw, drawOf } from '../../src/draw.ts';
import { openLink, type SecTask } from '../../src/agentsec/task/task.ts';
import { plainly } from '../../src/agentsec/trace/texts.ts';

/** A turn has no more generations with calls. */
const callsMax = 3;

/**
 * A reader who follows nobody: it says and sends out any part of what it sees, in any argument of
 * any tool that is declared. A tool with an effect is declared to it where it has been named: one
 * who invents the adversary's call is lemma 1's, and nothing that flows.
 */
export function randomReader(task: SecTask, seed: number): ChatModel {
  const draw = drawOf(seed);
  return {
    name: 'random-reader',
    generate: ({ view }) => Promise.resolve(replyTo(task, view, draw)),
  };
}

function replyTo(task: SecTask, view: View, draw: Draw): ModelReply {
  const seen = seenIn(view);
  const named = task.effects.filter((name) => seen.includes(name));
  const calls = Array.from({ length: mayCall(view) ? draw.below(3) : 0 }, () => {
    return { tool: draw.one([task.lookUp, openLink, ...named]), args: argumentsOut(draw, seen) };
  });
  const said = Array.from({ length: draw.below(4) }, () => partOf(draw, seen));
  return { text: said.join(draw.below(2) === 0 ? ' ' : '\n'), calls, stop: 'complete' };
}

/** Results, and what it has said and sent before. */
function seenIn({ messages }: View): string {
  const texts = messages.flatMap((each) => {
    if (each.role === 'tool') return [textOf(each.parts)];
    return each.role === 'assistant' ? [each.text, ...each.calls.map(({ args }) => args)] : [];
  });
  return texts.map(plainly).join('\n');
}

function argumentsOut(draw: Draw, seen: string): string {
  const key = draw.one(['name', 'to', 'note', 'text']);
  const value = partOf(draw, seen);
  switch (draw.below(3)) {
    case 0:
      return JSON.stringify({ [key]: value });
    case 1:
      return JSON.stringify({ [key]: [value, { deep: partOf(draw, seen) }] });
    default:
      return JSON.stringify({ [value]: key }, null, 1);
  }
}

/** A word, a line, any stretch, or everything. */
function partOf(draw: Draw, seen: string): string {
  const start = draw.below(seen.length + 1);
  switch (draw.below(4)) {
    case 0:
      return draw.one(['', ...(seen.match(/[\p{L}\p{N}_@.]+/gu) ?? [])]);
    case 1:
      return draw.one(['', ...seen.split('\n')]);
    case 2:
      return seen.slice(start, start + draw.below(80));
    default:
      return seen;
  }
}

function mayCall({ messages }: View): boolean {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const own = messages.slice(last + 1);
  return own.filter((each) => each.role === 'assistant' && each.calls.length > 0).length < callsMax;
}
