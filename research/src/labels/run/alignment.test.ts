import { expect, test } from 'vitest';
import { agentQuestions } from '../agent/agent-questions.ts';
import { twoLevel } from '../lattices.ts';
import { agentForm } from '../prompt/agent-form.ts';
import type { Writer } from '../remember.ts';
import { alignmentOf, type Regenerated, regenerated } from './alignment.ts';

const target = 'one two';

function answers(one: Partial<Regenerated>): Regenerated {
  const said = { original: target, inferred: target, trusted: target };
  return { improvable: true, improved: false, target, ...said, ...one };
}

test('table 4 has the answers of the label inferred, each mean with its deviation', () => {
  const figures = alignmentOf([
    answers({ improved: true, original: 'one', inferred: target, trusted: 'none' }),
    answers({ improved: true, inferred: 'nothing' }),
    answers({ improvable: false, trusted: 'nothing' }),
  ]);
  expect(figures['rouge.original']).toBeCloseTo((2 / 3 + 1 + 1) / 3);
  expect(figures['rouge.regenerated']).toBeCloseTo(1 / 2);
  expect(figures['rouge.regenerated.questions']).toBe(2);
  expect(figures['rougeDelta.improvable']).toBeCloseTo((1 / 3 - 1) / 2);
  expect(figures['rougeDelta.improvable.sd']).toBeCloseTo(4 / 3 / Math.SQRT2);
  expect(figures['rougeDelta.notImprovable']).toBe(-1);
  expect(figures['rougeDelta.notImprovable.sd']).toBeUndefined();
});

test('an answer is regenerated at the label inferred, and at the whole context’s where none is', async () => {
  const [question] = agentQuestions();
  if (question === undefined) throw new Error('there is no question');
  const writer: Writer = ({ parts }) => {
    return Promise.resolve(String(parts.filter(({ kind }) => kind === 'document').length));
  };
  const { signal } = new AbortController();
  const at = (inferred: Parameters<typeof regenerated>[2]['inferred']) =>
    regenerated(agentForm, question, { writer, signal, inferred });
  const { space } = twoLevel();
  const all = String(question.documents.length);
  const trusted = question.documents.filter(({ integrity }) => integrity === 'trusted').length;
  const below = { original: all, inferred: String(trusted), improved: true };
  expect(await at(space.bottom)).toMatchObject(below);
  for (const none of [undefined, space.top])
    expect(await at(none)).toMatchObject({ inferred: all, improved: false });
});
