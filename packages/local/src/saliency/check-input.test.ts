import { expect, test } from 'vitest';
import { parseGguf } from '../gguf/read.ts';
import { proves } from '../testing/proves.ts';
import { tinyModel } from '../testing/tiny-model.ts';
import { checkSaliencyInput, checkStatesInput, checkWindow } from './check-input.ts';
import { saliencyLimits } from './limits.ts';
import { llamaShape } from './model/llama-shape.ts';

const tiny = llamaShape(parseGguf(tinyModel({ seed: 1, type: 'f32', layers: 1, context: 64 })));

function tokens(count: number): readonly number[] {
  return Array.from({ length: count }, () => 40);
}

const { inputTokensMax, outputTokensMax } = saliencyLimits;

proves('saliency/too-long', () => {
  const exceeded = expect.objectContaining({ code: 'limit-exceeded' });
  const input = (inputs: number, outputs: number): (() => void) => {
    const asked = { tokens: tokens(inputs + outputs), outputFrom: inputs };
    return () => checkSaliencyInput(asked, tiny);
  };
  expect(input(inputTokensMax, outputTokensMax)).not.toThrow();
  expect(input(inputTokensMax + 1, 1)).toThrow(exceeded);
  expect(input(1, outputTokensMax + 1)).toThrow(exceeded);
  const states = (count: number, shape = tiny): (() => void) => {
    return () => checkStatesInput({ tokens: tokens(count), from: 0 }, shape);
  };
  expect(states(64)).not.toThrow();
  expect(states(65)).toThrow(exceeded);
  // The tokens are few enough; what would be handed out is not.
  const wide = { ...tiny, vocabulary: saliencyLimits.nextNumbersMax / 32 };
  expect(states(33, wide)).toThrow(exceeded);
  expect(() => checkStatesInput({ tokens: tokens(33), from: 0, next: false }, wide)).not.toThrow();
});

const invalid = expect.objectContaining({ code: 'settings-invalid' });

test.each([
  ['no output', { tokens: tokens(3), outputFrom: 3 }],
  ['no input', { tokens: tokens(3), outputFrom: 0 }],
  ['nothing', { tokens: [], outputFrom: 1 }],
  ['half a token', { tokens: tokens(3), outputFrom: 1.5 }],
  ['an unknown token', { tokens: [40, tiny.vocabulary], outputFrom: 1 }],
  ['a token below 0', { tokens: [-1, 40], outputFrom: 1 }],
  ['a token that is no number', { tokens: [NaN, 40], outputFrom: 1 }],
])('%s has no saliency', (_, input) => {
  expect(() => checkSaliencyInput(input, tiny)).toThrow(invalid);
});

test.each([
  ['after the end', { tokens: tokens(3), from: 3 }],
  ['before the beginning', { tokens: tokens(3), from: -1 }],
  ['of an unknown token', { tokens: [tiny.vocabulary], from: 0 }],
])('there is no state %s', (_, input) => {
  expect(() => checkStatesInput(input, tiny)).toThrow(invalid);
});

test.each([15, 0, -1, 100.5, NaN])('a window of %d tokens is none', (window) => {
  expect(() => checkWindow(window)).toThrow(invalid);
});
