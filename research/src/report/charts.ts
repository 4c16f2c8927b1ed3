import type { Row } from '../measure/rows.ts';
import { type Bar, barsChart, type BarsOptions } from './chart/bars.ts';
import { type Cross, crossesChart, type CrossesOptions } from './chart/crosses.ts';
import { curvesChart } from './chart/curves.ts';
import { type Chart, picture } from './chart/draw.ts';
import { chartText, percentText, shareAxis } from './chart/scheme.ts';
import { shareCell } from './columns.ts';
import { type Html, markup } from './html.ts';
import { plain } from './plain.ts';
import { defenceName } from './tables.ts';
import { type TableKey, worstCaseNotice } from './worlds.ts';

interface Panel {
  readonly title: string;
  readonly rows: readonly Row[];
}

type NumberOf = (defence: string) => number;

/** All charts of a world, below one list that says which number is which defence. */
export function chartsOf(world: TableKey, defences: readonly string[]): Html {
  const numberOf: NumberOf = (defence) => defences.indexOf(defence) + 1;
  const all = { title: 'All suites', rows: inOrder(world.rows, numberOf) };
  const suites = world.suites.map(({ suite, rows }) => {
    return { title: chartText('suite', suite), rows: inOrder(rows, numberOf) };
  });
  const panels: readonly Panel[] = suites.length > 1 ? [all, ...suites] : [all];
  const shown = defences.filter((name) => world.rows.some(({ defence }) => defence === name));
  const groups = [attackedGroup(panels, numberOf)];
  if (!world.isRepeated) groups.push(...benignGroups(panels, numberOf));
  const legend = shown.map((name) => markup`<li>${defenceName(name, numberOf(name))}</li>`);
  return markup`<ul class="legend">
      ${legend}
    </ul>
    ${groups.map((group) => groupHtml(group, world))}`;
}

interface ChartGroup {
  readonly title: string;
  readonly note: string;
  readonly charts: readonly Chart[];
}

function groupHtml({ title, note, charts }: ChartGroup, { isWorstCase }: TableKey): Html {
  if (charts.length === 0) return markup``;
  const notice = isWorstCase ? markup` <span class="notice">${worstCaseNotice}</span>` : undefined;
  return markup`<figure>
    <figcaption>
      <h3>${title}${notice}</h3>
      <p>${note}</p>
    </figcaption>
    <div class="charts">${charts.map(picture)}</div>
  </figure> `;
}

function attackedGroup(panels: readonly Panel[], numberOf: NumberOf): ChartGroup {
  return {
    title: 'Utility under attack against attack success',
    note: 'As in figure 5 of RTBAS. Top right is best. Lines are 95% intervals.',
    charts: panels.flatMap((panel) => tradeOffOf(panel, numberOf) ?? []),
  };
}

function benignGroups(panels: readonly Panel[], numberOf: NumberOf): readonly ChartGroup[] {
  const priced = panels[0]?.rows[0]?.pricedAs ?? 'no model';
  return [
    {
      title: 'Utility without an attack',
      note: 'As in figure 6 of RTBAS: calls above their ceiling are not made.',
      charts: panels.flatMap((panel) => utilityOf(panel, numberOf) ?? []),
    },
    {
      title: 'Tasks done with at most k questions',
      note: 'TCR@k, without an attack; a truthful person answers.',
      charts: panels.flatMap((panel) => curvesOf(panel, numberOf) ?? []),
    },
    {
      title: 'Questions',
      note: 'To a truthful person, over the tasks without an attack. A call that is retried counts once.',
      charts: panels.flatMap((panel) => questionsOf(panel, numberOf) ?? []),
    },
    {
      title: 'Cost of a task',
      note: `Means without an attack, as in table 4 of RTBAS; prices are those of ${priced}.`,
      charts: panels.slice(0, 1).flatMap((panel) => costsOf(panel, numberOf)),
    },
  ];
}

function tradeOffOf({ title, rows }: Panel, numberOf: NumberOf): Chart | undefined {
  const crosses = rows.flatMap(({ defence, measures: { shares } }): readonly Cross[] => {
    const { utilityUnderAttack: utility, attackSuccess } = shares;
    if (utility.value === undefined || attackSuccess.value === undefined) return [];
    const texts = [utility.value, attackSuccess.value].map(percentText);
    return [
      {
        number: numberOf(defence),
        name: defence,
        at: [1 - attackSuccess.value, utility.value],
        across: { low: 1 - attackSuccess.high, high: 1 - attackSuccess.low },
        up: utility,
        text: `utility ${texts.join(', attack success ')}`,
      },
    ];
  });
  return crosses.length === 0 ? undefined : crossesChart(crosses, tradeOff(title));
}

/** As in figure 5 of RTBAS: top right is best. */
function tradeOff(title: string): CrossesOptions {
  return {
    title,
    about: `${title}. Utility under attack against attacks stopped`,
    across: (scheme) => shareAxis(scheme, 'attacks that did not succeed'),
    up: 'utility under attack',
    width: 330,
    height: 290,
  };
}

function curvesOf({ title, rows }: Panel, numberOf: NumberOf): Chart | undefined {
  const curves = rows.flatMap(({ defence, measures: { doneWithin } }) => {
    const shares = doneWithin.flatMap(({ value }) => value ?? []);
    return shares.length === 0 ? [] : [{ number: numberOf(defence), name: plain(defence), shares }];
  });
  return curves.length === 0 ? undefined : curvesChart(title, curves);
}

function utilityOf({ title, rows }: Panel, numberOf: NumberOf): Chart | undefined {
  const bars = rows.flatMap(({ defence, measures: { shares } }): readonly Bar[] => {
    const { value, low, high } = shares.utility;
    if (value === undefined) return [];
    const { text } = shareCell(shares.utility);
    const interval = { low, high };
    return [{ number: numberOf(defence), name: plain(defence), value, interval, text }];
  });
  return bars.length === 0 ? undefined : barsChart(bars, { title, of: 'shares' });
}

function questionsIn({ measures }: Row): number | undefined {
  return measures.questions.benign;
}

function questionsOf(panel: Panel, numberOf: NumberOf): Chart | undefined {
  return amounts(panel, { title: panel.title, of: questionsIn, digits: 0, numberOf });
}

const costs: readonly Pick<AmountsOptions, 'title' | 'of' | 'digits'>[] = [
  { title: 'Model calls a step', of: ({ measures }) => measures.modelCallsPerStep, digits: 3 },
  { title: 'Tokens', of: tokensOf, digits: 0 },
  { title: 'Milliseconds', of: ({ measures }) => measures.cost.ms, digits: 0 },
  { title: 'USD', of: ({ measures }) => measures.cost.usd, digits: 5 },
];

function tokensOf({ measures: { cost } }: Row): number | undefined {
  const { inputTokens, outputTokens } = cost;
  return inputTokens === undefined || outputTokens === undefined
    ? undefined
    : inputTokens + outputTokens;
}

function costsOf(panel: Panel, numberOf: NumberOf): readonly Chart[] {
  return costs.flatMap((cost) => amounts(panel, { ...cost, numberOf }) ?? []);
}

interface AmountsOptions extends Pick<BarsOptions, 'title'> {
  readonly of: (row: Row) => number | undefined;
  readonly digits: number;
  readonly numberOf: NumberOf;
}

function amounts({ rows }: Panel, options: AmountsOptions): Chart | undefined {
  const { title, of, digits, numberOf } = options;
  const bars = rows.flatMap((row): readonly Bar[] => {
    const value = of(row);
    if (value === undefined) return [];
    const number = numberOf(row.defence);
    return [
      { number, name: plain(row.defence), value, interval: undefined, text: value.toFixed(digits) },
    ];
  });
  return bars.length === 0 ? undefined : barsChart(bars, { title, of: 'amounts' });
}

function inOrder(rows: readonly Row[], numberOf: NumberOf): readonly Row[] {
  return rows.toSorted((a, b) => numberOf(a.defence) - numberOf(b.defence));
}
