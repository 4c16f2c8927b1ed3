import type { LoggedMessage, LoggedRequest } from './chat-log.ts';
import {
  readingOf,
  type RecordedCall,
  type RecordedMessage,
  type RecordReading,
} from './record.ts';

/** The run that a conversation shows. Nobody says whether it was attacked, or done. */
export function conversationOf({
  agent,
  model,
  name,
  declared,
  messages,
}: LoggedRequest): RecordReading {
  const read = matched(messages);
  if (read === undefined) return { kind: 'unreadable', because: 'result-without-call' };
  return readingOf({
    suite: agent,
    model,
    userTask: name,
    attack: undefined,
    completed: undefined,
    declared,
    messages: read,
  });
}

/** Gives each result the call that it answers; `undefined` where there is none of its id. */
function matched(messages: readonly LoggedMessage[]): readonly RecordedMessage[] | undefined {
  const calls = new Map<string, RecordedCall>();
  const read: RecordedMessage[] = [];
  for (const message of messages) {
    if (message.role === 'assistant') {
      for (const { id, tool, args } of message.calls) calls.set(id, { tool, args });
      read.push(message);
    } else if (message.role === 'tool') {
      const call = calls.get(message.id);
      if (call === undefined) return undefined;
      read.push({ role: 'tool', call, text: message.text, failed: message.failed });
    } else read.push(message);
  }
  return read;
}
