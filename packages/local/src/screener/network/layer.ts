import type { LayerPlace } from './parameters.ts';
import { addOuter, addProduct, addTransposed, sigmoid, type Matrix } from './matrix.ts';

/** The pass of a layer over a sequence; all arrays hold one row a step. */
export interface LayerTrace {
  readonly steps: number;
  /** `steps` rows of the layer's inputs. */
  readonly inputs: Float64Array;
  /** `steps` rows of `4 * hidden`: the gates after their squashing. */
  readonly gates: Float64Array;
  /** `steps + 1` rows of `hidden`; the first is 0, the state before the first step. */
  readonly cells: Float64Array;
  readonly states: Float64Array;
}

/** Runs one LSTM layer over a sequence (Hochreiter and Schmidhuber, with forget gates). */
export function runLayer(
  parameters: Float64Array,
  place: LayerPlace,
  inputs: Float64Array,
): LayerTrace {
  const { hidden } = place;
  const steps = inputs.length / place.inputs;
  const trace = {
    steps,
    inputs,
    gates: new Float64Array(steps * 4 * hidden),
    cells: new Float64Array((steps + 1) * hidden),
    states: new Float64Array((steps + 1) * hidden),
  };
  for (let step = 0; step < steps; step += 1) {
    fillGates(parameters, place, { trace, step });
    fillState(trace, hidden, step);
  }
  return trace;
}

interface Step {
  readonly trace: LayerTrace;
  readonly step: number;
}

function fillGates(parameters: Float64Array, place: LayerPlace, { trace, step }: Step): void {
  const { inputs, hidden, bias } = place;
  const width = 4 * hidden;
  const { gates } = trace;
  const sums = { values: gates, at: step * width };
  gates.set(parameters.subarray(bias, bias + width), sums.at);
  addProduct(sums, fromInput(parameters, place), { values: trace.inputs, at: step * inputs });
  addProduct(sums, fromState(parameters, place), { values: trace.states, at: step * hidden });
  for (let row = 0; row < width; row += 1) {
    const isCell = row >= 2 * hidden && row < 3 * hidden;
    const sum = gates[sums.at + row] ?? 0;
    gates[sums.at + row] = isCell ? Math.tanh(sum) : sigmoid(sum);
  }
}

function fromInput(values: Float64Array, { fromInput: at, inputs, hidden }: LayerPlace): Matrix {
  return { values, at, rows: 4 * hidden, columns: inputs };
}

function fromState(values: Float64Array, { fromState: at, hidden }: LayerPlace): Matrix {
  return { values, at, rows: 4 * hidden, columns: hidden };
}

function fillState({ gates, cells, states }: LayerTrace, hidden: number, step: number): void {
  const gate = (kind: number, unit: number): number =>
    gates[(step * 4 + kind) * hidden + unit] ?? 0;
  for (let unit = 0; unit < hidden; unit += 1) {
    const before = cells[step * hidden + unit] ?? 0;
    const cell = gate(1, unit) * before + gate(0, unit) * gate(2, unit);
    cells[(step + 1) * hidden + unit] = cell;
    states[(step + 1) * hidden + unit] = gate(3, unit) * Math.tanh(cell);
  }
}

/**
 * Backpropagation through time. `ofStates` is the loss's gradient by each step's state (`steps`
 * rows
 * of `hidden`). Adds the gradient by the parameters to `gradient`, and gives that by the inputs.
 */
export function backThroughLayer(
  parameters: Float64Array,
  place: LayerPlace,
  {
    trace,
    ofStates,
    gradient,
  }: {
    readonly trace: LayerTrace;
    readonly ofStates: Float64Array;
    readonly gradient: Float64Array;
  },
): Float64Array {
  const { inputs, hidden, bias } = place;
  const ofInputs = new Float64Array(trace.inputs.length);
  const ofSums = new Float64Array(4 * hidden);
  const carried = { state: new Float64Array(hidden), cell: new Float64Array(hidden) };
  for (let step = trace.steps - 1; step >= 0; step -= 1) {
    const by = { values: ofSums, at: 0 };
    const input = step * inputs;
    addTo(carried.state, ofStates.subarray(step * hidden, (step + 1) * hidden));
    backThroughState(trace, { step, hidden, carried, ofSums });
    addTo(gradient.subarray(bias, bias + 4 * hidden), ofSums);
    addOuter(fromInput(gradient, place), by, { values: trace.inputs, at: input });
    addOuter(fromState(gradient, place), by, { values: trace.states, at: step * hidden });
    addTransposed({ values: ofInputs, at: input }, fromInput(parameters, place), by);
    carried.state.fill(0);
    addTransposed({ values: carried.state, at: 0 }, fromState(parameters, place), by);
  }
  return ofInputs;
}

function addTo(target: Float64Array, source: Float64Array): void {
  for (const [at, value] of source.entries()) target[at] = (target[at] ?? 0) + value;
}

interface Carried {
  /** The loss's gradient by the state and the cell that a step leaves to the next. */
  readonly state: Float64Array;
  readonly cell: Float64Array;
}

/** From the gradients by state and cell to those by the gates' sums and by the cell before. */
function backThroughState(
  { gates, cells }: LayerTrace,
  {
    step,
    hidden,
    carried,
    ofSums,
  }: {
    readonly step: number;
    readonly hidden: number;
    readonly carried: Carried;
    readonly ofSums: Float64Array;
  },
): void {
  for (let unit = 0; unit < hidden; unit += 1) {
    const gate = (kind: number): number => gates[(step * 4 + kind) * hidden + unit] ?? 0;
    const [input, forget, cell, output] = [gate(0), gate(1), gate(2), gate(3)];
    const squashed = Math.tanh(cells[(step + 1) * hidden + unit] ?? 0);
    const ofState = carried.state[unit] ?? 0;
    const ofCell = (carried.cell[unit] ?? 0) + ofState * output * (1 - squashed * squashed);
    const before = cells[step * hidden + unit] ?? 0;
    ofSums[unit] = ofCell * cell * input * (1 - input);
    ofSums[hidden + unit] = ofCell * before * forget * (1 - forget);
    ofSums[2 * hidden + unit] = ofCell * input * (1 - cell * cell);
    ofSums[3 * hidden + unit] = ofState * squashed * output * (1 - output);
    carried.cell[unit] = ofCell * forget;
  }
}
