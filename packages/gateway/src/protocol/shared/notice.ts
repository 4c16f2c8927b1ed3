import type { PlainMessage } from '@sluice/core';

/** A question that a response waits for, as far as whoever reads the response may know it. */
export interface WaitingFor {
  /** Id of the question. */
  readonly question: string;
  /** `undefined` where its name may not be told, and for an answer. */
  readonly tool: string | undefined;
}

const begin = '[Sluice: a person decides on ';

/** No text of ours has brackets or lines in it, so that each place is read once. */
const notices = /(?:\n\n)?\[Sluice: a person decides on [^[\]\n]{1,8000}\](?:\n\n)?/g;

/** For the client's user, in the answer that waits: what waits, and where to decide it. */
export function noticeOf(waiting: readonly WaitingFor[]): string {
  const each = waiting.map(({ question, tool }) => {
    const what = tool === undefined ? 'what comes next' : `\`${tool}\``;
    return `${what} (npx sluice approvals ${question})`;
  });
  return `${begin}${each.join(', ')}. This answer goes on when that is done.]`;
}

/** A notice between other text: apart from what stands before and behind it. */
export function noticeBehind(sent: string, notice: string): string {
  return `${sent === '' ? '' : '\n\n'}${notice}\n\n`;
}

/**
 * What a client sent, without the notices in it: nobody but its user was to read them. One that it
 * sends back as a message of its own is none, and one inside a message leaves what stood around it.
 */
export function withoutNotices(messages: readonly PlainMessage[]): readonly PlainMessage[] {
  if (!messages.some(hasNotice)) return messages;
  return messages.flatMap((message) => {
    if (message.role !== 'assistant' || !hasNotice(message)) return [message];
    const text = message.text.replaceAll(notices, '');
    return text === '' && message.calls.length === 0 ? [] : [{ ...message, text }];
  });
}

function hasNotice(message: PlainMessage): boolean {
  return message.role === 'assistant' && message.text.includes(begin);
}
