import { fullLabel } from '@sluice/local';
import { describe, expect, test } from 'vitest';
import { agentQuestions } from '../agent/agent-questions.ts';
import type { LabelQuestion } from '../dataset.ts';
import { keyValueQuestions } from '../kv/key-value.ts';
import { powersetOfDocuments, product, twoLevel } from '../lattices.ts';
import { newsGroups } from '../news-contexts.ts';
import { labelTask } from '../run/tasks.ts';
import { agentForm } from './agent-form.ts';
import { contextOf, kvForm, newsForm, type Form } from './prompts.ts';

const news = newsGroups(1).flatMap(({ questions }) => questions);
const forms: readonly (readonly [string, Form, readonly LabelQuestion[]])[] = [
  ['key-value', kvForm, keyValueQuestions(1)],
  ['news', newsForm, news],
  ['agent', agentForm, agentQuestions()],
];

describe.each(forms)('%s', (_, form, questions) => {
  const [question] = questions;
  if (question === undefined) throw new Error('there are no questions');

  test('only our own text is read with control tokens', () => {
    for (const each of questions) {
      const context = contextOf(form, twoLevel(), each);
      const { parts } = context.promptAt(fullLabel(context));
      const isOurs = (part: (typeof parts)[number]): boolean => part.kind === 'template';
      for (const { text } of parts.filter(isOurs)) expect(text).not.toContain(each.target);
      for (const { text } of parts.filter((part) => !isOurs(part)))
        expect(text).not.toContain('<|im_');
    }
  });

  test('the full context is the same under every lattice', () => {
    const full = [twoLevel(), product(), powersetOfDocuments()].map((lattice) => {
      const context = contextOf(form, lattice, question);
      return context.promptAt(fullLabel(context));
    });
    expect(full[1]).toEqual(full[0]);
    expect(full[2]).toEqual(full[0]);
  });

  test('the trusted documents stand first, so that their context is a prefix', () => {
    const lattice = twoLevel();
    const context = contextOf(form, lattice, question);
    const textsAt = (label: typeof context.floor): readonly string[] =>
      context
        .promptAt(label)
        .parts.filter(({ kind }) => kind === 'document')
        .map(({ text }) => text);
    const trusted = textsAt(lattice.space.bottom);
    expect(textsAt(fullLabel(context)).slice(0, trusted.length)).toEqual(trusted);
    expect(trusted.length).toBe(
      question.documents.filter(({ integrity }) => integrity === 'trusted').length,
    );
  });
});

test('no example of a prompt tells an answer of the data', () => {
  const context = (form: Form, question: LabelQuestion): string => {
    const { before } = form.turns(question);
    return before.map(({ text }) => text).join('');
  };
  for (const question of agentQuestions())
    expect(context(agentForm, question)).not.toContain(question.target);
  const { groups } = labelTask('kv', { quick: false });
  for (const question of groups.flatMap(({ questions }) => questions)) {
    const numbers = question.target.match(/\d{4}/g) ?? [];
    for (const number of numbers) expect(context(kvForm, question)).not.toContain(number);
  }
});
