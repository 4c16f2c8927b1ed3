import { isMap, isNode, isPair, isScalar, isSeq, LineCounter, visit } from 'yaml';
import type { Document, Scalar } from 'yaml';
import { readNumber } from '../../history/json/exact-number.ts';
import { limits } from '../../limits.ts';
import { expandAliases } from './aliases.ts';
import type { Finding, Location, PolicyProblem } from '../problem.ts';
import { shownPlace } from '../problem.ts';
import { parseYamlText } from './yaml-text.ts';

/** A policy's text, read as YAML, with the place of everything in it. */
export interface PolicyText {
  /** `undefined` where the text is not YAML. */
  readonly value: unknown;
  /** The mistakes in the text as YAML. */
  readonly findings: readonly PolicyProblem[];
  readonly place: (finding: Finding) => PolicyProblem;
}

/** Reads YAML (so JSON too): one document, no key twice; aliases are written out. */
export function readPolicyText(text: string): PolicyText {
  if (new TextEncoder().encode(text).length > limits.policyBytesMax) return tooLarge;
  const mayQuote = !mayHoldSecrets.test(text);
  const lines = new LineCounter();
  const read = parseYamlText(text, lines);
  if (read.kind === 'too-deep') return tooDeep(lines.linePos(read.offset));
  const { document } = read;
  const [first] = [...document.errors, ...document.warnings];
  // One mistake makes the parser stumble over what follows, so only the first is told.
  const findings = (first === undefined ? [] : [first]).map(({ pos, code, message }) => {
    const { line, col } = lines.linePos(pos[0]);
    const hint = hints[code] ?? unreadable.hint;
    const said = mayQuote || isFixed.has(code) ? message : 'this cannot stand here';
    return { ...unreadable, line, column: col, message: `the file is not YAML: ${said}`, hint };
  });
  const place = (finding: Finding): PolicyProblem => {
    const { line, col } = lines.linePos(offsetOf(document.contents, finding));
    const { severity, code, message, hint } = finding;
    const where = { path: shownPlace(finding), line, column: col };
    return { severity, ...(code !== undefined && { code }), ...where, message, hint };
  };
  if (findings.length > 0) return { value: undefined, findings, place };
  const number = inexactNumber(document);
  if (number !== undefined) {
    const { line, col } = lines.linePos(number.range?.[0] ?? 0);
    const message = mayQuote
      ? `\`${number.source ?? ''}\` would be read as \`${String(number.value)}\``
      : 'the number would be read as another one';
    const hint = 'write a number that JavaScript holds exactly, or quotes around it';
    const finding = { ...unreadable, line, column: col, message, hint };
    return { value: undefined, findings: [finding], place };
  }
  const alias = expandAliases(document, { mayQuote });
  if (alias === undefined) return { value: document.toJS(), findings, place };
  const { line, col } = lines.linePos(alias.offset);
  const { message, hint } = alias;
  const finding = { ...unreadable, line, column: col, message, hint };
  return { value: undefined, findings: [finding], place };
}

/** A bound that is read as another number would let through what the policy forbids. */
function inexactNumber(document: Document): Scalar | undefined {
  let found: Scalar | undefined;
  visit(document, {
    Scalar: (_key, node) => {
      const { value, source = '' } = node;
      if (typeof value !== 'number') return undefined;
      const read = readNumber(source, { start: 0, end: source.length, value });
      if (read === value || Number.isNaN(value)) return undefined;
      found = node;
      return visit.BREAK;
    },
  });
  return found;
}

const unreadable: PolicyProblem = {
  severity: 'error',
  path: '',
  line: 1,
  column: 1,
  message: '',
  hint: "write `key: value`, two spaces of indentation, and quotes around a path inside `[...]` and around a label with braces: `'trusted & readers{ann}'`",
};

/**
 * Values of `postCheck` are secrets, and one that is written oddly may be read as a tag, the name
 * of an anchor or a number, under a key that is spelt oddly too. So where there may be any, no
 * mistake in the text as YAML is told with a piece of it: its line and column say where it is.
 */
const mayHoldSecrets = /post.?che/i;

/** Mistakes of which the YAML library's words are always the same. */
const isFixed: ReadonlySet<string> = new Set([
  'BAD_ALIAS',
  'BAD_INDENT',
  'BLOCK_AS_IMPLICIT_KEY',
  'BLOCK_IN_FLOW',
  'DUPLICATE_KEY',
  'MISSING_CHAR',
  'MULTILINE_IMPLICIT_KEY',
  'MULTIPLE_ANCHORS',
  'MULTIPLE_DOCS',
  'MULTIPLE_TAGS',
  'TAB_AS_INDENT',
]);

/** Hints for mistakes that the general one does not mend, by the code of the YAML library. */
const hints: { readonly [code: string]: string } = {
  DUPLICATE_KEY: 'write each key once, with all that belongs to it below',
  MULTIPLE_DOCS: 'write one document: leave out the `---` lines',
  TAB_AS_INDENT: 'indent with spaces instead of tabs',
};

const tooLarge: PolicyText = {
  value: undefined,
  findings: [
    {
      ...unreadable,
      message: `the file is larger than ${limits.policyBytesMax} bytes`,
      hint: 'move the cases into a file of their own',
    },
  ],
  place: () => unreadable,
};

function tooDeep({ line, col }: ReturnType<LineCounter['linePos']>): PolicyText {
  const message = `the file is nested more than ${limits.structuredDepthMax} levels deep`;
  const hint = 'no policy needs so many: write the file without the brackets or dashes that repeat';
  const finding = { ...unreadable, line, column: col, message, hint };
  return { value: undefined, findings: [finding], place: () => unreadable };
}

/** Problems of a policy that has no text: written in TypeScript. */
export function placeWithoutText(finding: Finding): PolicyProblem {
  const { severity, code, message, hint } = finding;
  const place = { path: shownPlace(finding), line: 1, column: 1 };
  return { severity, ...(code !== undefined && { code }), ...place, message, hint };
}

/** Where a location begins in the text; of one that is not there, the nearest around it. */
function offsetOf(contents: unknown, { at, onKey = false }: Finding): number {
  let node = contents;
  let offset = startOf(node) ?? 0;
  for (const [index, step] of at.entries()) {
    const next = child(node, step);
    if (next === undefined) return offset;
    const isLast = index === at.length - 1;
    const start = startOf(isLast && onKey ? next.key : next.value) ?? startOf(next.key);
    offset = start ?? offset;
    node = next.value;
  }
  return offset;
}

function child(
  node: unknown,
  step: Location[number],
): { readonly key: unknown; readonly value: unknown } | undefined {
  if (isSeq(node) && typeof step === 'number') return { key: undefined, value: node.items[step] };
  if (!isMap(node)) return undefined;
  const pair = node.items.find(
    (item) => isPair(item) && isScalar(item.key) && String(item.key.value) === String(step),
  );
  return pair === undefined ? undefined : { key: pair.key, value: pair.value };
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
