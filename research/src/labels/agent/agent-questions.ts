import type { LabelQuestion } from '../dataset.ts';
import { calendarConversations } from './calendar.ts';
import { agentQuestion } from './conversation.ts';
import { mailConversations } from './mail.ts';
import { webConversations } from './web.ts';

/**
 * The agent data set of permissive propagation 4.5: 40 conversations by hand, 20 of them
 * improvable. Web, mail and calendar search take turns, and so do those that are improvable and
 * those that are not: every part of the list has all.
 */
export function agentQuestions(): readonly LabelQuestion[] {
  const lists = [
    webConversations.map((each) => agentQuestion('web_search', each)),
    mailConversations.map((each) => agentQuestion('mail_search', each)),
    calendarConversations.map((each) => agentQuestion('calendar_search', each)),
  ];
  return inTurn(lists.map((list) => inTurn(byImprovable(list))));
}

function byImprovable(list: readonly LabelQuestion[]): readonly (readonly LabelQuestion[])[] {
  const improvable = list.filter((question) => question.improvable);
  return [improvable, list.filter((question) => !question.improvable)];
}

/** The first of each list, the second of each, and so on to the end of the longest. */
function inTurn<Item>(lists: readonly (readonly Item[])[]): readonly Item[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  const turns = Array.from({ length: longest }, (_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  );
  return turns.flat();
}
