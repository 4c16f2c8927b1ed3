import { GraphBuilder, type Value } from '../../onnx/graph.ts';
import type { LlamaShape } from '../model/llama-shape.ts';
import { type Normalised, project, rmsNorm, rmsNormGradient } from './block.ts';

/** Inputs of both: `x` [rows, width], `norm` [width], `output` [vocabulary, width]. */
interface Head {
  readonly graph: GraphBuilder;
  readonly norm: Normalised;
  readonly output: Value;
  /** `[rows, vocabulary]`. */
  readonly logProbabilities: Value;
}

function head({ width, vocabulary, normEpsilon }: LlamaShape): Head {
  const graph = new GraphBuilder();
  const x = graph.input('x', ['rows', width]);
  const gain = graph.input('norm', [width]);
  const output = graph.input('output', [vocabulary, width]);
  const norm = rmsNorm(graph, x, { gain, epsilon: normEpsilon });
  const logits = project(graph, norm.value, output);
  const logProbabilities = graph.op('LogSoftmax', [logits], { axis: -1 });
  return { graph, norm, output, logProbabilities };
}

/** Output: `logProbabilities` [rows, vocabulary] of the next token. */
export function headGraph(shape: LlamaShape): Uint8Array {
  const { graph, logProbabilities } = head(shape);
  graph.output('logProbabilities', logProbabilities, ['rows', shape.vocabulary]);
  return graph.encode('head');
}

/**
 * Also input: `targets` [rows], the tokens that followed. Outputs: `logProbability` [rows] of
 * them; `dx` [rows, width], the derivative of the loss, which is their negative sum.
 */
export function headGradientGraph(shape: LlamaShape): Uint8Array {
  const { graph, norm, output, logProbabilities } = head(shape);
  const targets = graph.input('targets', ['rows'], 'int64');
  const column = graph.op('Unsqueeze', [targets, graph.ints([1])]);
  const picked = graph.op('GatherElements', [logProbabilities, column], { axis: 1 });
  graph.output('logProbability', graph.reshape(picked, [-1]), ['rows']);
  // dLoss/dLogits = probabilities - one at the target, taken through `output` in two parts.
  const expected = graph.op('MatMul', [graph.op('Exp', [logProbabilities]), output]);
  const dNorm = graph.op('Sub', [expected, graph.op('Gather', [output, targets])]);
  graph.output('dx', rmsNormGradient(graph, norm, dNorm), ['rows', shape.width]);
  return graph.encode('head-gradient');
}
