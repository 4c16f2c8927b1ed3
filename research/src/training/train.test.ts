import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { expect, test } from 'vitest';
import { proves } from '../testing/proves.ts';
import { balancedWeights, crossEntropy, type Sequence } from './loss.ts';
import { logitsOf } from '../../../packages/local/src/screener/network/network.ts';
import { train, type EpochReport, type TrainOptions } from './train.ts';

const options: TrainOptions = {
  hidden: 6,
  learningRate: 0.02,
  weightDecay: 1e-3,
  batch: 8,
  epochsMax: 40,
  patience: 40,
  seed: 1,
};

/** A region is dependent where the one before it showed the sign; its own feature says nothing. */
function echoes(count: number, seed: number): readonly Sequence[] {
  const random = xoroshiro128plus(seed);
  return Array.from({ length: count }, () => {
    const inputs = Float64Array.from({ length: 8 }, () => uniformInt(random, 0, 1));
    const targets = Uint8Array.from(inputs, (_, at) => (at === 0 ? 0 : (inputs[at - 1] ?? 0)));
    return { inputs, targets };
  });
}

proves('screener/learns', () => {
  const data = { training: echoes(60, 1), validation: echoes(20, 2) };
  const { network } = train(data, 1, options);
  for (const { inputs, targets } of echoes(20, 3)) {
    const said = logitsOf(network, inputs).map((logit) => Number(logit > 0));
    expect([...said]).toEqual([...targets]);
  }
});

proves('screener/seeded', () => {
  const data = { training: echoes(10, 1), validation: echoes(5, 2) };
  const short = { ...options, epochsMax: 3 };
  const [first, again] = [train(data, 1, short), train(data, 1, short)];
  expect(again).toEqual(first);
  const other = train(data, 1, { ...short, seed: 2 });
  expect(other.network.parameters).not.toEqual(first.network.parameters);
});

test('keeps the parameters of the epoch that was best, and stops some epochs after it', () => {
  const reports: EpochReport[] = [];
  // Contradictory validation data: what is learned makes it worse sooner or later.
  const validation = echoes(5, 2).map(({ inputs, targets }) => {
    return { inputs, targets: targets.map((target) => 1 - target) };
  });
  const { epoch, validationLoss, network } = train({ training: echoes(20, 1), validation }, 1, {
    ...options,
    patience: 3,
    onEpoch: (report) => reports.push(report),
  });
  const losses = reports.map((report) => report.validationLoss);
  expect(validationLoss).toBe(Math.min(...losses));
  expect(reports).toHaveLength(epoch + 3);
  const weights = balancedWeights(echoes(20, 1));
  const regions = validation.reduce((sum, { targets }) => sum + targets.length, 0);
  const again = validation.reduce((sum, { inputs, targets }) => {
    return sum + crossEntropy(targets, weights)(logitsOf(network, inputs)).loss;
  }, 0);
  expect(again / regions).toBeCloseTo(validationLoss, 12);
});

test('classes count alike, however rare one is', () => {
  const targets = Uint8Array.from([1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  const weights = balancedWeights([{ inputs: new Float64Array(), targets }]);
  expect(weights).toEqual({ dependent: 5, independent: 10 / 18 });
  const even = new Float64Array(10);
  const { loss, ofLogits } = crossEntropy(targets, weights)(even);
  expect(loss).toBeCloseTo(10 * Math.log(2), 12);
  expect(ofLogits.reduce((sum, by) => sum + by, 0)).toBeCloseTo(0, 12);
  expect(balancedWeights([])).toEqual({ dependent: 0, independent: 0 });
});

test('a loss of far logits is no infinity', () => {
  const { loss } = crossEntropy(Uint8Array.from([1, 0]), { dependent: 1, independent: 1 })(
    Float64Array.from([-2000, 2000]),
  );
  expect(loss).toBe(4000);
});
