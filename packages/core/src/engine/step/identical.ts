import type { ModelReply } from '../../model/chat-model.ts';
import { parseArguments } from '../call/call.ts';

/**
 * True if a generation makes the very calls of another: the same tools with the same arguments,
 * spaces and the order of keys aside. What half a generation would have made is nobody's knowledge.
 */
export function isIdentical({ calls }: ModelReply, again: ModelReply): boolean {
  if (again.stop !== 'complete' || again.calls.length !== calls.length) return false;
  return again.calls.every(({ tool, args }, at) => {
    const call = calls[at];
    const text = parseArguments(args)?.text;
    return call?.tool === tool && text !== undefined && parseArguments(call.args)?.text === text;
  });
}
