import { plain } from '../plain.ts';
import type { PointsOfResult, SharePair } from '../suite-result.ts';
import type { Chart } from './draw.ts';
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

/** One mark for points that fall together, with the numbers of all of them. */
function marksOf(pairs: readonly (SharePair | null)[], look: MarkLook): readonly object[] {
  const numbered = pairs.flatMap((pair, at) => (pair === null ? [] : [{ pair, number: at + 1 }]));
  const places = Map.groupBy(numbered, ({ pair: { across, up } }) => {
    return `${across.toFixed(2)} ${up.toFixed(2)}`;
  });
  return [...places.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    return [markOf(first.pair, { ...look, numbers: own.map(({ number }) => number) })];
  });
}

function markOf(
  { across, up }: SharePair,
  { scheme, isHollow, numbers }: MarkLook & { readonly numbers: readonly number[] },
): object {
  const color = seriesColour(scheme, numbers[0] ?? 1);
  const isFarRight = across > 0.8;
  const label = {
    show: true,
    position: isFarRight ? 'left' : 'right',
    formatter: numbers.join(' '),
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
