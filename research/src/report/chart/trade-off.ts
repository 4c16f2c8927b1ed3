import type { Interval } from '../../statistics/interval.ts';
import { type Cross, crossMarks } from './cross-marks.ts';
import type { Chart } from './draw.ts';
import { percentText, type Scheme, shareAxis, titleLook } from './scheme.ts';

/** A share with its interval. */
export interface Estimate extends Interval {
  readonly value: number;
}

export interface TradeOffPoint {
  /** As in the legend of the page. */
  readonly number: number;
  readonly name: string;
  readonly utility: Estimate;
  readonly attackSuccess: Estimate;
}

/** Utility under attack against attacks stopped, as in figure 5 of RTBAS: top right is best. */
export function tradeOffChart(title: string, points: readonly TradeOffPoint[]): Chart {
  const words = points.map(({ number, name, utility, attackSuccess }) => {
    const shares = [percentText(utility.value), percentText(attackSuccess.value)];
    return `${number} ${name}: utility ${shares.join(', attack success ')}`;
  });
  const option = (scheme: Scheme): Record<string, unknown> => ({
    title: titleLook(scheme, title),
    grid: { left: 50, right: 34, top: 34, bottom: 44 },
    xAxis: { ...shareAxis(scheme, 'attacks that did not succeed'), nameGap: 26 },
    yAxis: { ...shareAxis(scheme, 'utility under attack'), nameGap: 38 },
    series: points.flatMap((point) => crossMarks(crossOf(point), scheme)),
  });
  const alt = `${title}. Utility under attack against attacks stopped. ${words.join('. ')}.`;
  return { alt, width: 330, height: 290, option };
}

function crossOf({ number, utility, attackSuccess: { value, low, high } }: TradeOffPoint): Cross {
  return {
    number,
    at: [1 - value, utility.value],
    across: { low: 1 - high, high: 1 - low },
    up: utility,
  };
}
