import type { Label } from '@sluice/core';
import type { Scorer } from '@sluice/local';
import { shortened } from '../count/growth.ts';
import type { LabelQuestion } from '../dataset.ts';
import { keyValueQuestions } from '../kv/key-value.ts';
import { powersetOfDocuments } from '../lattices.ts';
import { contextOf, type Form } from '../prompt/prompts.ts';
import { perNat, type ScoreRow } from './score-table.ts';

/** The most documents that a question of the table needs, so that it can be asked over as few. */
const neededMax = 6;

export interface RecordedSlice {
  readonly seed: number;
  readonly questions: number;
  readonly documents: number;
}

/** The first questions of a data set that need few documents, each over `documents` of its 14. */
export function questionsOf({
  seed,
  questions,
  documents,
}: RecordedSlice): readonly LabelQuestion[] {
  return keyValueQuestions(seed)
    .filter(({ answerSets }) => new Set(answerSets.flat()).size <= neededMax)
    .slice(0, questions)
    .flatMap((question) => shortened(question, documents) ?? []);
}

export interface RecordOptions {
  readonly seed: number;
  readonly form: Form;
  /** One that remembers: a row that was broken off goes on. */
  readonly scorer: Scorer;
  readonly backEnd: string;
  readonly signal: AbortSignal;
}

/** Scores a question's target under every sub-context, the longest shared beginnings together. */
export async function recordedRow(
  question: LabelQuestion,
  { seed, form, scorer, backEnd, signal }: RecordOptions,
): Promise<ScoreRow> {
  const lattice = powersetOfDocuments();
  const { space } = lattice;
  const { labels, promptAt } = contextOf(form, lattice, question);
  const documents = labels.length;
  const scores: (readonly number[])[] = [];
  for (let at = 2 ** documents - 1; at >= 0; at -= 1) {
    const shown = labels.filter((_, i) => isShown(i, { at, documents }));
    const label = shown.reduce<Label>((join, each) => space.join(join, each), space.bottom);
    const asked = { prompt: promptAt(label), completion: question.target };
    scores[at] = (await scorer.score(asked, { signal })).logProbabilities;
  }
  const full = scores.at(-1) ?? [];
  const dropOf = (some: readonly number[]): number =>
    Math.max(...some.map((each, token) => (full[token] ?? Number.NaN) - each));
  const placeOf = new Map(labels.map((label, place) => [label, place]));
  const label = new Map(question.documents.map((each) => [each.id, lattice.labelOf(each)]));
  const answers = question.answerSets.map((set) =>
    set.flatMap((id) => placeOf.get(label.get(id) ?? space.top) ?? []),
  );
  return {
    seed,
    id: question.id,
    documents,
    model: scorer.model,
    backEnd,
    tokens: full.length,
    answers,
    sums: scores.map((some) => stored(some.reduce((sum, each) => sum + each, 0))),
    drops: scores.map((some) => stored(dropOf(some))),
  };
}

function stored(nats: number): number {
  return Math.round(nats * perNat);
}

function isShown(i: number, { at, documents }: { at: number; documents: number }): boolean {
  return Math.floor(at / 2 ** (documents - 1 - i)) % 2 === 1;
}
