import { Composer, Lexer, Parser, type CST } from 'yaml';
import { limits } from '../../limits.ts';
import { Unreadable } from '../document.ts';
import type { UnreadableReason } from '../structured.ts';

/** A document with nothing in it but mappings, sequences, scalars and their punctuation. */
export interface YamlDocument {
  readonly token: CST.Token | undefined;
  readonly value: unknown;
}

/**
 * Lexes, parses and composes one document. Each stage is bounded before the next one runs, for the
 * composer recurses and costs much more than the lexer.
 */
export function yamlDocument(text: string): YamlDocument {
  if (text.length > limits.yamlCharactersMax) {
    throw new Unreadable(mayBeCollection(text) ? 'too-large' : 'not-a-container', 0);
  }
  checkCharacters(text);
  const tokens = parseTokens(lexemesOf(text));
  checkTokens(tokens);
  const token = tokens.find((candidate) => candidate.type === 'document')?.value;
  return { token, value: compose(tokens, text.length) };
}

/**
 * True if a text that is too long to be read could be a mapping or a sequence. It is told by the
 * first line with anything in it: after one that is plain, only a scalar can follow.
 */
function mayBeCollection(text: string): boolean {
  const start = text.search(/\S/);
  const end = text.indexOf('\n', start);
  const line = text.slice(start, end === -1 ? undefined : end);
  return start !== -1 && (/^[^\p{L}\p{N}]/u.test(line) || /:(?:\s|$)/.test(line));
}

/** The lexer marks its own states with control characters, so none may stand in the text. */
function checkCharacters(text: string): void {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  const at = text.search(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufeff]|\r(?!\n)/);
  if (at !== -1) throw new Unreadable('syntax', at);
}

const scalarFollows = '\u001f';

function lexemesOf(text: string): readonly string[] {
  const lexemes: string[] = [];
  const nesting = new Nesting();
  let at = 0;
  let literal = false;
  for (const lexeme of new Lexer().lex(text)) {
    lexemes.push(lexeme);
    // Every node is at least one lexeme, so this bounds the nodes too.
    if (lexemes.length > limits.yamlLexemesMax) throw new Unreadable('too-large', at);
    nesting.see(lexeme, { at, literal });
    literal = lexeme === scalarFollows;
    if (!literal) at += lexeme.length;
  }
  return lexemes;
}

/** Bounds the brackets that are open, and the collections that one line can begin. */
class Nesting {
  #flow = 0;
  #inLine = 0;

  see(lexeme: string, { at, literal }: { readonly at: number; readonly literal: boolean }): void {
    if (this.#flow > 0 && lexeme.includes('\n')) throw new Unreadable('broken-lines', at);
    if (literal) return;
    if (lexeme === '[' || lexeme === '{') this.#flow += 1;
    else if (lexeme === ']' || lexeme === '}') this.#flow -= 1;
    else if (lexeme.endsWith('\n')) this.#inLine = 0;
    else if (lexeme === '-' || lexeme === '?' || lexeme === ':') this.#inLine += 1;
    const depth = this.#flow > 0 ? this.#flow : this.#inLine;
    if (depth > limits.structuredDepthMax) throw new Unreadable('too-deep', at);
  }
}

function parseTokens(lexemes: readonly string[]): readonly CST.Token[] {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  for (const lexeme of lexemes) tokens.push(...parser.next(lexeme));
  tokens.push(...parser.end());
  return tokens;
}

/** Token types that make a document unreadable, and why. */
const refused: Readonly<Partial<Record<CST.Token['type'], UnreadableReason>>> = {
  alias: 'aliases-or-tags',
  anchor: 'aliases-or-tags',
  tag: 'aliases-or-tags',
  directive: 'aliases-or-tags',
  'directive-line': 'aliases-or-tags',
  comment: 'comments',
  'explicit-key-ind': 'unusual-syntax',
  'byte-order-mark': 'syntax',
  error: 'syntax',
  'flow-error-end': 'syntax',
};

function checkTokens(tokens: readonly CST.Token[]): void {
  const documents = tokens.filter((token) => token.type === 'document');
  if (documents.length > 1) throw new Unreadable('several-documents', documents[1]?.offset ?? 0);
  for (const { token, depth } of tokensWithDepth(tokens)) {
    const because = refused[token.type];
    if (because !== undefined) throw new Unreadable(because, token.offset);
    if (depth > limits.structuredDepthMax) throw new Unreadable('too-deep', token.offset);
  }
}

/** Walks without recursion: the depth is what is being measured. */
export function* tokensWithDepth(
  tokens: readonly CST.Token[],
): Generator<{ readonly token: CST.Token; readonly depth: number }> {
  const open = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    const { token, depth } = next;
    const inside = 'items' in token ? depth + 1 : depth;
    for (const child of childTokens(token)) open.push({ token: child, depth: inside });
  }
}

function* childTokens(token: CST.Token): Generator<CST.Token> {
  if ('start' in token) yield* Array.isArray(token.start) ? token.start : [token.start];
  if ('props' in token) yield* token.props;
  if ('value' in token && token.value !== undefined) yield token.value;
  if ('end' in token && token.end !== undefined) yield* token.end;
  if (!('items' in token)) return;
  for (const item of token.items) {
    yield* item.start;
    if (item.key !== undefined && item.key !== null) yield item.key;
    yield* item.sep ?? [];
    if (item.value !== undefined) yield item.value;
  }
}

function compose(tokens: readonly CST.Token[], length: number): unknown {
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    merge: false,
    strict: true,
    // The library compares all pairs of keys; the reader looks for duplicates with a set.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const [document, second] = composer.compose(tokens, true, length);
  if (second !== undefined) throw new Unreadable('several-documents', second.range[0]);
  const [problem] = [...(document?.errors ?? []), ...(document?.warnings ?? [])];
  if (problem !== undefined) throw new Unreadable('syntax', problem.pos[0]);
  return document?.toJS();
}
