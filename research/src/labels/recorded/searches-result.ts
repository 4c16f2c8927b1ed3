import { aloneImportance, enumerateMinimal, type Search, searchMinimal } from '@sluice/local';
import { searchOptions } from '@sluice/local/inside';
import { finiteFigures, type FoundBySuite } from '../../report/suite-result.ts';
import { lambdas } from '../find/grids.ts';
import { type Compared, compareSearches, type SearchSetting } from './compare-searches.ts';
import { madeUpRows } from './made-up.ts';
import { type RecordedQuestion, recordedQuestion, type ScoreRow } from './score-table.ts';

/** The paper's utility, and the lambda that this table chooses: what the propagator starts with. */
export const shippedSetting: SearchSetting = searchOptions.parse({});

/** Above the labels that algorithm 1 itself is run on, this is the search. */
const shrinking = enumerateMinimal(aloneImportance);

const searches: readonly (readonly [string, Search])[] = [
  ['shipped', searchMinimal],
  ['shrinking', shrinking],
];

/** Of the data set whose questions are invented scores, over all 14 documents. */
const madeUp = { seed: 11, questions: 14 } as const;

/** The least share of questions on which the search that ships answers as algorithm 1 does. */
const agreementMin = 0.95;

/** Searches beside algorithm 1: on every real score of the table, and on invented ones. */
export async function searchesFound(rows: readonly ScoreRow[]): Promise<FoundBySuite> {
  const questions = rows.map(recordedQuestion);
  const chosen = await chosenLambda(questions);
  const real = await sizesFound('real', questions);
  const invented = madeUpRows(madeUp.seed, madeUp.questions).map(recordedQuestion);
  const all = [...real, ...(await sizesFound('invented', invented))];
  const shipped = real.filter(({ search }) => search === 'shipped');
  const agreement = shareOf(shipped, 'agree');
  const figures = {
    'labels.kv.agreementWithDescent': agreement,
    'labels.kv.agreementWithDescent.questions': questions.length,
    ...Object.fromEntries(all.flatMap(figuresOf)),
    'labels.kv.chosenLambda': chosen,
  };
  const claims = [
    {
      name: 'labels.kv.agreementWithDescent',
      holds: agreement !== undefined && agreement >= agreementMin,
      detail: `${agreement?.toFixed(3) ?? '-'}, at least ${agreementMin}`,
    },
    {
      name: 'the default is what is chosen',
      holds: chosen === shippedSetting.lambda,
      detail: `lambda ${chosen ?? '-'}, shipped ${shippedSetting.lambda}`,
    },
  ];
  return {
    suite: 'searches',
    model: rows[0]?.model ?? 'none',
    versions: { scores: [...new Set(rows.map(({ backEnd }) => backEnd))].join(', ') },
    figures: finiteFigures(figures),
    headlines: [
      { what: 'agreement with algorithm 1', here: agreement?.toFixed(3) ?? '-', paper: '' },
    ],
    claims,
    notices: [
      `${questions.length} key-value questions, every sub-context scored once by a real model`,
      `lambda: most exact matches of the search that ships, on these questions` +
        ` (seed ${[...new Set(rows.map(({ seed }) => seed))].join(', ')}), the largest of the best`,
    ],
    tables: [sizesTable(all), await settingsTable(questions)],
    charts: [],
  };
}

interface FoundAtSize extends Compared {
  readonly scores: 'real' | 'invented';
  readonly search: string;
  readonly documents: number;
}

/** Each search at the shipped setting, by the number of documents. */
async function sizesFound(
  scores: FoundAtSize['scores'],
  questions: readonly RecordedQuestion[],
): Promise<readonly FoundAtSize[]> {
  const found: FoundAtSize[] = [];
  for (const [documents, some] of Map.groupBy(questions, (each) => each.documents)) {
    for (const [name, search] of searches) {
      const compared = await compareSearches(search, shippedSetting, some);
      found.push({ scores, search: name, documents, ...compared });
    }
  }
  return found;
}

/**
 * The lambda of the paper's utility with the most exact matches: of several, the largest, which is
 * the most permissive.
 */
export async function chosenLambda(
  questions: readonly RecordedQuestion[],
): Promise<number | undefined> {
  const { utility } = shippedSetting;
  const rated: { readonly lambda: number; readonly exact: number }[] = [];
  for (const lambda of lambdas[utility] ?? []) {
    const { exact } = await compareSearches(searchMinimal, { utility, lambda }, questions);
    rated.push({ lambda, exact });
  }
  const most = Math.max(...rated.map(({ exact }) => exact));
  return rated.findLast(({ exact }) => exact === most)?.lambda;
}

function figuresOf(found: FoundAtSize): readonly (readonly [string, number])[] {
  const { scores, search, documents, questions, agree, exact, contexts, contextsByDescent } = found;
  const prefix = ['labels.kv', ...(search === 'shipped' ? [] : [search])].join('.');
  const place = `${scores === 'real' ? 'at' : 'inventedAt'}${documents}`;
  return [
    [`${prefix}.agreementWithDescent.${place}`, agree / questions],
    [`${prefix}.exactMatch.${place}`, exact / questions],
    [`${prefix}.contexts.${place}`, contexts],
    [`labels.kv.descent.contexts.${place}`, contextsByDescent],
  ];
}

function shareOf(found: readonly Compared[], key: 'agree' | 'exact'): number | undefined {
  const questions = found.reduce((sum, each) => sum + each.questions, 0);
  return questions === 0 ? undefined : found.reduce((sum, each) => sum + each[key], 0) / questions;
}

function sizesTable(found: readonly FoundAtSize[]): FoundBySuite['tables'][number] {
  return {
    title: 'Searches beside algorithm 1, at the setting that ships',
    head: 'scores documents search questions agree exact algorithm-1-exact contexts of'.split(' '),
    rows: found.map((each) =>
      [
        each.scores,
        each.documents,
        each.search,
        each.questions,
        each.agree,
        each.exact,
        each.exactByDescent,
        each.contexts,
        each.contextsByDescent,
      ].map(String),
    ),
    paperColumns: [],
  };
}

/** Shrinking at every setting that is tried: where it differs from algorithm 1. */
async function settingsTable(
  questions: readonly RecordedQuestion[],
): Promise<FoundBySuite['tables'][number]> {
  const rows: string[][] = [];
  for (const [utility, tried] of Object.entries(lambdas)) {
    for (const lambda of tried) {
      const found = await compareSearches(shrinking, { utility, lambda }, questions);
      const { agree, exact, exactByDescent } = found;
      rows.push([utility, ...[lambda, found.questions, agree, exact, exactByDescent].map(String)]);
    }
  }
  return {
    title: 'Shrinking beside algorithm 1, at every setting',
    head: 'utility lambda questions agree exact algorithm-1-exact'.split(' '),
    rows,
    paperColumns: [],
  };
}
