/**
 * A second reading of GBNF, slow and obvious: tells which texts a grammar lets through without a
 * model. Knows what our grammars are written with: rules, alternatives, groups, literals, classes
 * of characters, and how often.
 */
export function gbnfMatches(grammar: string, text: string): boolean {
  const rules = new Map<string, string>();
  for (const line of grammar.split('\n')) {
    const [name = '', body = ''] = line.split(/ ::= (.*)/s);
    rules.set(name, body);
  }
  const nodes = new Map([...rules].map(([name, body]) => [name, new Parser(body).alternatives()]));
  return endsOf({ kind: 'rule', name: 'root' }, { nodes, text, at: 0 }).has(text.length);
}

type Node =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'class'; readonly pattern: RegExp }
  | { readonly kind: 'rule'; readonly name: string }
  | { readonly kind: 'sequence'; readonly of: readonly Node[] }
  | { readonly kind: 'choice'; readonly of: readonly Node[] }
  | { readonly kind: 'times'; readonly of: Node; readonly least: number; readonly most: number };

interface MatchPosition {
  readonly nodes: ReadonlyMap<string, Node>;
  readonly text: string;
  readonly at: number;
}

/** Every place where what the node matches from `at` on may end. */
function endsOf(node: Node, place: MatchPosition): ReadonlySet<number> {
  const { nodes, text, at } = place;
  switch (node.kind) {
    case 'literal':
      return new Set(text.startsWith(node.text, at) ? [at + node.text.length] : []);
    case 'class': {
      const point = text.codePointAt(at);
      const one = point === undefined ? undefined : String.fromCodePoint(point);
      return new Set(one !== undefined && node.pattern.test(one) ? [at + one.length] : []);
    }
    case 'rule': {
      const body = nodes.get(node.name);
      if (body === undefined) throw new Error(`no rule is called ${node.name}`);
      return endsOf(body, place);
    }
    case 'sequence': {
      let ends: ReadonlySet<number> = new Set([at]);
      for (const each of node.of)
        ends = unionOf([...ends].map((end) => endsOf(each, { ...place, at: end })));
      return ends;
    }
    case 'choice':
      return unionOf(node.of.map((each) => endsOf(each, place)));
    case 'times':
      return endsOfTimes(node, place);
  }
}

function endsOfTimes(
  { of, least, most }: Extract<Node, { readonly kind: 'times' }>,
  place: MatchPosition,
): ReadonlySet<number> {
  const found = new Set<number>(least === 0 ? [place.at] : []);
  let ends: ReadonlySet<number> = new Set([place.at]);
  for (let count = 1; count <= most && ends.size > 0; count += 1) {
    const further = unionOf([...ends].map((end) => endsOf(of, { ...place, at: end })));
    ends = new Set([...further].filter((end) => count <= least || !found.has(end)));
    if (count >= least) for (const end of ends) found.add(end);
  }
  return found;
}

function unionOf(sets: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  return new Set(sets.flatMap((set) => [...set]));
}

/** Reads the body of one rule. */
class Parser {
  readonly #tokens: string[];

  constructor(body: string) {
    const token = /"(?:\\.|[^"\\])*"|\[(?:\\.|[^\]\\])*\]|\{\d+,?\d*\}|[a-zA-Z0-9-]+|[()|*+?]/gs;
    this.#tokens = body.match(token) ?? [];
  }

  alternatives(): Node {
    const of: Node[] = [this.#sequence()];
    while (this.#tokens[0] === '|') {
      this.#tokens.shift();
      of.push(this.#sequence());
    }
    return { kind: 'choice', of };
  }

  #sequence(): Node {
    const of: Node[] = [];
    while (this.#tokens[0] !== undefined && !/^[|)]$/.test(this.#tokens[0])) of.push(this.#times());
    return { kind: 'sequence', of };
  }

  #times(): Node {
    const of = this.#one();
    const [token = ''] = this.#tokens;
    const range = /^\{(\d+)(,?)(\d*)\}$/.exec(token);
    if (!/^[*+?]$/.test(token) && range === null) return of;
    this.#tokens.shift();
    if (range === null) {
      return {
        kind: 'times',
        of,
        least: token === '+' ? 1 : 0,
        most: token === '?' ? 1 : Infinity,
      };
    }
    const [, from, comma, to] = range;
    const open = comma === '' ? Number(from) : Infinity;
    return { kind: 'times', of, least: Number(from), most: to === '' ? open : Number(to) };
  }

  #one(): Node {
    const token = this.#tokens.shift() ?? '';
    if (token === '(') {
      const group = this.alternatives();
      this.#tokens.shift();
      return group;
    }
    if (token.startsWith('"')) return { kind: 'literal', text: unescaped(token.slice(1, -1)) };
    if (token.startsWith('[')) return { kind: 'class', pattern: new RegExp(`^${token}$`, 'u') };
    return { kind: 'rule', name: token };
  }
}

function unescaped(text: string): string {
  const names: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
  return text.replaceAll(/\\(.)/gs, (_, one: string) => names[one] ?? one);
}
