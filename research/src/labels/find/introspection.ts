import { Content, History, joinAll, regionsOf, type ChatModel, type Message } from '@sluice/core';
import { introspection } from '../../asking/introspection.ts';
import type { LabelQuestion } from '../dataset.ts';
import type { LabelLattice } from '../lattices.ts';
import type { Finder } from './finder.ts';

/**
 * The model names the documents that the completion is made from (permissive propagation 4.3). An
 * answer that cannot be read makes all of them relevant.
 */
export function introspectionFinder(model: ChatModel): Finder {
  return async ({ question, lattice, completion, signal }) => {
    const { space } = lattice;
    const propagator = introspection({
      model,
      clearance: space.top,
      names: 'documents',
      unseen: 'relevant',
    });
    const history = historyOf(lattice, question);
    const draft = { text: completion, calls: [], stop: 'complete' as const };
    if (propagator.needs !== 'draft') throw new TypeError('introspection reads a draft');
    const relevance = await propagator.relevant({ space, history, signal, draft });
    const entries = regionsOf(history);
    const named =
      relevance.kind === 'regions'
        ? entries.filter(({ id }) => relevance.regions.includes(id))
        : entries;
    const labels = [
      joinAll(
        space,
        named.map(({ label }) => label),
      ),
    ];
    return { labels, contexts: 0 };
  };
}

/** The question, a search, and each document as the result of a call of its own. */
function historyOf(lattice: LabelLattice, question: LabelQuestion): History {
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
