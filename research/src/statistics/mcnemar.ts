/** Cases on which two defences differ: the others say nothing about which is better. */
export interface Discordant {
  readonly onlyFirst: number;
  readonly onlySecond: number;
}

/**
 * The exact two-sided p value of McNemar's test: if neither is better, each discordant case is a
 * fair coin. Without discordant cases there is no evidence: 1.
 * Source: Q. McNemar, Psychometrika 12 (1947) 153-157, with the exact binomial distribution in
 * place of chi-squared; the sum stands in logarithms, so that thousands of cases do not underflow.
 */
export function mcnemar({ onlyFirst, onlySecond }: Discordant): number {
  const n = onlyFirst + onlySecond;
  const fewer = Math.min(onlyFirst, onlySecond);
  let logChoose = 0;
  let tail = 0;
  for (let k = 0; k <= fewer; k += 1) {
    tail += Math.exp(logChoose - n * Math.LN2);
    logChoose += Math.log(n - k) - Math.log(k + 1);
  }
  return Math.min(1, 2 * tail);
}
