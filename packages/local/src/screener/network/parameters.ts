import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** The sizes of a network: two LSTM layers, then one logit a step. */
export interface NetworkShape {
  /** Features of a region. */
  readonly inputs: number;
  /** Units of each layer. */
  readonly hidden: number;
}

/** Where the parameters of one layer stand; gates in the order input, forget, cell, output. */
export interface LayerPlace {
  readonly inputs: number;
  readonly hidden: number;
  /** `4 * hidden` rows of `inputs`. */
  readonly fromInput: number;
  /** `4 * hidden` rows of `hidden`. */
  readonly fromState: number;
  /** `4 * hidden`. */
  readonly bias: number;
}

/** Where all parameters stand in one array, so that an optimiser need not know the network. */
export interface Places {
  readonly layers: readonly [LayerPlace, LayerPlace];
  /** `hidden` weights, then a bias. */
  readonly head: number;
  readonly length: number;
}

export function placesOf({ inputs, hidden }: NetworkShape): Places {
  const first = layerAt(0, inputs, hidden);
  const second = layerAt(endOf(first), hidden, hidden);
  const head = endOf(second);
  return { layers: [first, second], head, length: head + hidden + 1 };
}

function layerAt(start: number, inputs: number, hidden: number): LayerPlace {
  const fromState = start + 4 * hidden * inputs;
  const bias = fromState + 4 * hidden * hidden;
  return { inputs, hidden, fromInput: start, fromState, bias };
}

function endOf({ bias, hidden }: LayerPlace): number {
  return bias + 4 * hidden;
}

/**
 * Parameters to begin with: uniform as Glorot and Bengio have it, biases 0, forget gates open. The
 * same seed gives the same.
 */
export function initialParameters(shape: NetworkShape, seed: number): Float64Array {
  const places = placesOf(shape);
  const parameters = new Float64Array(places.length);
  const random = xoroshiro128plus(seed);
  const fill = (from: number, length: number, bound: number): void => {
    for (let at = from; at < from + length; at += 1) {
      parameters[at] = (uniformFloat64(random) * 2 - 1) * bound;
    }
  };
  for (const { inputs, hidden, fromInput, fromState, bias } of places.layers) {
    fill(fromInput, 4 * hidden * inputs, Math.sqrt(6 / (inputs + 4 * hidden)));
    fill(fromState, 4 * hidden * hidden, Math.sqrt(6 / (5 * hidden)));
    parameters.fill(1, bias + hidden, bias + 2 * hidden);
  }
  fill(places.head, shape.hidden, Math.sqrt(6 / (shape.hidden + 1)));
  return parameters;
}
