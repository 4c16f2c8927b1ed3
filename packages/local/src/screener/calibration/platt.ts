import { sigmoid } from '../network/matrix.ts';

/** A logit, and whether its region was one that the output depends on. */
export interface Judged {
  readonly logit: number;
  readonly isDependent: boolean;
}

/** From a network's logits to probabilities: `sigmoid(scale * logit + offset)`. */
export interface Calibration {
  readonly scale: number;
  readonly offset: number;
}

/** The probability that a logit stands for. */
export function probabilityOf(logit: number, { scale, offset }: Calibration): number {
  return sigmoid(scale * logit + offset);
}

const stepsMax = 100;

/**
 * Platt scaling (Platt 1999): the scale and offset of the likeliest probabilities, by Newton's
 * method, with his targets, which keep the scale finite where the classes part cleanly. Network
 * outputs are no probabilities: the classes were weighted alike. Needs members of both classes:
 * without them, probabilities are left as they are.
 */
export function calibrate(judged: readonly Judged[]): Calibration {
  const dependent = judged.filter(({ isDependent }) => isDependent).length;
  const independent = judged.length - dependent;
  let fit: Calibration = { scale: 1, offset: 0 };
  if (dependent === 0 || independent === 0) return fit;
  const high = (dependent + 1) / (dependent + 2);
  const low = 1 / (independent + 2);
  const points = judged.map(({ logit, isDependent }) => ({
    logit,
    target: isDependent ? high : low,
  }));
  for (let step = 0; step < stepsMax; step += 1) {
    const next = better(points, fit);
    if (next === undefined) break;
    fit = next;
  }
  return fit;
}

interface Point {
  readonly logit: number;
  readonly target: number;
}

/** One step of Newton's method, halved until it lowers the loss; `undefined` at the end. */
function better(points: readonly Point[], fit: Calibration): Calibration | undefined {
  // The gradient and the matrix of second derivatives, a little thickened so that it has
  // an inverse.
  let [byScale, byOffset, scale2, both, offset2] = [0, 0, 1e-9, 0, 1e-9];
  for (const { logit, target } of points) {
    const probability = probabilityOf(logit, fit);
    const by = probability - target;
    const bend = probability * (1 - probability);
    byScale += by * logit;
    byOffset += by;
    scale2 += bend * logit * logit;
    both += bend * logit;
    offset2 += bend;
  }
  const determinant = scale2 * offset2 - both * both;
  const scaleStep = (offset2 * byScale - both * byOffset) / determinant;
  const offsetStep = (scale2 * byOffset - both * byScale) / determinant;
  const before = lossOf(points, fit);
  for (let part = 1; part > 1e-6; part /= 2) {
    const next = { scale: fit.scale - part * scaleStep, offset: fit.offset - part * offsetStep };
    if (lossOf(points, next) < before - 1e-12 * points.length) return next;
  }
  return undefined;
}

function lossOf(points: readonly Point[], { scale, offset }: Calibration): number {
  return points.reduce((sum, { logit, target }) => {
    const score = scale * logit + offset;
    return sum + Math.max(score, 0) - score * target + Math.log1p(Math.exp(-Math.abs(score)));
  }, 0);
}
