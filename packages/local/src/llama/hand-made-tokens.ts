import type { LlamaModel, Token } from 'node-llama-cpp';
import { weightsInvalid } from '../gguf/weights-invalid.ts';

type Read = (text: string) => readonly number[];

/** Cuts text so that no piece holds a token that its vocabulary's makers added by hand. */
export interface HandMadeTokens {
  readonly pieces: (text: string) => readonly string[];
  /** Tokens that text of a conversation must never become. */
  readonly ids: ReadonlySet<number>;
}

/**
 * llama.cpp reads tokens that a file types as user-defined in any text, where it leaves those typed
 * as control tokens alone. Turn marks may be typed as either, so both are looked for: each whose
 * text, read as data, holds the token itself. Runs of blanks mark nothing, and stay. Throws
 * `weights-invalid` for a token of one character, which no cut keeps out.
 */
export function handMadeTokens(model: LlamaModel, read: Read): HandMadeTokens {
  const ids = new Set<number>();
  const texts = new Set<string>();
  for (const token of model.iterateAllTokens()) {
    if (!isMark(model, token)) continue;
    const text = model.detokenize([token], true);
    if (text.trim() === '') continue;
    ids.add(token);
    if (read(text).includes(token)) texts.add(text);
  }
  for (const text of texts)
    if (isOneCharacter(text))
      throw weightsInvalid(
        'the vocabulary of the model has a token of one character that any text may hold',
        'take weights whose user-defined tokens are longer',
      );
  return { ids, pieces: cutter([...texts]) };
}

function isMark(model: LlamaModel, token: Token): boolean {
  const { normal, byte, unknown, undefined: untyped } = model.getTokenAttributes(token);
  return !normal && !byte && !unknown && !untyped;
}

/** Each mark is cut after its first character: what comes before is then free of marks. */
function cutter(texts: readonly string[]): (text: string) => readonly string[] {
  if (texts.length === 0) return (text) => [text];
  const mark = new RegExp(texts.map((text) => escaped(text)).join('|'), 'gu');
  return (text) => {
    // As the library reads it: halves of a character become the same sign that a mark may hold.
    const whole = text.toWellFormed();
    const pieces: string[] = [];
    let start = 0;
    mark.lastIndex = 0;
    for (let found = mark.exec(whole); found !== null; found = mark.exec(whole)) {
      const cut = found.index + firstLength(found[0]);
      pieces.push(whole.slice(start, cut));
      start = cut;
      // A mark may begin inside the one that is cut.
      mark.lastIndex = cut;
    }
    return [...pieces, whole.slice(start)];
  };
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
}

function firstLength(text: string): number {
  return (text.codePointAt(0) ?? 0) > 0xffff ? 2 : 1;
}

function isOneCharacter(text: string): boolean {
  return text.length === firstLength(text);
}
