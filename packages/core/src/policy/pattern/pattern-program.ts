import { limits } from '../../limits.ts';
import type { Assertion, Syntax } from './pattern-syntax.ts';

/** One step of a walk over a text; numbers are places in the program. */
export type Instruction =
  | { readonly kind: 'one'; readonly is: (character: string) => boolean }
  | { readonly kind: 'place'; readonly is: Assertion }
  /** Go on at the first, or else at the second. */
  | { readonly kind: 'fork'; readonly first: number; readonly second: number }
  | { readonly kind: 'found' };

/** A pattern as a walk. */
export interface Program {
  readonly instructions: readonly Instruction[];
  /** True if a match may begin with a character; `undefined` where it may begin with any. */
  readonly mayBegin: ((character: string) => boolean) | undefined;
}

/** `undefined` where counted repeats make it larger than `limits.patternInstructionsMax`. */
export function compilePattern(syntax: Syntax): Program | undefined {
  const program: Instruction[] = [];
  try {
    emit(program, syntax);
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
  program.push({ kind: 'found' });
  return { instructions: program, mayBegin: beginningOf(program) };
}

/**
 * Tests the first character of a match; places are left aside, for none of them takes a character.
 */
function beginningOf(program: readonly Instruction[]): Program['mayBegin'] {
  const first: ((character: string) => boolean)[] = [];
  const pending = [0];
  const seen = new Set<number>();
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const instruction = program[at];
    // A pattern that may match nothing may begin anywhere.
    if (instruction === undefined || instruction.kind === 'found') return undefined;
    if (instruction.kind === 'one') first.push(instruction.is);
    else if (instruction.kind === 'place') pending.push(at + 1);
    else pending.push(instruction.second, instruction.first);
  }
  const known = new Map<string, boolean>();
  return (character) => {
    const before = known.get(character);
    if (before !== undefined) return before;
    const may = first.some((is) => is(character));
    known.set(character, may);
    return may;
  };
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
