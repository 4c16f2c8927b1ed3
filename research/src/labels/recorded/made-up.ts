import { type Draw, drawOf } from '../../draw.ts';
import type { LabelQuestion } from '../dataset.ts';
import { keyValueQuestions } from '../kv/key-value.ts';
import { perNat, type ScoreRow } from './score-table.ts';

/**
 * Nats, about as in the table of real scores: what the whole target costs; what is lost with a
 * fact; the spread of what a document does, for good or ill, wherever it is shown; and that of what
 * nothing explains.
 */
const nats = { whole: 6, fact: 9, document: 0.5, context: 0.4 } as const;

/** Of a target that is scored: about as many as those of the data set have. */
const tokens = 23;

/**
 * Invented scores of questions over all their documents, for searches over more contexts than a
 * model could score: each document does some good or harm, and each context has noise of its own,
 * so that more documents often serve worse.
 */
export function madeUpRows(seed: number, questions: number): readonly ScoreRow[] {
  const draw = drawOf(seed);
  return keyValueQuestions(seed)
    .slice(0, questions)
    .map((question) => madeUpRow(question, { seed, draw }));
}

function madeUpRow(
  { id, documents: shown, answerSets }: LabelQuestion,
  { seed, draw }: { readonly seed: number; readonly draw: Draw },
): ScoreRow {
  const documents = shown.length;
  const places = new Map(shown.map((document, place) => [document.id, place]));
  const answers = answerSets.map((set) => set.flatMap((each) => places.get(each) ?? []));
  const effects = shown.map(() => nats.document * normal(draw));
  const sums = Array.from({ length: 2 ** documents }, (_, at) => {
    const isShown = (place: number): boolean =>
      Math.floor(at / 2 ** (documents - 1 - place)) % 2 === 1;
    const missing = Math.min(...answers.map((set) => set.filter((each) => !isShown(each)).length));
    const effect = effects.reduce((sum, each, place) => sum + (isShown(place) ? each : 0), 0);
    const noise = nats.context * normal(draw);
    return Math.round(perNat * Math.min(0, effect + noise - nats.whole - nats.fact * missing));
  });
  const full = sums.at(-1) ?? 0;
  const drops = sums.map((sum) => full - sum);
  return {
    seed,
    id,
    documents,
    model: 'made up',
    backEnd: 'none',
    tokens,
    answers,
    sums,
    drops,
  };
}

/** About normal: twelve even draws, less their mean (Irwin and Hall). */
function normal(draw: Draw): number {
  const even = Array.from({ length: 12 }, () => draw.below(10_000) / 10_000);
  return even.reduce((sum, each) => sum + each, -6);
}
