import {
  type Command as CommandNode,
  type PipelineNode,
  parse,
  type Redirection,
  type Script,
  type Statement,
  type Subshell,
  type Word,
} from 'unbash';
import { limits } from '../../limits.ts';
import type { Command, Joint, Redirected, Step } from './script.ts';
import { readWord, typedText } from './words.ts';

/**
 * Control characters, letters that a shell may take for a space and ours for marks; and what zsh
 * takes for a range of numbers.
 */
const oddText = /[^\P{C}\t\n]|[^\P{Z} ]|<\d*-\d*>/u;

const nestedMax = 32;

/** Each is judged in every folder in which it may stand, so their number bounds the work. */
const wordsMax = 500;

/** `undefined` for a text that bash, dash and zsh may read in different ways. */
export function readScript(text: string): Step | undefined {
  if (text.length > limits.patternCharactersMax || oddText.test(text)) return undefined;
  const script = parsed(text);
  if (script === undefined) return undefined;
  const reader = new Reader(text);
  const step = reader.list(script.commands, 0);
  return step === undefined || !reader.hasReadAll() || reader.words > wordsMax ? undefined : step;
}

function parsed(text: string): Script | undefined {
  try {
    const script = parse(text);
    return (script.errors ?? []).length > 0 || script.shebang !== undefined ? undefined : script;
  } catch {
    return undefined;
  }
}

interface Span {
  readonly pos: number;
  readonly end: number;
}

/** Reads what all shells read alike, and remembers which parts of the text it has seen. */
class Reader {
  readonly #text: string;
  readonly #seen: Span[] = [];
  readonly #operators: string[] = [];
  words = 0;

  constructor(text: string) {
    this.#text = text;
  }

  list(statements: readonly Statement[], depth: number): Step | undefined {
    if (depth > nestedMax) return undefined;
    const steps = statements.map((statement) =>
      statement.background === true ? undefined : this.#statement(statement.command, depth),
    );
    return sequenceOf(
      steps,
      statements.slice(1).map(() => 'then'),
    );
  }

  /** No comment, and nothing that the parser has skipped, stands between what was read. */
  hasReadAll(): boolean {
    let at = 0;
    let between = '';
    for (const { pos, end } of this.#seen.toSorted((a, b) => a.pos - b.pos)) {
      between += `${this.#text.slice(at, Math.max(at, pos))} `;
      at = Math.max(at, end);
    }
    between += this.#text.slice(at);
    const operators = between.match(/&&|\|\|?/g) ?? [];
    return (
      operators.toSorted().join() === this.#operators.toSorted().join() &&
      /^(?:[ \t\n;!]|\\\n|&&|\|\|?|time\b)*$/.test(between)
    );
  }

  #statement(node: Statement['command'], depth: number): Step | undefined {
    if (node.type !== 'AndOr') return this.#pipeline(node, depth);
    this.#operators.push(...node.operators);
    return sequenceOf(
      node.commands.map((each) => this.#pipeline(each, depth)),
      node.operators.map((operator) => (operator === '&&' ? 'and' : 'or')),
    );
  }

  #pipeline(node: PipelineNode, depth: number): Step | undefined {
    if (node.type !== 'Pipeline') return this.#simple(node, depth);
    if (node.operators.some((operator) => operator !== '|')) return undefined;
    this.#operators.push(...node.operators);
    const prefixes = node.prefixes.map((prefix) => prefix.type === 'Negation');
    const isPlain = node.prefixes.every((prefix) => prefix.type === 'Negation' || !prefix.posix);
    const step = sequenceOf(
      node.commands.map((each) => this.#simple(each, depth)),
      node.operators.map(() => 'pipe'),
    );
    if (step === undefined || !isPlain || prefixes.length > 1) return undefined;
    return prefixes[0] === true ? { kind: 'not', step } : step;
  }

  #simple(node: Exclude<PipelineNode, { type: 'Pipeline' }>, depth: number): Step | undefined {
    if (node.type === 'Command') return this.#command(node);
    return node.type === 'Subshell' ? this.#subshell(node, depth) : undefined;
  }

  #subshell(node: Subshell, depth: number): Step | undefined {
    const { pos, end } = node;
    this.#seen.push({ pos, end: pos + 1 }, { pos: end - 1, end });
    if (this.#text[pos] !== '(' || this.#text[end - 1] !== ')') return undefined;
    const step = this.list(node.body.commands, depth + 1);
    return step && { kind: 'subshell', step };
  }

  #command(node: CommandNode): Command | undefined {
    const assigned: (readonly [string, string])[] = [];
    const words = node.name === undefined ? [] : [this.#word(node.name)];
    const redirects = node.redirects.map((redirect) => this.#redirect(redirect));
    for (const part of node.prefix) {
      if (part.type !== 'Assignment') continue;
      const value = part.value.type === 'Word' ? this.#value(part.value) : undefined;
      if (value === undefined || part.append === true || part.index !== undefined) return undefined;
      this.#seen.push(part);
      assigned.push([part.name, value]);
    }
    for (const part of node.args) words.push(part.type === 'Word' ? this.#word(part) : undefined);
    if (words.includes(undefined) || redirects.includes(undefined)) return undefined;
    return {
      kind: 'command',
      assigned,
      words: words.flatMap((word) => word ?? []),
      redirects: redirects.flatMap((redirect) => redirect ?? []),
    };
  }

  #value(word: Word): string | undefined {
    return word.pos === word.end ? '' : this.#word(word);
  }

  /** The parser must have understood the word as we do. */
  #word(word: Word): string | undefined {
    this.words += 1;
    this.#seen.push(word);
    const source = this.#text.slice(word.pos, word.end);
    const typed = typedText(source);
    if (typed !== undefined) return typed;
    const read = readWord(source);
    const isAlike = word.text === source && read?.plain === word.value;
    return isAlike ? read?.text : undefined;
  }

  /** Nothing, for what reaches no file. */
  #redirect(redirect: Redirection): readonly Redirected[] | undefined {
    this.#seen.push(redirect);
    if (redirect.type === 'HereString') return undefined;
    if (redirect.descriptor?.type === 'FileDescriptorVariable') return undefined;
    if (redirect.type === 'HereDoc') return this.#document(redirect);
    const file = redirect.target && this.#word(redirect.target);
    if (file === undefined) return undefined;
    switch (redirect.operator) {
      case '>':
      case '>>':
        return [{ access: 'write', file }];
      case '<':
        return [{ access: 'read', file }];
      case '>&':
      case '<&':
        return /^\d$/.test(file) ? [] : undefined;
      case '<>':
      case '>|':
      case '&>':
      case '&>>':
        return undefined;
    }
  }

  #document(
    redirect: Extract<Redirection, { type: 'HereDoc' }>,
  ): readonly Redirected[] | undefined {
    const { delimiter, body, closing } = redirect;
    if (delimiter === undefined || closing === undefined) return undefined;
    this.#seen.push(body, closing);
    const isName = /^(?:'\w+'|"\w+"|\w+)$/.test(delimiter.text);
    const isLiteral = delimiter.quoted || !/[$`\\]/.test(body.text);
    return isName && isLiteral ? [] : undefined;
  }
}

function sequenceOf(
  steps: readonly (Step | undefined)[],
  joints: readonly Joint[],
): Step | undefined {
  const [first, ...others] = steps;
  if (first === undefined || joints.length !== others.length) return undefined;
  const rest = others.flatMap((step, at) => {
    const joint = joints[at];
    return step === undefined || joint === undefined ? [] : [{ joint, step }];
  });
  if (rest.length !== others.length) return undefined;
  return rest.length === 0 ? first : { kind: 'sequence', first, rest };
}
