import { parsePattern, type Syntax } from '../pattern/pattern-syntax.ts';

const usual = Array.from('a0A-_.@ /:,;#=+%&?!()[]{}<>"\'~^$*|\\\n\té漢');
/** All that can be typed: a class may hold none of the usual ones. */
const typed = Array.from({ length: 95 }, (_, at) => String.fromCodePoint(at + 32));
const examplesMax = 8;

/** Texts that match a pattern as a whole; empty where none could be made. */
export function examplesOf(pattern: string): readonly string[] {
  const syntax = parsePattern(pattern);
  if (syntax === undefined) return [];
  const whole = new RegExp(`^(?:${pattern})$`, 'u');
  const candidates = [...usual, ...typed, ...Array.from(pattern)];
  return textsOf(syntax, candidates).filter((text) => whole.test(text));
}

function textsOf(syntax: Syntax, candidates: readonly string[]): readonly string[] {
  const inside = (part: Syntax): readonly string[] => textsOf(part, candidates);
  switch (syntax.kind) {
    case 'one': {
      const found = candidates.find((each) => syntax.is(each));
      return found === undefined ? [] : [found];
    }
    case 'place':
      return [''];
    case 'sequence':
      return syntax.parts.reduce<readonly string[]>(
        (begun, part) => crossed(begun, inside(part)),
        [''],
      );
    case 'choice':
      return syntax.parts.flatMap(inside).slice(0, examplesMax);
    case 'repeat': {
      const times = [syntax.least, Math.min(syntax.least + 1, syntax.most)];
      return [...new Set(times)].flatMap((count) =>
        inside(syntax.part).map((text) => text.repeat(count)),
      );
    }
  }
}

function crossed(begun: readonly string[], next: readonly string[]): readonly string[] {
  return begun.flatMap((start) => next.map((end) => start + end)).slice(0, examplesMax);
}
