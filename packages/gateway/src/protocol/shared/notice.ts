import { hasNotice, noticeText, type PlainMessage, withoutNotices } from '@sluice/core';

/** A question that a response waits for, as far as whoever reads the response may know it. */
export interface WaitingFor {
  /** Id of the question. */
  readonly question: string;
  /** `undefined` where its name may not be told, and for an answer. */
  readonly tool: string | undefined;
}

/** For the client's user, in the answer that waits: what waits, and where to decide it. */
export function noticeOf(waiting: readonly WaitingFor[]): string {
  const each = waiting.map(({ question, tool }) => {
    const what = tool === undefined ? 'what comes next' : `\`${tool}\``;
    return `${what} (npx sluice approvals ${question})`;
  });
  const decided = each.join(', ');
  return noticeText(`a person decides on ${decided}. This answer goes on when that is done.`);
}

/** A notice between other text: apart from what stands before and behind it. */
export function noticeBehind(sent: string, notice: string): string {
  return `${sent === '' ? '' : '\n\n'}${notice}\n\n`;
}

/**
 * What a client sent, without the notices in it: nobody but its user was to read them. One that it
 * sends back as a message of its own is none, and one inside a message leaves what stood around it.
 */
export function messagesSaid(messages: readonly PlainMessage[]): readonly PlainMessage[] {
  if (!messages.some(isNoticed)) return messages;
  return messages.flatMap((message) => {
    if (message.role !== 'assistant' || !isNoticed(message)) return [message];
    const text = withoutNotices(message.text);
    return text === '' && message.calls.length === 0 ? [] : [{ ...message, text }];
  });
}

function isNoticed(message: PlainMessage): boolean {
  return message.role === 'assistant' && hasNotice(message.text);
}
