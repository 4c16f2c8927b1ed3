import { plain } from '../plain.ts';
import type { PointsOfResult, SharePair } from '../suite-result.ts';
import type { Chart } from './draw.ts';
import { numbersText, together } from './together.ts';
import { percentText, plane, type Scheme, seriesColour, shareAxis } from './scheme.ts';

/** Two shares against each other, numbered as in the legend; the paper's points are hollow. */
export function pointsChart({ title, across, up, points }: PointsOfResult): Chart {
  const words = points.map(({ name, here, paper }, at) => {
    const beside = paper === null ? '' : ` (the paper: ${pairText(paper)})`;
    return `${at + 1} ${name}: ${pairText(here)}${beside}`;
  });
  const option = (scheme: Scheme): Record<string, unknown> => ({
    ...plane(scheme, {
      title: plain(title),
      across: shareAxis(scheme, plain(across)),
      up: shareAxis(scheme, plain(up)),
    }),
    series: [
      ...marksOf(
        points.map(({ paper }) => paper),
        { scheme, isHollow: true },
      ),
      ...marksOf(
        points.map(({ here }) => here),
        { scheme, isHollow: false },
      ),
    ],
  });
  return {
    alt: `${title}. ${across}, ${up}. ${words.join('. ')}.`,
    width: 400,
    height: 330,
    option,
  };
}

function pairText({ across, up }: SharePair): string {
  return `${percentText(across)}, ${percentText(up)}`;
}

interface MarkLook {
  readonly scheme: Scheme;
  readonly isHollow: boolean;
}

/** A mark for each point; the numbers of those that lie together stand beside one of them. */
function marksOf(pairs: readonly (SharePair | null)[], look: MarkLook): readonly object[] {
  const numbered = pairs.flatMap((pair, at) => (pair === null ? [] : [{ pair, number: at + 1 }]));
  return together(numbered, ({ pair: { across, up } }) => [across, up]).flatMap((own) =>
    own.map(({ pair, number }, at) => {
      const numbers = at === 0 ? own.map((each) => each.number) : [];
      return markOf(pair, { ...look, number, numbers });
    }),
  );
}

interface MarkNumbers {
  readonly number: number;
  /** The numbers that stand beside it. */
  readonly numbers: readonly number[];
}

function markOf(
  { across, up }: SharePair,
  { scheme, isHollow, number, numbers }: MarkLook & MarkNumbers,
): object {
  const color = seriesColour(scheme, number);
  const text = numbersText(numbers);
  const label = {
    show: numbers.length > 0,
    position: sideOf({ across, up }, { isHollow, text }),
    formatter: text,
    color,
    fontWeight: 700,
    fontSize: 12,
    textBorderColor: scheme.paper,
    textBorderWidth: 2,
  };
  return {
    type: 'scatter',
    silent: true,
    clip: false,
    symbolSize: 9,
    itemStyle: { color: isHollow ? scheme.paper : color, borderColor: color, borderWidth: 1.5 },
    label,
    labelLayout: { moveOverlap: 'shiftY' },
    data: [[across, up]],
  };
}

/** Few numbers fit right of the plane. Others stand above their place, those of the paper below. */
function sideOf(
  { across, up }: SharePair,
  { isHollow, text }: { readonly isHollow: boolean; readonly text: string },
): 'bottom' | 'right' | 'top' {
  if (across > 0.97 && text.length <= marginLettersMax) return 'right';
  if (up > 0.9) return 'bottom';
  return isHollow && up > 0.1 ? 'bottom' : 'top';
}

const marginLettersMax = 3;
