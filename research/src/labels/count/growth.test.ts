import { descendMinimal, fullLabel, generatorsOf } from '@sluice/local';
import { expect, test } from 'vitest';
import { keyValueQuestions } from '../kv/key-value.ts';
import { powersetOfDocuments } from '../lattices.ts';
import { contextOf, kvForm } from '../prompt/prompts.ts';
import { algorithmOneContexts, growthOf } from './growth.ts';

test.each([
  ['one document suffices', 3, [[0]], 8],
  ['all are needed', 3, [[0, 1, 2]], 1 + 3],
  ['nothing is needed', 3, [[]], 8],
  ['two of fourteen', 14, [[0, 1]], 4096 + 2 * 4096],
  [
    'either of fourteen two',
    14,
    [
      [0, 1],
      [2, 3],
    ],
    2 ** 14 - 2 ** 10,
  ],
])('%s', (...[, documents, answerSets, contexts]) => {
  expect(algorithmOneContexts({ documents, answerSets })).toBe(contexts);
});

test('counts what algorithm 1 really asks for', async () => {
  const lattice = powersetOfDocuments();
  for (const question of keyValueQuestions(4).slice(0, 6)) {
    const needed = new Set(question.answerSets.flat());
    const others = question.documents.filter(({ id }) => !needed.has(id));
    const kept = new Set([...needed, ...others.slice(0, 7 - needed.size).map(({ id }) => id)]);
    const documents = question.documents.filter(({ id }) => kept.has(id));
    const small = { ...question, documents };
    const context = contextOf(kvForm, lattice, small);
    const { join } = generatorsOf(context);
    const sets = question.answerSets.map((set) => {
      return join(documents.filter(({ id }) => set.includes(id)).map(lattice.labelOf));
    });
    const asked = new Set([fullLabel(context)]);
    const at = (label: typeof context.floor): Promise<number> => {
      asked.add(label);
      return Promise.resolve(sets.some((set) => lattice.space.flowsTo(set, label)) ? 0 : 1);
    };
    await descendMinimal({ ...context, losses: { at, exact: at }, lambda: 0 });
    const ids = documents.map(({ id }) => id);
    const answerSets = question.answerSets.map((set) => set.map((id) => ids.indexOf(id)));
    expect(algorithmOneContexts({ documents: ids.length, answerSets })).toBe(asked.size);
  }
});

test('grows with the context, ours far more slowly', async () => {
  const setting = {
    utility: 'log-probability',
    lambda: 0.5,
    pruning: { kind: 'alone', threshold: 1 },
  } as const;
  const signal = new AbortController().signal;
  const growth = await growthOf(keyValueQuestions(4).slice(0, 8), {
    form: kvForm,
    setting,
    signal,
  });
  expect(growth.map(({ documents }) => documents)).toEqual(
    Array.from({ length: 11 }, (_, at) => at + 4),
  );
  const last = growth.at(-1);
  expect(last?.algorithmOne).toBeGreaterThan(4000);
  expect(last?.ours).toBeLessThan(60);
});
