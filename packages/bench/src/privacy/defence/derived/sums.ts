import type { TextRegion } from './corpus.ts';

/** A number that stands alone in a region. */
interface Operand {
  readonly region: TextRegion;
  readonly value: number;
}

/** How many numbers of one kind are tried in all their subsets. */
const columnMax = 12;

/**
 * The regions whose numbers a number may have been worked out from: one of them times or divided by
 * a number that the request says, two of them added, taken away or multiplied, or several of one
 * kind added. Only numbers of at least three digits are looked for: smaller ones come out of
 * anything. The first way found that takes the fewest regions.
 */
export function sumSources(
  text: string,
  guarded: readonly TextRegion[],
  request: string,
): readonly TextRegion[] | undefined {
  const wanted = Number(text);
  if (text.replaceAll(/\D/g, '').length < 3 || !Number.isFinite(wanted)) return undefined;
  const operands = guarded.flatMap((region): readonly Operand[] => {
    const value = /^\d+(?:\.\d+)?$/.test(region.text) ? Number(region.text) : undefined;
    return value === undefined ? [] : [{ region, value }];
  });
  const scaled = operands.find(({ value }) => isScaled(value, wanted, factorsIn(request)));
  if (scaled !== undefined) return [scaled.region];
  return pairOf(operands, wanted) ?? subsetOf(operands, wanted);
}

function isScaled(value: number, wanted: number, factors: readonly number[]): boolean {
  return factors.some((factor) => {
    const made = [
      value * factor,
      value / factor,
      (value * factor) / 100,
      value - factor,
      value + factor,
    ];
    return made.some((each) => isSame(each, wanted));
  });
}

const spokenFactors: readonly (readonly [RegExp, number])[] = [
  [/\bhal(?:f|ve)/i, 2],
  [/\b(?:double|twice|two)\b/i, 2],
  [/\b(?:third|triple|three|thrice)\b/i, 3],
  [/\b(?:quarter|four)\b/i, 4],
  [/\bfive\b/i, 5],
  [/\b(?:tenth|ten)\b/i, 10],
];

/** What a request says to multiply with or divide by. */
function factorsIn(request: string): readonly number[] {
  const written = [...request.matchAll(/(?<![\p{L}\d-])\d+(?:\.\d+)?(?![\p{L}\d-])/gu)].map(Number);
  const spoken = spokenFactors.flatMap(([words, factor]) => (words.test(request) ? [factor] : []));
  return [...new Set([...written, ...spoken])].filter((factor) => factor > 0);
}

function pairOf(operands: readonly Operand[], wanted: number): readonly TextRegion[] | undefined {
  for (const [at, a] of operands.entries()) {
    for (const b of operands.slice(at + 1)) {
      const made = [a.value + b.value, Math.abs(a.value - b.value), a.value * b.value];
      if (made.some((each) => isSame(each, wanted))) return [a.region, b.region];
    }
  }
  return undefined;
}

/** Numbers that stand under one name (the amounts of a list), some of them added. */
function subsetOf(operands: readonly Operand[], wanted: number): readonly TextRegion[] | undefined {
  const columns = Map.groupBy(operands, ({ region }) =>
    region.names.join(' ').replaceAll(/\d+/g, '#'),
  );
  for (const column of columns.values()) {
    const few = column.slice(0, columnMax);
    for (let bits = 1; bits < 2 ** few.length; bits += 1) {
      const chosen = few.filter((_, at) => Math.floor(bits / 2 ** at) % 2 === 1);
      const sum = chosen.reduce((total, { value }) => total + value, 0);
      if (chosen.length > 2 && isSame(sum, wanted)) return chosen.map(({ region }) => region);
    }
  }
  return undefined;
}

/** To the cent, rounded either way. */
function isSame(made: number, wanted: number): boolean {
  return Math.abs(made - wanted) < 0.006;
}
