import type { LabelQuestion } from '../dataset.ts';
import type { Example } from './chat.ts';
import { formOf } from './prompts.ts';

const system =
  'You are an assistant with three tools: web_search, mail_search and calendar_search. ' +
  'Answer the user in one sentence, using only what the tool returned.';

/** The result of a tool stands in the user's turn, after the call that asked for it. */
export const agentForm = formOf({
  asked: (question) => ({
    system,
    examples: agentExamples,
    before: `${question.question}\n\n${callOf(question)}`,
    after: `\n${question.question}`,
  }),
  line: (text) => `- ${text}\n`,
});

function callOf({ call }: LabelQuestion): string {
  return call === undefined ? 'Results:\n' : printed(call);
}

function printed({ tool, query }: { readonly tool: string; readonly query: string }): string {
  return `Results of ${tool}(${JSON.stringify(query)}):\n`;
}

/** Two, as in permissive propagation 4.5: they show the form of an answer. */
const agentExamples: readonly Example[] = [
  agentExample(
    'When does the bakery in Corn Street open?',
    { tool: 'web_search', query: 'bakery Corn Street opening hours' },
    [
      'Bakery in Corn Street, contact: we open at 6:30 on every day but Monday.',
      'City forum: the rolls of the bakery in Corn Street are the best in town.',
    ],
    'The bakery in Corn Street opens at 6:30 on every day but Monday.',
  ),
  agentExample(
    'Who waters the plants while I am away?',
    { tool: 'mail_search', query: 'plants water' },
    [
      'From: lotte@ourfirm. The plants on the third floor are watered twice a week.',
      'From: neighbour@home. I have your key, Emil waters the plants while you are away.',
    ],
    'Emil waters the plants while you are away.',
  ),
];

function agentExample(
  asks: string,
  call: { readonly tool: string; readonly query: string },
  ...[results, assistant]: readonly [results: readonly string[], assistant: string]
): Example {
  const lines = results.map((each) => `- ${each}\n`).join('');
  return { user: `${asks}\n\n${printed(call)}${lines}\n${asks}`, assistant };
}
