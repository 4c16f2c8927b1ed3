import { limits } from '../limits.ts';
import type { Place, Syntax } from './pattern-syntax.ts';

/** One step of a walk over a text; numbers are places in the program. */
export type Instruction =
  | { readonly kind: 'one'; readonly is: (character: string) => boolean }
  | { readonly kind: 'place'; readonly is: Place }
  /** Go on at the first, or else at the second. */
  | { readonly kind: 'fork'; readonly first: number; readonly second: number }
  | { readonly kind: 'found' };

/** `undefined` where counted repeats make it larger than `limits.patternInstructionsMax`. */
export function compilePattern(syntax: Syntax): readonly Instruction[] | undefined {
  const program: Instruction[] = [];
  try {
    emit(program, syntax);
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
  program.push({ kind: 'found' });
  return program;
}

class TooLarge extends Error {}

function add(program: Instruction[], instruction: Instruction): number {
  if (program.length >= limits.patternInstructionsMax) throw new TooLarge();
  return program.push(instruction) - 1;
}

function emit(program: Instruction[], syntax: Syntax): void {
  switch (syntax.kind) {
    case 'one':
    case 'place':
      add(program, syntax);
      break;
    case 'sequence':
      for (const part of syntax.parts) emit(program, part);
      break;
    case 'choice':
      emitChoice(program, syntax.parts);
      break;
    case 'repeat':
      emitRepeat(program, syntax);
      break;
  }
}

function emitChoice(program: Instruction[], [first, ...rest]: readonly Syntax[]): void {
  if (first === undefined) return;
  if (rest.length === 0) {
    emit(program, first);
    return;
  }
  const fork = add(program, { kind: 'found' });
  emit(program, first);
  const jump = add(program, { kind: 'found' });
  program[fork] = { kind: 'fork', first: fork + 1, second: program.length };
  emitChoice(program, rest);
  program[jump] = { kind: 'fork', first: program.length, second: program.length };
}

function emitRepeat(
  program: Instruction[],
  { part, least, most, lazy }: Extract<Syntax, { kind: 'repeat' }>,
): void {
  for (let count = 0; count < least; count += 1) emit(program, part);
  const skips: number[] = [];
  const fork = (at: number, inside: number, after: number): void => {
    const [first, second] = lazy ? [after, inside] : [inside, after];
    program[at] = { kind: 'fork', first, second };
  };
  if (most === Number.POSITIVE_INFINITY) {
    const start = add(program, { kind: 'found' });
    emit(program, part);
    add(program, { kind: 'fork', first: start, second: start });
    fork(start, start + 1, program.length);
    return;
  }
  for (let count = least; count < most; count += 1) {
    skips.push(add(program, { kind: 'found' }));
    emit(program, part);
  }
  for (const at of skips) fork(at, at + 1, program.length);
}
