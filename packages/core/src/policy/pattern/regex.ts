import { limits } from '../../limits.ts';
import type { PatternBudget } from './pattern-budget.ts';
import { compilePattern } from './pattern-program.ts';
import { PatternRun, type Match } from './pattern-run.ts';
import { parsePattern, type Syntax } from './pattern-syntax.ts';

/**
 * A regular expression that runs over text which strangers write. It says nothing (`undefined`) of
 * a text that is too long or would take too many steps, so that no text can hold up the process.
 */
export interface Pattern {
  /** True if the whole text matches; `undefined` where that takes too many steps. */
  readonly matches: (text: string, budget: PatternBudget) => boolean | undefined;
  /** The matches inside a text, from left to right, without empty ones. */
  readonly findAll: (text: string, budget: PatternBudget) => readonly Match[] | undefined;
}

interface Mistake {
  readonly kind: 'mistake';
  readonly message: string;
  readonly hint: string;
}

export type PatternReading = { readonly kind: 'pattern'; readonly pattern: Pattern } | Mistake;

/** Reads a JavaScript regular expression, under the flag `u`. */
export function readPattern(source: string): PatternReading {
  const syntax = syntaxOf(source);
  if ('message' in syntax) return syntax;
  if (repeatsNothing(syntax)) {
    const hint = 'repeat what has at least one character, such as `(a|b)*` for `(a?|b)*`';
    return { kind: 'mistake', message: 'the pattern repeats what may be empty', hint };
  }
  const program = compilePattern(syntax);
  if (program === undefined) {
    const hint = 'write smaller counts, such as `{1,50}`';
    return { kind: 'mistake', message: 'the pattern counts too far', hint };
  }
  const run = (text: string, budget: PatternBudget): PatternRun | undefined => {
    const isTooMuch = text.length > limits.patternCharactersMax || budget.isOver;
    return isTooMuch ? undefined : new PatternRun(program, text, budget);
  };
  const pattern: Pattern = {
    matches: (text, budget) => run(text, budget)?.whole(),
    findAll: (text, budget) => run(text, budget)?.all(),
  };
  return { kind: 'pattern', pattern };
}

function syntaxOf(source: string): Syntax | Mistake {
  try {
    // oxlint-disable-next-line no-new -- asks whether it is one; the answer is thrown
    new RegExp(source, 'u');
  } catch {
    const hint = 'write a JavaScript regular expression; escape `. * + ? ( ) [ ] { } ^ $ | / \\`';
    return { kind: 'mistake', message: 'the pattern is not a regular expression', hint };
  }
  const syntax = parsePattern(source);
  if (syntax !== undefined) return syntax;
  const hint = 'write the pattern without `\\1`, `(?=`, `(?!`, `(?<=`, `(?<!` or `(?i:`';
  return { kind: 'mistake', message: 'the pattern looks back or ahead', hint };
}

/** Where `RegExp` stops to repeat what matched nothing, our walk could find a shorter match. */
function repeatsNothing(syntax: Syntax): boolean {
  switch (syntax.kind) {
    case 'one':
    case 'place':
      return false;
    case 'sequence':
    case 'choice':
      return syntax.parts.some(repeatsNothing);
    case 'repeat':
      return mayBeEmpty(syntax.part) || repeatsNothing(syntax.part);
  }
}

function mayBeEmpty(syntax: Syntax): boolean {
  switch (syntax.kind) {
    case 'one':
      return false;
    case 'place':
      return true;
    case 'sequence':
      return syntax.parts.every(mayBeEmpty);
    case 'choice':
      return syntax.parts.some(mayBeEmpty);
    case 'repeat':
      return syntax.least === 0 || mayBeEmpty(syntax.part);
  }
}

/**
 * The mistake in a pattern of a JSON Schema. The platform's `RegExp` runs such a pattern, and may
 * have to try again wherever it chose. So it may choose in few places, and repeat without bound in
 * one, or in two if it is anchored.
 */
export function schemaPatternMistake(source: string): Mistake | undefined {
  const syntax = syntaxOf(source);
  if ('message' in syntax) return syntax;
  const { tries, unbounded } = costOf(syntax);
  const most = source.startsWith('^') && syntax.kind !== 'choice' ? 2 : 1;
  if (tries <= limits.schemaPatternTriesMax && unbounded <= most) return undefined;
  const hint = 'write it under `arguments` as `matches`, where no pattern can hang';
  return { kind: 'mistake', message: 'the pattern could hang', hint };
}

interface Cost {
  /** In how many ways bounded choices can be made, at most. */
  readonly tries: number;
  /** How many repeats without bound follow each other; infinite where one stands in another. */
  readonly unbounded: number;
}

function costOf(syntax: Syntax): Cost {
  switch (syntax.kind) {
    case 'one':
    case 'place':
      return { tries: 1, unbounded: 0 };
    case 'sequence':
      return syntax.parts.map(costOf).reduce(
        (sum, each) => ({
          tries: sum.tries * each.tries,
          unbounded: sum.unbounded + each.unbounded,
        }),
        { tries: 1, unbounded: 0 },
      );
    case 'choice': {
      const costs = syntax.parts.map(costOf);
      const tries = costs.reduce((sum, each) => sum + each.tries, 0);
      return { tries, unbounded: Math.max(...costs.map((each) => each.unbounded)) };
    }
    case 'repeat':
      return costOfRepeat(syntax);
  }
}

function costOfRepeat({ part, least, most }: Extract<Syntax, { kind: 'repeat' }>): Cost {
  const { tries, unbounded } = costOf(part);
  if (most === Number.POSITIVE_INFINITY) {
    const isPlain = tries === 1 && unbounded === 0;
    return { tries: 1, unbounded: isPlain ? 1 : Number.POSITIVE_INFINITY };
  }
  return { tries: tries ** most * (most - least + 1), unbounded: unbounded * most };
}
