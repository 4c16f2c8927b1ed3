import {
  Content,
  History,
  joinAll,
  regionsOf,
  type Label,
  type LabelSpace,
  type Message,
} from '@sluice/core';
import type { LabelQuestion } from '../dataset.ts';
import type { LabelLattice } from '../lattices.ts';

/** The label of these regions of a history; of all of them where none are named. */
export function labelOfRegions(
  space: LabelSpace,
  history: History,
  named: readonly string[] | undefined,
): Label {
  const entries = regionsOf(history).filter(({ id }) => named?.includes(id) ?? true);
  return joinAll(
    space,
    entries.map(({ label }) => label),
  );
}

/** A question as a conversation: a search, and each document as the result of its own call. */
export function askedHistory(lattice: LabelLattice, question: LabelQuestion): History {
  const { space, labelOf } = lattice;
  const { bottom } = space;
  const content = (text: string, label = bottom): Content => {
    const root = { start: 0, end: text.length, label, form: 'text', path: '$', parts: [] } as const;
    return Content.of(space, text, root);
  };
  const { documents } = question;
  const call = question.call ?? { tool: 'search', query: question.question };
  const asked: readonly Message[] = [
    {
      role: 'user',
      parts: [{ kind: 'text', content: content(question.question) }],
      shape: bottom,
    },
    {
      role: 'assistant',
      text: content(''),
      label: bottom,
      calls: documents.map((_, at) => ({
        id: `call-${at}`,
        tool: call.tool,
        declared: true,
        args: content(JSON.stringify({ query: call.query })),
        label: bottom,
      })),
    },
  ];
  const results = documents.map((document, at): Message => {
    const part = { kind: 'text', content: content(document.text, labelOf(document)) } as const;
    return { role: 'tool', callId: `call-${at}`, parts: [part], shape: bottom };
  });
  return History.of([], [...asked, ...results]);
}
