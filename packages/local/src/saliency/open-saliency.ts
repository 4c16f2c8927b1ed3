import { modelNameOf } from '../llama/model-name.ts';
import type { HiddenStates, States, StatesInput } from '../port/hidden-states.ts';
import type { Saliency } from '../port/saliency.ts';
import { checkSaliencyInput, checkStatesInput, checkWindow } from './check-input.ts';
import { type LlamaModel, openModel, type OpenModel } from './model/llama-model.ts';
import { serially } from './serially.ts';
import { windowedScores } from './windows.ts';

export interface OpenSaliency extends OpenModel {
  /** The id that results are filed under; the file's name where it is not given. */
  readonly model?: string | undefined;
  /**
   * Inputs and outputs longer than this are read in windows (`windows.ts`); the model's context
   * where it is not given, and never more than that.
   */
  readonly windowTokensMax?: number | undefined;
}

/** A model's inside. What it has read last is kept: a history that grows is read once. */
export interface ModelInside extends Saliency, HiddenStates, AsyncDisposable {
  /** Ends what is running first. */
  readonly dispose: () => Promise<void>;
}

/**
 * Opens a GGUF file of the `llama` architecture. `threads`: 1 where the cores are shared.
 * Throws `settings-invalid`, `file-unreadable`, `weights-invalid`, and `peer-missing`
 * for onnxruntime-node.
 *
 * Its members throw `settings-invalid`, `limit-exceeded`, `aborted` and `model-failed`, and run
 * one after another. The event loop stands still for some layers at a time.
 */
export async function openSaliency(options: OpenSaliency): Promise<ModelInside> {
  const { method, windowTokensMax } = options;
  if (windowTokensMax !== undefined) checkWindow(windowTokensMax);
  const model = await openModel(options);
  const { shape } = model;
  const inTurn = serially();
  const windowTokens = Math.min(windowTokensMax ?? shape.contextTokens, shape.contextTokens);
  const dispose = (): Promise<void> => inTurn(model.dispose);
  return {
    model: options.model ?? modelNameOf(options.path),
    method: windowTokensMax === undefined ? method : `${method}/${windowTokensMax}`,
    scores: (input, { signal }) =>
      inTurn(async () => {
        checkSaliencyInput(input, shape);
        return await windowedScores(model, { ...input, windowTokens, signal });
      }),
    states: (input, { signal }) =>
      inTurn(async () => {
        checkStatesInput(input, shape);
        return await statesOf(model, input, signal);
      }),
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}

async function statesOf(
  { forward, head, shape }: LlamaModel,
  { tokens, from, next = true }: StatesInput,
  signal: AbortSignal,
): Promise<States> {
  const { inputs, output } = await forward.run({ tokens, from, keep: 'last', signal });
  return {
    hidden: inputs.at(-1) ?? output,
    width: shape.width,
    next: next ? await head.next({ rows: output, signal }) : new Float32Array(),
    vocabulary: shape.vocabulary,
  };
}
