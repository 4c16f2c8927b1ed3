import { plain } from '../plain.ts';

/** Colours of one of the two schemes that the page can be read in. */
export interface Scheme {
  readonly name: 'light' | 'dark';
  readonly text: string;
  readonly line: string;
  readonly paper: string;
  /** By the number of a defence; it is named by number too, so colours may come round again. */
  readonly series: readonly string[];
}

export const schemes: readonly Scheme[] = [
  {
    name: 'light',
    text: '#333333',
    line: '#dddddd',
    paper: '#ffffff',
    series: [
      '#c62828',
      '#1565c0',
      '#2e7d32',
      '#8e5500',
      '#6a1b9a',
      '#00707a',
      '#ad1457',
      '#4e5d6c',
    ],
  },
  {
    name: 'dark',
    text: '#cccccc',
    line: '#444444',
    paper: '#121212',
    series: [
      '#ef7b78',
      '#64b5f6',
      '#66bb6a',
      '#ffb74d',
      '#ce93d8',
      '#4dd0e1',
      '#f48fb1',
      '#b0bec5',
    ],
  },
];

export function seriesColour({ series }: Scheme, number: number): string {
  return series[(number - 1) % series.length] ?? '';
}

/** The look that all axes have in common. */
export function axisLook(scheme: Scheme): object {
  return {
    axisLine: { show: true, lineStyle: { color: scheme.line } },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: scheme.line, width: 0.6 } },
    axisLabel: { color: scheme.text, fontSize: 11 },
    nameTextStyle: { color: scheme.text, fontSize: 11 },
    nameLocation: 'middle',
  };
}

/** A share as an axis: from nothing to all of them. */
export function shareAxis(scheme: Scheme, name: string): object {
  const look = axisLook(scheme);
  const axisLabel = { color: scheme.text, fontSize: 11, formatter: percentText };
  return { ...look, type: 'value', min: 0, max: 1, interval: 0.25, name, axisLabel };
}

/** An axis for lengths of bars: shares go from nothing to all, amounts as far as they must. */
export function lengthAxis(scheme: Scheme, of: 'shares' | 'amounts'): object {
  if (of === 'shares') return shareAxis(scheme, '');
  return { ...axisLook(scheme), type: 'value', min: 0, splitNumber: 3 };
}

/** Names from top to bottom. */
export function namesAxis(scheme: Scheme, data: readonly string[]): object {
  const axisLabel = { color: scheme.text, fontSize: 11, interval: 0 };
  return { ...axisLook(scheme), type: 'category', inverse: true, data, axisLabel };
}

/** The beginning of a name that fits beside a bar; the legend or the table has the name in full. */
export function shortened(name: string, lettersMax: number): string {
  return name.length <= lettersMax ? name : `${name.slice(0, lettersMax - 1)}…`;
}

/** A title above two axes, each with a name. */
export function plane(
  scheme: Scheme,
  { title, across, up }: { readonly title: string; readonly across: object; readonly up: object },
): Record<string, unknown> {
  return {
    title: titleLook(scheme, title),
    grid: { left: 50, right: 36, top: 34, bottom: 44 },
    xAxis: { ...across, nameGap: 26 },
    yAxis: { ...up, nameGap: 38 },
  };
}

export function titleLook(scheme: Scheme, text: string): object {
  const textStyle = { color: scheme.text, fontSize: 13, fontWeight: 600 };
  return { text, left: 0, top: 0, textStyle };
}

export function percentText(share: number): string {
  return `${Math.round(100 * share)}%`;
}

/**
 * A name of a ledger as the charts may be given it. HAZARD: zrender keeps the texts that it
 * measured in a plain object, where `__proto__` alone would be read as `Object.prototype` and
 * written to. So no name stands alone, and what comes before it is ours.
 */
export function chartText(before: 'suite' | number, name: string): string {
  return `${before} ${plain(name)}`;
}
