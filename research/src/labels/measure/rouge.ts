/**
 * ROUGE-L, the F-score of the longest common subsequence of words (Lin 2004), of lower-case words
 * and numbers. By hand: the packages that have it stem words or were last touched years ago.
 */
export function rougeL(said: string, target: string): number {
  const [left, right] = [wordsOf(said), wordsOf(target)];
  const common = commonLength(left, right);
  return common === 0 ? 0 : (2 * common) / (left.length + right.length);
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** One row of the usual table at a time. */
function commonLength(left: readonly string[], right: readonly string[]): number {
  let above: readonly number[] = Array.from({ length: right.length + 1 }, () => 0);
  for (const word of left) {
    const row = [0];
    for (const [at, other] of right.entries()) {
      const longer = Math.max(above[at + 1] ?? 0, row[at] ?? 0);
      row.push(word === other ? (above[at] ?? 0) + 1 : longer);
    }
    above = row;
  }
  return above.at(-1) ?? 0;
}
