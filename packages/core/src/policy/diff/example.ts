import { parsePattern, type Syntax } from '../pattern/pattern-syntax.ts';

const candidates = Array.from('a0A-_.@ /:,;#=+%&?!()[]{}<>"\'~^$*|\\\n\té漢');
const examplesMax = 8;

/** Texts that match a pattern as a whole; empty where none could be made. */
export function examplesOf(pattern: string): readonly string[] {
  const syntax = parsePattern(pattern);
  if (syntax === undefined) return [];
  const whole = new RegExp(`^(?:${pattern})$`, 'su');
  return textsOf(syntax).filter((text) => whole.test(text));
}

function textsOf(syntax: Syntax): readonly string[] {
  switch (syntax.kind) {
    case 'one': {
      const found = candidates.find((each) => syntax.is(each));
      return found === undefined ? [] : [found];
    }
    case 'place':
      return [''];
    case 'sequence':
      return syntax.parts.reduce<readonly string[]>(
        (begun, part) => crossed(begun, textsOf(part)),
        [''],
      );
    case 'choice':
      return syntax.parts.flatMap((part) => textsOf(part)).slice(0, examplesMax);
    case 'repeat': {
      const times = [syntax.least, Math.min(syntax.least + 1, syntax.most)];
      return [...new Set(times)].flatMap((count) =>
        textsOf(syntax.part).map((text) => text.repeat(count)),
      );
    }
  }
}

function crossed(begun: readonly string[], next: readonly string[]): readonly string[] {
  return begun.flatMap((start) => next.map((end) => start + end)).slice(0, examplesMax);
}
