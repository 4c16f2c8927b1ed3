import type { HiddenStates, StatesInput } from '../port/hidden-states.ts';
import type { Tokenizer } from '../port/tokenizer.ts';

/** A tokenizer of whole words, numbered as they come, from 1; the control token `<|end|>` is 0. */
export function wordTokenizer(model = 'fake'): Tokenizer {
  const words = ['<|end|>'];
  const idOf = (word: string): number => {
    const known = words.indexOf(word, 1);
    return known > 0 ? known : words.push(word) - 1;
  };
  return {
    model,
    encode: (text, { control }) =>
      text
        .split(/\s+/)
        .filter((word) => word !== '')
        .map((word) => (control && word === words[0] ? 0 : idOf(word))),
    decode: (tokens) => tokens.map((token) => words[token] ?? '?').join(' '),
  };
}

export interface FakeStates extends HiddenStates {
  readonly calls: StatesInput[];
}

export interface FakeStatesOptions {
  readonly model?: string;
  readonly vocabulary?: number;
  /** How probable each next token is, by the last one; default: all the same. */
  readonly weight?: (last: number, token: number) => number;
}

const width = 4;

/**
 * A model whose state is made of the last two tokens: two prefixes that end alike have the same
 * state, any others have different ones.
 */
export function fakeStates(options: FakeStatesOptions = {}): FakeStates {
  const { model = 'fake', vocabulary = 64, weight = () => 1 } = options;
  const calls: StatesInput[] = [];
  return {
    model,
    calls,
    states: async (input, { signal }) => {
      signal.throwIfAborted();
      calls.push(input);
      const rows = input.tokens.map((_, at) => at).slice(input.from);
      const hidden = rows.flatMap((at) =>
        stateOf(input.tokens[at - 1] ?? -1, input.tokens[at] ?? 0),
      );
      const next = (input.next === false ? [] : rows).flatMap((at) => {
        const weights = Array.from({ length: vocabulary }, (_, token) =>
          weight(input.tokens[at] ?? 0, token),
        );
        const total = weights.reduce((sum, each) => sum + each, 0);
        return weights.map((each) => Math.log(each / total));
      });
      return {
        hidden: Float32Array.from(hidden),
        width,
        next: Float32Array.from(next),
        vocabulary,
      };
    },
  };
}

/** Points on two circles, far apart for different tokens. */
function stateOf(before: number, last: number): readonly number[] {
  return [9 * Math.cos(last), 9 * Math.sin(last), 9 * Math.cos(before), 9 * Math.sin(before)];
}
