import { backThroughLayer, runLayer, type LayerTrace } from './layer.ts';
import { placesOf, type NetworkShape } from './parameters.ts';
import { addOuter, addProduct, addTransposed, type Matrix } from './matrix.ts';

/** A network: two LSTM layers over the regions in their order, one logit a region (RTBAS 7.2). */
export interface Network {
  readonly shape: NetworkShape;
  /** As `placesOf` lays them out. */
  readonly parameters: Float64Array;
}

interface Trace {
  readonly layers: readonly [LayerTrace, LayerTrace];
  readonly logits: Float64Array;
}

/** The logits of a sequence: `inputs` holds one row of features a region. */
export function logitsOf(network: Network, inputs: Float64Array): Float64Array {
  return run(network, inputs).logits;
}

function run({ shape, parameters }: Network, inputs: Float64Array): Trace {
  const { layers, head } = placesOf(shape);
  const first = runLayer(parameters, layers[0], inputs);
  const second = runLayer(parameters, layers[1], first.states.subarray(shape.hidden));
  const logits = new Float64Array(second.steps).fill(parameters[head + shape.hidden] ?? 0);
  for (const step of logits.keys()) {
    const state = { values: second.states, at: (step + 1) * shape.hidden };
    addProduct({ values: logits, at: step }, headOf(parameters, shape), state);
  }
  return { layers: [first, second], logits };
}

function headOf(values: Float64Array, shape: NetworkShape): Matrix {
  return { values, at: placesOf(shape).head, rows: 1, columns: shape.hidden };
}

/** How wrong logits are, and the gradient of that by each of them. */
export type LossOf = (logits: Float64Array) => {
  readonly loss: number;
  readonly ofLogits: Float64Array;
};

/** Adds the gradient of a sequence's loss to `gradient`, and gives the loss. */
export function addGradient(
  network: Network,
  inputs: Float64Array,
  { lossOf, gradient }: { readonly lossOf: LossOf; readonly gradient: Float64Array },
): number {
  const { shape, parameters } = network;
  const { layers, head } = placesOf(shape);
  const trace = run(network, inputs);
  const [first, second] = trace.layers;
  const { loss, ofLogits } = lossOf(trace.logits);
  const ofStates = new Float64Array(second.steps * shape.hidden);
  for (let step = 0; step < second.steps; step += 1) {
    const by = { values: ofLogits, at: step };
    const state = { values: second.states, at: (step + 1) * shape.hidden };
    const bias = head + shape.hidden;
    gradient[bias] = (gradient[bias] ?? 0) + (ofLogits[step] ?? 0);
    addOuter(headOf(gradient, shape), by, state);
    addTransposed({ values: ofStates, at: step * shape.hidden }, headOf(parameters, shape), by);
  }
  const between = backThroughLayer(parameters, layers[1], { trace: second, ofStates, gradient });
  backThroughLayer(parameters, layers[0], { trace: first, ofStates: between, gradient });
  return loss;
}
