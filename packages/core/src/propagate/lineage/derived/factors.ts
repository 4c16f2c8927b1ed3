const spoken: readonly (readonly [RegExp, number])[] = [
  [/\bhal(?:f|ve)/i, 2],
  [/\b(?:double|twice|two)\b/i, 2],
  [/\b(?:third|triple|three|thrice)\b/i, 3],
  [/\b(?:quarter|four)\b/i, 4],
  [/\bfive\b/i, 5],
  [/\b(?:tenth|ten)\b/i, 10],
];

const written = /(?<![\p{L}\d-])\d+(?:\.\d+)?(?![\p{L}\d-])/gu;

/** The numbers that a request says to multiply with, divide by, add or take away. */
export function factorsIn(request: string): readonly number[] {
  const numbers = [...request.matchAll(written)].map(Number);
  const words = spoken.flatMap(([pattern, factor]) => (pattern.test(request) ? [factor] : []));
  return [...new Set([...words, ...numbers])].filter((factor) => factor > 0);
}
