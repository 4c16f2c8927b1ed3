import type { SecBound } from './bounds.ts';
import { costCharts, isReader } from './cost.ts';
import { paperTables } from './paper.ts';
import type { SecReport } from '../run/report.ts';
import {
  finiteFigures,
  type FoundBySuite,
  type Headline,
  type PointsOfResult,
  renamed,
  shareText,
} from '../../report/suite-result.ts';
import { worstCaseNotice } from '../../report/worlds.ts';

export interface SecResultOptions {
  /** As in `--suite`. */
  readonly suite: string;
  readonly models: readonly string[];
  /** The weights of the local model; `undefined`: it was not asked. */
  readonly weights: string | undefined;
  /** The figures of outside corpora. */
  readonly corpora: Readonly<Record<string, number>>;
}

/** A run of AgentSecBench; figures of further suites or other models have these in their name. */
export function secResult(
  report: SecReport,
  { suite, models, weights, corpora }: SecResultOptions,
): FoundBySuite {
  const isPapers = suite === 'games';
  const { figures, tables, missed, bounds, versions } = report;
  const all = finiteFigures({ ...figures, ...corpora });
  const others = models.filter((model) => model !== 'worst-case');
  const to = ['agentsec', ...(isPapers ? [] : [suite]), ...(others.length > 0 ? models : [])];
  const missedRows = missed.map(({ encoding, group, missed: many, of }) => {
    return [
      encoding,
      group === 'known' ? 'yes' : group === 'other' ? 'no' : 'held out',
      `${many} of ${of}`,
    ];
  });
  const validator = 'What the validator after generation misses, by the spelling of the target';
  return {
    suite: isPapers ? 'agentsec' : `agentsec-${suite}`,
    model: models.join(', '),
    versions: { data: versions.data, ...(weights !== undefined && { weights }) },
    figures: renamed(all, { from: 'agentsec', to: to.join('.') }),
    headlines: headlinesOf(figures, isPapers),
    claims: bounds.map((bound) => {
      return { name: bound.name, holds: bound.holds, detail: detailOf(bound) };
    }),
    notices: noticesOf(report, models),
    tables: [
      ...tables.map((table) => ({ ...table, paperColumns: [] })),
      {
        title: validator,
        head: ['spelling', 'built for', 'missed'],
        rows: missedRows,
        paperColumns: [],
      },
    ],
    charts: [pointsOf(figures, isPapers), ...costCharts(figures, { isPapers })],
  };
}

function headlinesOf(figures: SecReport['figures'], isPapers: boolean): readonly Headline[] {
  const asr = (name: string): Headline => ({
    what: `attack success, ${name === 'sluice' ? 'Sluice at worst' : name}`,
    here: shareText(figures[`agentsec.${name}.asr`]),
    paper: isPapers && name in paperTables ? shareText(paperTables[name]?.asr) : '',
  });
  const covered = figures['agentsec.sluice.coveredViolations'];
  const violations: Headline = {
    what: 'violations that a ceiling covers, Sluice',
    here: covered === undefined ? '–' : String(covered),
    paper: '',
  };
  const all = ['none', 'combined', 'sluice'].map(asr);
  const together = {
    what: 'attack success: none, combined, Sluice at worst',
    here: all.map(({ here }) => here).join(', '),
    paper: '',
  };
  return [...(isPapers ? all : [together]), violations];
}

function detailOf({ value, least, most }: SecBound): string {
  return `${value} (${least === undefined ? `at most ${most ?? ''}` : `at least ${least}`})`;
}

/** Messages of errors stay out: they may quote what was run. */
function noticesOf(
  { figures, provesNothing, errors }: SecReport,
  models: readonly string[],
): readonly string[] {
  const pairs = figures['agentsec.pairsPerCell'] ?? 0;
  const wordings = figures['agentsec.wordings'] ?? 0;
  const radius = (figures['agentsec.hoeffdingRadius'] ?? 1).toFixed(2);
  return [
    ...models.filter(isReader).map((model) => `${model}: ${worstCaseNotice}`),
    `${pairs} pairs and ${wordings} wordings a cell: Hoeffding radius of an advantage ${radius} at 95%`,
    ...provesNothing.map(({ model, kind, asr }) => {
      return `proves nothing: ${model}, ${kind}: without a defence ASR is ${asr.toFixed(3)}`;
    }),
    ...(errors.length === 0 ? [] : [`${errors.length} kinds of errors`]),
  ];
}

/** Every defence that has both figures, in the order of the tables. */
function pointsOf(figures: SecReport['figures'], isPapers: boolean): PointsOfResult {
  const names = Object.keys(figures).flatMap(
    (name) => /^agentsec\.([^.]+)\.asr$/.exec(name)?.[1] ?? [],
  );
  return {
    kind: 'points',
    title: 'Benign utility against attacks stopped',
    across: 'attacks that did not succeed',
    up: 'benign utility',
    points: names.flatMap((name) => {
      const [asr, utility] = [figures[`agentsec.${name}.asr`], figures[`agentsec.${name}.utility`]];
      if (asr === undefined || utility === undefined) return [];
      const paper = isPapers ? paperTables[name] : undefined;
      return [
        {
          name,
          here: { across: 1 - asr, up: utility },
          paper: paper === undefined ? null : { across: 1 - paper.asr, up: paper.utility },
        },
      ];
    }),
  };
}
