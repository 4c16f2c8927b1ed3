import { type LossOf, sigmoid } from '@sluice/local/inside';

/** The training data of a sequence: one row of features and one target a region. */
export interface Sequence {
  readonly inputs: Float64Array;
  /** 1: the output depends on the region; 0: it does not. */
  readonly targets: Uint8Array;
}

/** How much a region counts, by its class. */
export interface ClassWeights {
  readonly dependent: number;
  readonly independent: number;
}

/**
 * Weights under which both classes count alike, though one region in ten is of the first. A class
 * without members has none to weigh.
 */
export function balancedWeights(sequences: readonly Sequence[]): ClassWeights {
  let [all, dependent] = [0, 0];
  for (const { targets } of sequences) {
    all += targets.length;
    dependent += targets.reduce((sum, target) => sum + target, 0);
  }
  const weightOf = (members: number): number => (members === 0 ? 0 : all / (2 * members));
  return { dependent: weightOf(dependent), independent: weightOf(all - dependent) };
}

/** Weighted cross-entropy, summed over the regions of a sequence. */
export function crossEntropy(targets: Uint8Array, weights: ClassWeights): LossOf {
  return (logits) => {
    let loss = 0;
    const ofLogits = logits.map((logit, at) => {
      const target = targets[at] ?? 0;
      const weight = target === 1 ? weights.dependent : weights.independent;
      // log(1 + e^-x) without overflow.
      const signed = target === 1 ? -logit : logit;
      loss += weight * (Math.max(signed, 0) + Math.log1p(Math.exp(-Math.abs(signed))));
      return weight * (sigmoid(logit) - target);
    });
    return { loss, ofLogits };
  };
}
