import { isImprovable, type LabelQuestion } from '../dataset.ts';

export type SearchTool = 'web_search' | 'mail_search' | 'calendar_search';

/** One chat: the user asks, the assistant searches once, two results come, it responds. */
export interface Conversation {
  readonly id: string;
  readonly asks: string;
  readonly query: string;
  /** The text from a source that we vouch for: an official page, a colleague, our own calendar. */
  readonly trusted: string;
  /** The text from anybody: a forum, a stranger's mail, an invitation from outside. */
  readonly untrusted: string;
  /** The ground truth: the assistant's response. */
  readonly response: string;
  /** Which results the response needs; `either` where each says all of it. */
  readonly needs: 'trusted' | 'untrusted' | 'both' | 'either';
}

/** The conversation as a question over its two results. */
export function agentQuestion(tool: SearchTool, conversation: Conversation): LabelQuestion {
  const { id, asks, query, trusted, untrusted, response, needs } = conversation;
  const documents = [
    { id: `${id}/trusted`, text: trusted, integrity: 'trusted' as const },
    { id: `${id}/untrusted`, text: untrusted, integrity: 'untrusted' as const },
  ];
  const answerSets = setsOf(needs).map((names) => names.map((name) => `${id}/${name}`));
  const improvable = isImprovable({ documents, answerSets });
  return {
    id,
    documents,
    question: asks,
    target: response,
    answerSets,
    improvable,
    call: { tool, query },
  };
}

/** The minimal sets of two sources that suffice. */
export function setsOf(
  needs: Conversation['needs'],
): readonly (readonly ('trusted' | 'untrusted')[])[] {
  switch (needs) {
    case 'trusted':
      return [['trusted']];
    case 'untrusted':
      return [['untrusted']];
    case 'both':
      return [['trusted', 'untrusted']];
    case 'either':
      return [['trusted'], ['untrusted']];
  }
}
