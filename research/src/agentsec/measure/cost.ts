import type { Trace } from '../trace/trace.ts';
import type { BarsOfResult } from '../../report/suite-result.ts';
import { meanOver, weigh } from './measures.ts';
import { paperTables } from './paper.ts';

/** A program in the model's place: no real model, and its time says nothing. */
export function isReader(model: string): boolean {
  return model === 'worst-case' || model === 'noisy';
}

/** The cost of a control under each defence, as the traces store it (figure 3 of the paper). */
export function costFigures(traces: readonly Trace[]): Readonly<Record<string, number>> {
  const controls = traces.filter(({ side }) => side === 'benign');
  const byDefence = Map.groupBy(controls, ({ defence }) => defence);
  const found = [...byDefence].flatMap(([name, own]) => {
    const mean = (of: (trace: Trace) => number): number => meanOver(weigh(own), of) ?? 0;
    const timed = own.filter(({ model }) => !isReader(model));
    const latencyMs = meanOver(weigh(timed), (each) => each.latencyMs);
    return Object.entries({
      inputTokens: mean((each) => each.inputTokens),
      outputTokens: mean((each) => each.outputTokens),
      modelCalls: mean((each) => each.modelCalls),
      ...(latencyMs !== undefined && { latencyMs }),
    }).map(([figure, value]) => [`agentsec.${name}.${figure}`, value] as const);
  });
  return Object.fromEntries(found);
}

type Figures = Readonly<Record<string, number>>;

/** Figures 2 and 3 of the paper, and its tokens: leak, utility, what a control costs. */
export function costCharts(
  figures: Figures,
  { isPapers }: { readonly isPapers: boolean },
): readonly BarsOfResult[] {
  const paper = (name: string, of: 'leak' | 'utility'): number | null =>
    (isPapers ? paperTables[name]?.[of] : undefined) ?? null;
  const shares = (of: 'leak' | 'utility', title: string): BarsOfResult => ({
    kind: 'bars',
    title,
    of: 'shares',
    series: ['here', 'paper'],
    rows: namesIn(figures, of).map((name) => ({
      name,
      values: [figures[`agentsec.${name}.${of}`] ?? null, paper(name, of)],
    })),
  });
  const charts = [
    shares('leak', 'Figure 2: canaries of another tenant told, by defence'),
    shares('utility', 'Figure 3: utility on controls, by defence'),
    bars(figures, {
      title: 'Figure 3: milliseconds of generation for a control',
      of: 'amounts',
      series: ['latencyMs'],
    }),
    bars(figures, {
      title: 'Tokens of a control, over all of its model calls',
      of: 'amounts',
      series: ['inputTokens', 'outputTokens'],
    }),
  ];
  return charts.filter(({ rows }) => rows.length > 0);
}

function bars(
  figures: Figures,
  { title, of, series }: Pick<BarsOfResult, 'title' | 'of' | 'series'>,
): BarsOfResult {
  const rows = namesIn(figures, series[0] ?? '').map((name) => ({
    name,
    values: series.map((figure) => figures[`agentsec.${name}.${figure}`] ?? null),
  }));
  return { kind: 'bars', title, of, series, rows };
}

function namesIn(figures: Figures, figure: string): readonly string[] {
  return Object.keys(figures).flatMap((name) => {
    const [suite, defence, found, ...rest] = name.split('.');
    return suite === 'agentsec' && found === figure && rest.length === 0 ? [defence ?? ''] : [];
  });
}
