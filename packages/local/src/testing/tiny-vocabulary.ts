import { bool, i32s, text, texts, u32, type GgufValue } from '../gguf/value.ts';

/** How many tokens the tiny models have. The first 256 are the bytes, in order. */
export const tinyVocabulary = 320;

/** Ids of the control tokens of the tiny models. */
interface TinyControl {
  readonly endOfText: number;
  readonly turnStart: number;
  readonly turnEnd: number;
}

const controlNames = ['<|endoftext|>', '<|im_start|>', '<|im_end|>'];

// Kinds of tokens, as GGUF numbers them.
const normal = 1;
const control = 3;
const userDefined = 4;
const unused = 5;

const chatTemplate =
  '{% for message in messages %}' +
  "{{'<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n'}}" +
  '{% endfor %}' +
  "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}";

/**
 * Metadata of a byte-level vocabulary with these merges (pairs of byte-level tokens), and with
 * these texts as user-defined tokens.
 */
export function tinyTokenizer(
  merges: readonly (readonly [string, string])[],
  marks: readonly string[] = [],
): readonly (readonly [string, GgufValue])[] {
  const words = [...byteTokens(), ...merges.map((pair) => pair.join(''))];
  const known = [...words, ...controlNames, ...marks];
  const padding = Array.from({ length: tinyVocabulary - known.length }, (_, at) => `<unused${at}>`);
  const { turnStart, turnEnd } = tinyControl(merges.length);
  return [
    ['tokenizer.ggml.model', text('gpt2')],
    ['tokenizer.ggml.pre', text('smollm')],
    ['tokenizer.ggml.tokens', texts([...known, ...padding])],
    [
      'tokenizer.ggml.token_type',
      i32s([
        ...words.map(() => normal),
        ...controlNames.map(() => control),
        ...marks.map(() => userDefined),
        ...padding.map(() => unused),
      ]),
    ],
    ['tokenizer.ggml.merges', texts(merges.map((pair) => pair.join(' ')))],
    ['tokenizer.ggml.bos_token_id', u32(turnStart)],
    ['tokenizer.ggml.eos_token_id', u32(turnEnd)],
    ['tokenizer.ggml.add_bos_token', bool(false)],
    ['tokenizer.chat_template', text(chatTemplate)],
  ];
}

/** Where the control tokens stand after so many merges. */
function tinyControl(merges: number): TinyControl {
  const endOfText = 256 + merges;
  return { endOfText, turnStart: endOfText + 1, turnEnd: endOfText + 2 };
}

/** The printable character that byte-level vocabularies write for each byte (GPT-2). */
export function byteTokens(): readonly string[] {
  let next = 256;
  return Array.from({ length: 256 }, (_, byte) => {
    const isPrintable =
      (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || (byte >= 174 && byte <= 255);
    return String.fromCodePoint(isPrintable ? byte : next++);
  });
}
