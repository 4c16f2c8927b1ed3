/** A regular expression without backward references and looking around. */
export type Syntax =
  /** One code point. */
  | { readonly kind: 'one'; readonly is: (character: string) => boolean }
  | { readonly kind: 'place'; readonly is: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly Syntax[] }
  | { readonly kind: 'choice'; readonly parts: readonly Syntax[] }
  | {
      readonly kind: 'repeat';
      readonly part: Syntax;
      readonly least: number;
      /** Infinite where there is no bound. */
      readonly most: number;
      readonly lazy: boolean;
    };

export type Assertion = 'start' | 'end' | 'word-border' | 'no-word-border';

/**
 * Parses what the platform's `RegExp` accepts under the flag `u`. `undefined` where it holds what
 * a walk without backtracking cannot do.
 */
export function parsePattern(source: string): Syntax | undefined {
  if (/\\[1-9]|\\k<|\(\?<?[=!]|\(\?[ims-]/.test(source)) return undefined;
  return new PatternParser(source).choice();
}

const anyToken = [
  // Escapes; two that stand for the halves of one character are one.
  String.raw`\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|x[\da-fA-F]{2}|c[a-zA-Z])`,
  String.raw`\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}|\\.`,
  // A class.
  String.raw`\[(?:\\.|[^\]\\])*\]`,
  // The beginning of a group, and a repeat.
  String.raw`\((?:\?(?::|<[^>]*>))?`,
  String.raw`(?:[*+?]|\{\d+(?:,\d*)?\})\??`,
  '.',
].join('|');

const places: ReadonlyMap<string, Assertion> = new Map([
  ['^', 'start'],
  ['$', 'end'],
  [String.raw`\b`, 'word-border'],
  [String.raw`\B`, 'no-word-border'],
]);

class PatternParser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(source: string) {
    this.#tokens = source.match(new RegExp(anyToken, 'gsu')) ?? [];
  }

  choice(): Syntax {
    const parts = [this.#sequence()];
    while (this.#take('|')) parts.push(this.#sequence());
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: 'choice', parts };
  }

  #sequence(): Syntax {
    const parts: Syntax[] = [];
    for (let token = this.#tokens[this.#at]; token !== undefined; token = this.#tokens[this.#at]) {
      if (token === '|' || token === ')') break;
      this.#at += 1;
      parts.push(this.#repeated(this.#atom(token)));
    }
    return { kind: 'sequence', parts };
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }

  #atom(token: string): Syntax {
    if (token.startsWith('(')) {
      const inside = this.choice();
      this.#take(')');
      return inside;
    }
    const place = places.get(token);
    if (place !== undefined) return { kind: 'place', is: place };
    return { kind: 'one', is: oneOf(token) };
  }

  #repeated(part: Syntax): Syntax {
    const [, sign = '', least, comma, most] =
      /^([*+?]|\{(\d+)(,?)(\d*)\})/.exec(this.#tokens[this.#at] ?? '') ?? [];
    if (sign === '') return part;
    const lazy = this.#tokens[this.#at] !== sign;
    this.#at += 1;
    if (least === undefined) {
      const [low, high] = [sign === '+' ? 1 : 0, sign === '?' ? 1 : Number.POSITIVE_INFINITY];
      return { kind: 'repeat', part, least: low, most: high, lazy };
    }
    const bound = most === '' ? Number.POSITIVE_INFINITY : Number(most);
    const high = comma === '' ? Number(least) : bound;
    return { kind: 'repeat', part, least: Number(least), most: high, lazy };
  }
}

/** Classes and escapes are the platform's, asked for one character at a time. */
function oneOf(token: string): (character: string) => boolean {
  const isPlain = token !== '.' && !token.startsWith('\\') && !token.startsWith('[');
  if (isPlain) return (character) => character === token;
  const platform = new RegExp(`^${token}$`, 'u');
  const known = new Map<string, boolean>();
  return (character) => {
    const before = known.get(character);
    if (before !== undefined) return before;
    const is = platform.test(character);
    known.set(character, is);
    return is;
  };
}
