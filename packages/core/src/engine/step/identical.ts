import { reveal } from '../../history/content.ts';
import type { History } from '../../history/history.ts';
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

/** True if a call of a generation stands in the history behind the last words of a user. */
export function isRepeated(history: History, { calls }: ModelReply): boolean {
  const begun = history.messages.findLastIndex(({ role }) => role === 'user');
  const made = history.messages
    .slice(begun + 1)
    .flatMap((message) => (message.role === 'assistant' ? message.calls : []));
  return calls.some(({ tool, args }) => {
    const text = parseArguments(args)?.text;
    if (text === undefined) return false;
    return made.some(
      (call) => call.tool === tool && parseArguments(reveal(call.args))?.text === text,
    );
  });
}
