import { readFileSync } from 'node:fs';
import { type Label, labelSpace, type LabelSpace, powerset } from '@sluice/core';
import { type LabelSearch, minimalOnly, type Scored, utilityByName } from '@sluice/local';
import { z } from 'zod';

const whole = z.int();
const wholes = z.array(whole).readonly();

/**
 * The score of every sub-context of one key-value question, by a real model, and no text. Document
 * `i` of the prompt is shown in sub-context `at` where bit `documents - 1 - i` of `at` is set.
 */
const rowSchema = z
  .strictObject({
    /** Of the data set, by `keyValueQuestions`. */
    seed: whole,
    id: z.string(),
    documents: whole,
    model: z.string(),
    /** What computed them, with its version. */
    backEnd: z.string(),
    /** Of the target. */
    tokens: whole,
    /** The documents of each right answer. */
    answers: z.array(wholes).readonly(),
    /** The target's summed log-probability, in ten-thousandths of a nat. */
    sums: wholes,
    /** The largest drop of one of its tokens against the whole context, likewise. */
    drops: wholes,
  })
  .readonly()
  .refine(({ documents, sums, drops }) => {
    return sums.length === 2 ** documents && drops.length === 2 ** documents;
  });

export type ScoreRow = z.output<typeof rowSchema>;

/** Stored numbers to the nat. */
export const perNat = 10_000;

/** From the sources and from the build: sources ship. */
export const shippedTable = new URL(
  '../../../src/labels/recorded/kv-scores.jsonl',
  import.meta.url,
);

export function readScores(file: string | URL = shippedTable): readonly ScoreRow[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => rowSchema.parse(JSON.parse(line)));
}

/** A row as something that a search can be run on. */
export interface RecordedQuestion {
  readonly documents: number;
  readonly right: readonly Label[];
  /** With the contexts that it has asked about so far, the whole one among them. */
  readonly searchBy: (setting: {
    readonly utility: string;
    readonly lambda: number;
  }) => LabelSearch & { readonly asked: ReadonlySet<Label> };
}

export function recordedQuestion(row: ScoreRow): RecordedQuestion {
  const { space, joins, at } = subContexts(row.documents);
  const right = row.answers.map((answer) => {
    return joins[answer.reduce((sum, i) => sum + 2 ** (row.documents - 1 - i), 0)] ?? space.top;
  });
  const labels = joins.filter((_, mask) => Math.log2(mask) % 1 === 0).toReversed();
  return {
    documents: row.documents,
    right: minimalOnly(space, right),
    searchBy: ({ utility, lambda }) => {
      const { loss } = utilityByName(utility);
      const full = joins.length - 1;
      const asked = new Set(joins.slice(full));
      const lossAt = (label: Label): Promise<number> => {
        asked.add(label);
        const part = at.get(label) ?? Number.NaN;
        const [whole_, some] = [scoredAt(row, utility, full), scoredAt(row, utility, part)];
        return Promise.resolve(loss(whole_, some));
      };
      const losses = { at: lossAt, exact: lossAt };
      return { space, labels, floor: space.bottom, losses, lambda, asked };
    },
  };
}

/** Scores that every utility of ours reads as the stored ones: it sums them, or compares them. */
function scoredAt(row: ScoreRow, utility: string, at: number): Scored<string> {
  const logProbability =
    utility === 'token'
      ? -tokenBase - (row.drops[at] ?? Number.NaN) / perNat
      : (row.sums[at] ?? Number.NaN) / perNat;
  const none = { template: 0, document: 0, question: 0, completion: 0 };
  return {
    backEnd: row.backEnd,
    logProbabilities: [logProbability],
    completionTokens: row.tokens,
    tokens: none,
    evaluated: none,
  };
}

/** Nats below 0 that leave room for a token that gets more probable. */
const tokenBase = 100;

interface SubContexts {
  readonly space: LabelSpace;
  /** By the bits of the sub-context. */
  readonly joins: readonly Label[];
  readonly at: ReadonlyMap<Label, number>;
}

/** A label for each set of so many documents; the first has the highest bit. */
function subContexts(documents: number): SubContexts {
  const space = labelSpace({ documents: powerset('documents') });
  const joins = [space.bottom];
  for (let bit = 0; bit < documents; bit += 1) {
    const document = space.parse(`documents{d${documents - 1 - bit}}`);
    joins.push(...joins.map((join) => space.join(join, document)));
  }
  return { space, joins, at: new Map(joins.map((join, at) => [join, at])) };
}
