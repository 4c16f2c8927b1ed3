import { SluiceError } from '@sluice/core';
import type { StatesInput } from '../port/hidden-states.ts';
import type { SaliencyInput } from '../port/saliency.ts';
import { saliencyLimits } from './limits.ts';
import type { LlamaShape } from './model/llama-shape.ts';

/** Throws `settings-invalid` for what cannot be scored, `limit-exceeded` for too much of it. */
export function checkSaliencyInput({ tokens, outputFrom }: SaliencyInput, shape: LlamaShape): void {
  if (!Number.isInteger(outputFrom) || outputFrom < 1 || outputFrom >= tokens.length)
    throw invalid('saliency is of output tokens on input tokens, and there is none of one of them');
  checkTokens(tokens, shape);
  atMost('input tokens', outputFrom, saliencyLimits.inputTokensMax);
  atMost('output tokens', tokens.length - outputFrom, saliencyLimits.outputTokensMax);
}

/** The same for states, which are read in one piece: the model's context holds all of it. */
export function checkStatesInput(
  { tokens, from, next = true }: StatesInput,
  shape: LlamaShape,
): void {
  if (!Number.isInteger(from) || from < 0 || from >= tokens.length)
    throw invalid('states are wanted from a position that no token has');
  checkTokens(tokens, shape);
  atMost('tokens', tokens.length, shape.contextTokens);
  const numbers = next ? (tokens.length - from) * shape.vocabulary : 0;
  atMost('log-probabilities', numbers, saliencyLimits.nextNumbersMax);
}

function checkTokens(tokens: readonly number[], { vocabulary }: LlamaShape): void {
  const isKnown = (token: number): boolean =>
    Number.isInteger(token) && token >= 0 && token < vocabulary;
  if (!tokens.every(isKnown)) throw invalid('the model has no token of one of these numbers');
}

/** A window holds something of the beginning, of the end, of the rest, and of the output. */
export function checkWindow(tokens: number): void {
  if (Number.isInteger(tokens) && tokens >= saliencyLimits.windowTokensMin) return;
  const least = String(saliencyLimits.windowTokensMin);
  throw new SluiceError(
    'settings-invalid',
    `\`windowTokensMax\` is not a number from ${least} on`,
    {
      hint: 'leave it out to read as much at once as the model can',
    },
  );
}

function invalid(message: string): SluiceError {
  return new SluiceError('settings-invalid', message, {
    hint: 'tokenise prompt and output with the tokenizer of the same model',
  });
}

/** Throws `limit-exceeded`. */
export function atMost(what: string, found: number, most: number): void {
  if (found <= most) return;
  throw new SluiceError('limit-exceeded', `${found} ${what} are more than ${most}`, {
    hint: 'give a shorter history, or a shorter output',
  });
}
