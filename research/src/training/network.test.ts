import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { describe, expect, test } from 'vitest';
import { proves } from '../testing/proves.ts';
import { crossEntropy } from './loss.ts';
import {
  addGradient,
  logitsOf,
  type Network,
} from '../../../packages/local/src/screener/network/network.ts';
import {
  initialParameters,
  placesOf,
} from '../../../packages/local/src/screener/network/parameters.ts';

const shape = { inputs: 3, hidden: 4 };
const weights = { dependent: 2, independent: 0.5 };

function randomNetwork(seed: number): Network {
  return { shape, parameters: initialParameters(shape, seed) };
}

function randomInputs(steps: number, seed: number): Float64Array {
  const random = xoroshiro128plus(seed);
  return Float64Array.from({ length: steps * shape.inputs }, () => uniformFloat64(random) * 4 - 2);
}

function lossOf(network: Network, inputs: Float64Array, targets: Uint8Array): number {
  return crossEntropy(targets, weights)(logitsOf(network, inputs)).loss;
}

describe('the gradient', () => {
  proves('screener/gradient', () => {
    for (const seed of [1, 2, 3]) {
      const network = randomNetwork(seed);
      const inputs = randomInputs(6, seed);
      const targets = Uint8Array.from([0, 1, 0, 0, 1, 1]);
      const gradient = new Float64Array(network.parameters.length);
      addGradient(network, inputs, { lossOf: crossEntropy(targets, weights), gradient });
      for (const at of network.parameters.keys()) {
        const moved = (by: number): Network => {
          const parameters = network.parameters.slice();
          parameters[at] = (parameters[at] ?? 0) + by;
          return { shape, parameters };
        };
        const step = 1e-5;
        const up = lossOf(moved(step), inputs, targets);
        const down = lossOf(moved(-step), inputs, targets);
        expect(gradient[at]).toBeCloseTo((up - down) / (2 * step), 6);
      }
    }
  });

  test('adds to what is there, and gives the loss', () => {
    const network = randomNetwork(1);
    const inputs = randomInputs(3, 1);
    const targets = Uint8Array.from([1, 0, 1]);
    const once = new Float64Array(network.parameters.length);
    const twice = new Float64Array(network.parameters.length);
    const options = { lossOf: crossEntropy(targets, weights) };
    const loss = addGradient(network, inputs, { ...options, gradient: once });
    addGradient(network, inputs, { ...options, gradient: twice });
    addGradient(network, inputs, { ...options, gradient: twice });
    expect(loss).toBeCloseTo(lossOf(network, inputs, targets), 12);
    for (const [at, by] of once.entries()) expect(twice[at]).toBeCloseTo(2 * by, 12);
  });
});

describe('the network', () => {
  test('reads regions in their order: a later one changes no earlier logit', () => {
    const network = randomNetwork(4);
    const inputs = randomInputs(5, 4);
    const changed = inputs.slice();
    changed.fill(1, 3 * shape.inputs, 4 * shape.inputs);
    const [before, after] = [logitsOf(network, inputs), logitsOf(network, changed)];
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3));
    expect(after[3]).not.toBe(before[3]);
    expect(after[4]).not.toBe(before[4]);
  });

  test('has nothing to say of no region', () => {
    expect(logitsOf(randomNetwork(1), new Float64Array())).toHaveLength(0);
  });

  test('has as many parameters as its places say, forget gates open', () => {
    const { layers, head, length } = placesOf(shape);
    const parameters = initialParameters(shape, 7);
    expect(parameters).toHaveLength(length);
    expect(head + shape.hidden + 1).toBe(length);
    for (const { bias, hidden } of layers) {
      expect([...parameters.subarray(bias, bias + 4 * hidden)]).toEqual(
        [0, 1, 0, 0].flatMap((open) => Array<number>(hidden).fill(open)),
      );
    }
    expect(initialParameters(shape, 7)).toEqual(parameters);
    expect(initialParameters(shape, 8)).not.toEqual(parameters);
  });
});
