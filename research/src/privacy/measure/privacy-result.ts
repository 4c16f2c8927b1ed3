import type { PrivacyMeasures } from './measures.ts';
import { privacyPaper } from './paper.ts';
import { productExactLabel } from './product.ts';
import { sideFigures, sideTable } from './side-figures.ts';
import type { Side } from './side-measures.ts';
import { privacyCells, privacyFigures, privacyHeads, privacyNotes } from './privacy-figures.ts';
import {
  type BarsOfResult,
  finiteFigures,
  type FoundBySuite,
  type Headline,
  renamed,
  type ResultClaim,
  shareText,
} from '../../report/suite-result.ts';
import { worstCaseNotice } from '../../report/worlds.ts';

export interface PrivacyResultOptions {
  readonly model: string;
  readonly isReader: boolean;
  /** The best local propagator, where one was chosen. */
  readonly best: string | undefined;
  readonly claims: readonly ResultClaim[];
  readonly sides: readonly Side[];
  /** Defences that could not be had, each with what to type. */
  readonly leftOut: readonly { readonly name: string; readonly because: string }[];
}

/** A run of the privacy suite as a result. */
export function privacyResult(
  all: readonly PrivacyMeasures[],
  { model, isReader, best, claims, sides, leftOut }: PrivacyResultOptions,
): FoundBySuite {
  const to = isReader ? 'privacy' : `privacy.${model}`;
  return {
    suite: 'privacy',
    model,
    versions: {},
    figures: renamed(finiteFigures({ ...privacyFigures(all, best), ...sideFigures(sides) }), {
      from: 'privacy',
      to,
    }),
    headlines: headlinesOf(all, best),
    claims,
    notices: [
      ...(isReader ? [`${model}: ${worstCaseNotice}`] : []),
      ...privacyNotes(all),
      ...leftOut.map(({ name, because }) => `left out: ${name}: ${because}`),
    ],
    tables: [
      {
        title: 'Cases of 37 and shares (in parentheses: the paper; *: the best local propagator)',
        head: privacyHeads,
        rows: all.map((each) => privacyCells(each, best)),
        paperColumns: [],
      },
      ...sides.map(sideTable),
    ],
    charts: [
      casesChart(all, { title: 'False-positive cases of 37', of: 'falsePositiveCases' }),
      casesChart(all, { title: 'False-negative cases of 37', of: 'falseNegativeCases' }),
    ],
  };
}

/** The paper's own defences, and the best local propagator beside the paper's better screener. */
function headlinesOf(
  all: readonly PrivacyMeasures[],
  best: string | undefined,
): readonly Headline[] {
  return ['confirm-never', 'confirm-always', best].flatMap((name) => {
    const found = all.find((each) => each.name === name);
    if (found === undefined) return [];
    const isBest = name === best;
    const paper = privacyPaper.find(({ ours }) => ours === (isBest ? 'judge' : name));
    const what = `FP and FN cases, ${isBest ? `best local: ${found.name}` : found.name}`;
    const cases = casesText(found);
    const beside = paper === undefined ? '' : casesText(paper);
    return [
      { what, here: cases, paper: isBest ? `${beside} (LM judge)` : beside },
      ...(isBest ? exactHeadlines(all, { best: found, paper: paper?.exactLabel }) : []),
    ];
  });
}

/** As the product asks: with the best rules, and with the settings that ship, gateway included. */
function exactHeadlines(
  all: readonly PrivacyMeasures[],
  { best, paper }: { readonly best: PrivacyMeasures; readonly paper: number | undefined },
): readonly Headline[] {
  const what = 'exact label of a call';
  const beside = `${shareText(paper)} (LM judge)`;
  const shipped = productExactLabel(all, 'lineage');
  return [
    { what: `${what}, best local`, here: shareText(best.exactLabel), paper: beside },
    { what: `${what}, settings that ship`, here: shareText(shipped), paper: beside },
  ];
}

function casesText(
  row: Pick<PrivacyMeasures, 'falsePositiveCases' | 'falseNegativeCases'>,
): string {
  return `${row.falsePositiveCases} and ${row.falseNegativeCases}`;
}

function casesChart(
  all: readonly PrivacyMeasures[],
  {
    title,
    of,
  }: { readonly title: string; readonly of: 'falsePositiveCases' | 'falseNegativeCases' },
): BarsOfResult {
  return {
    kind: 'bars',
    title,
    of: 'amounts',
    series: ['here', 'paper'],
    rows: all.map((each) => {
      const paper = privacyPaper.find(({ ours }) => ours === each.name);
      return { name: each.name, values: [each[of], paper?.[of] ?? null] };
    }),
  };
}
