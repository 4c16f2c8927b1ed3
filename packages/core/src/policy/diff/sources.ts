import type { Content, Region } from '../../history/content.ts';
import type { Label } from '../../label/label.ts';
import type { Policy } from '../policy.ts';
import { operatorsOf } from '../compile/condition.ts';
import type { ConditionSource, ResultRuleSource, ResultSource, SpanSource } from '../source.ts';
import { choicesOf, firstOfEach, stranger } from './cells.ts';
import { unmarked } from '../path/path.ts';
import { argumentsWith, documentWith, otherKey } from './document.ts';
import { eachName } from './each-name.ts';
import { examplesOf } from './example.ts';
import { groupsIn, peopleIn, sourcesOf, toolNamesIn, variablesOf, type Sides } from './sides.ts';

/** A text that comes in, and its label under both policies. */
export interface Source {
  /** Such as `read_mail $[*]['body']` or `the user`. */
  readonly name: string;
  readonly before: Label;
  readonly after: Label;
  /** The tool, and the arguments and result that show it; not given for other sources. */
  readonly witness?: SourceWitness | undefined;
}

export interface SourceWitness {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly failed: boolean;
}

export interface Sources {
  readonly all: readonly Source[];
  /** Where not every case was looked at, in words. */
  readonly gaps: readonly string[];
}

/** The tool that stands for all that a policy does not name. */
export const unnamedTool = 'sluice_unnamed_tool';

function keyOf({ name, before, after }: Source): string {
  return `${name}\n${before.text}\n${after.text}`;
}

/** A tool as a report names it. */
export function shownTool(tool: string): string {
  return tool === unnamedTool ? 'a tool that the policy does not name' : tool;
}

/** Every source, once for each pair of labels that it can have. */
export function sourcesIn(sides: Sides): Sources {
  const gaps: string[] = [];
  const results = [...toolNamesIn(sides), unnamedTool].flatMap((tool) => {
    const { witnesses, gaps: own } = resultsOf(sides, tool);
    gaps.push(...own);
    return witnesses.flatMap((witness) => regionsOf(sides, witness));
  });
  const found = [...results, ...turnsOf(sides), ...otherSources(sides)];
  return { all: firstOfEach(found, keyOf), gaps };
}

/** A result is parsed and labelled: a hundred times the work of a call. */
const resultsMax = 4096;

function resultsOf(
  sides: Sides,
  tool: string,
): { readonly witnesses: readonly SourceWitness[]; readonly gaps: readonly string[] } {
  const results = sourcesOf(sides).flatMap(({ tools }) => tools[tool]?.result ?? []);
  const rules = results.flatMap((result) => result.rules ?? []);
  const read = { groups: groupsIn(sides), people: peopleIn(sides) };
  const readers = rules.flatMap(({ readersFrom = [] }) => readersFrom);
  const fields = variablesOf(
    rules.map(({ when }) => when),
    { ...read, readers },
  );
  const asked = variablesOf(
    rules.map(({ args }) => args),
    { ...read, readers: [] },
  );
  const prefixed = asked.map(({ path, values }) => ({ path: `args ${path}`, values }));
  const choices = choicesOf([...fields, ...prefixed], resultsMax);
  const paths = [
    ...new Set([...rules.flatMap(pathsOf).flatMap(eachName), ...fields.map(({ path }) => path)]),
  ];
  const spans = textsOf(results);
  const witnesses = choices.all.flatMap((choice): readonly SourceWitness[] => {
    const args = argumentsWith(
      asked.map(({ path }) => path),
      new Map(asked.map(({ path }) => [path, choice.get(`args ${path}`)])),
    );
    // A list or a mapping in the place of a text has a shape, which may have a label of its own.
    const documents = [stranger, [stranger], {}].map((leaf) =>
      JSON.stringify(documentWith(paths, choice, leaf)),
    );
    return [...documents, ...spans.texts].map((text) => ({ tool, args, text, failed: false }));
  });
  const failed = { tool, args: {}, text: stranger, failed: true };
  const gaps = [
    ...(choices.isComplete
      ? []
      : [`results of ${shownTool(tool)}: more conditions than can be combined`]),
    ...[...spans.unread, ...unreadIn(rules)].map(
      (pattern) => `results of ${shownTool(tool)}: no text was found for /${pattern}/`,
    ),
  ];
  return { witnesses: [...witnesses, failed], gaps };
}

/** The patterns of conditions for which no text was found that matches. */
function unreadIn(rules: readonly ResultRuleSource[]): readonly string[] {
  const conditions = rules.flatMap(({ when = {}, args = {} }) =>
    [when, args].flatMap((each): readonly ConditionSource[] => Object.values(each)),
  );
  const patterns = conditions.flatMap(
    (condition: ConditionSource) => operatorsOf(condition).matches ?? [],
  );
  return [...new Set(patterns)].filter((pattern) => examplesOf(pattern).length === 0);
}

function pathsOf({ path }: ResultRuleSource): readonly string[] {
  return typeof path === 'string' ? [path] : path;
}

/** Plain texts: with what a success begins, and with each span. */
function textsOf(results: readonly ResultSource[]): SpanTexts {
  const begins = results.flatMap(({ begins: own }) => own ?? []);
  const spans = spanTexts(results.flatMap((result) => result.spans ?? []));
  const starts = ['', ...begins];
  const texts = [stranger, ...spans.texts].flatMap((text) => starts.map((start) => start + text));
  return { texts, unread: spans.unread };
}

interface SpanTexts {
  readonly texts: readonly string[];
  readonly unread: readonly string[];
}

function spanTexts(spans: readonly SpanSource[]): SpanTexts {
  const unread: string[] = [];
  const texts = spans.flatMap(({ between, from, pattern }) => {
    if (between !== undefined) return [`a ${between[0]}${stranger}${between[1]} b`];
    if (from !== undefined) return [`a ${from}${stranger}`];
    const found = examplesOf(pattern ?? '');
    if (found.length === 0) unread.push(pattern ?? '');
    return found.map((text) => `a ${text} b`);
  });
  return { texts, unread };
}

/** Each part of a result under both policies. */
function regionsOf({ before, after }: Sides, witness: SourceWitness): readonly Source[] {
  const [old, now] = [before.labelResult(witness), after.labelResult(witness)];
  const tool = shownTool(witness.tool);
  const origin = witness.failed ? `${tool} (failed)` : tool;
  return pieces(old, now).map(({ path, isShape, ...labels }) => {
    const part = isShape ? ' (order and size)' : '';
    return { name: `${origin}${placeOf(path)}${part}`, ...labels, witness };
  });
}

/** A path for whoever reads a report: any item of a list, and any field that nobody names. */
function placeOf(path: string): string {
  const other = `['${otherKey}']`;
  const { text, ofKey } = unmarked(path.replaceAll(/\[\d+\]/g, '[*]'));
  const place = text.includes(other) ? `${text.split(other)[0] ?? ''} (any other field)` : text;
  const named = ofKey ? `${place} (its name)` : place;
  return named.startsWith('$ ') ? named.slice(1) : named === '$' ? '' : ` ${named}`;
}

interface Piece {
  readonly path: string;
  /** It is of a list or mapping itself: its keys, order and length. */
  readonly isShape: boolean;
  readonly before: Label;
  readonly after: Label;
}

/** The stretches of a text in which neither labelling changes. */
function pieces(old: Content, now: Content): readonly Piece[] {
  const [first, second] = [stretches(old.root), stretches(now.root)];
  const starts = [...new Set([...first, ...second].map(({ start }) => start))];
  return starts.flatMap((start): readonly Piece[] => {
    const [one, two] = [first, second].map((all) => all.findLast((each) => each.start <= start));
    if (one === undefined || two === undefined) return [];
    const { path, isShape } = two.path.length >= one.path.length ? two : one;
    return [{ path, isShape, before: one.label, after: two.label }];
  });
}

interface Stretch {
  readonly start: number;
  readonly label: Label;
  readonly path: string;
  readonly isShape: boolean;
}

/** A region's own characters between its parts, and its parts. */
function stretches({ start, end, label, path, form, parts }: Region): readonly Stretch[] {
  const found: Stretch[] = [];
  const isShape = form === 'container';
  let at = start;
  for (const part of parts) {
    if (part.start > at) found.push({ start: at, label, path, isShape });
    found.push(...stretches(part));
    at = part.end;
  }
  if (at < end || parts.length === 0) found.push({ start: at, label, path, isShape });
  return found;
}

function turnsOf(sides: Sides): readonly Source[] {
  const { before, after } = sides;
  return (['user', 'system'] as const).flatMap((role) => {
    const spans = spanTexts(sourcesOf(sides).flatMap((source) => source[role]?.spans ?? []));
    return [stranger, ...spans.texts].flatMap((text) =>
      pieces(before.labelTurn(role, text), after.labelTurn(role, text)).map((piece) => ({
        name: `the ${role} turn`,
        before: piece.before,
        after: piece.after,
      })),
    );
  });
}

function otherSources(sides: Sides): readonly Source[] {
  const { before, after } = sides;
  const tools = [...toolNamesIn(sides), unnamedTool];
  const both = (name: string, of: (policy: Policy) => Label): Source => {
    return { name, before: of(before), after: of(after) };
  };
  return [
    both('answers of the assistant that no run gave', (policy) =>
      policy.labelUnknownAnswer === undefined
        ? policy.space.top
        : policy.labelUnknownAnswer(stranger),
    ),
    ...said(sides).map((text) =>
      both(`the answer that the client gives itself: ${text}`, (policy) =>
        policy.labelUnknownAnswer === undefined
          ? policy.space.top
          : policy.labelUnknownAnswer(text),
      ),
    ),
    ...tools.flatMap((tool) => [
      both(`images and files of ${shownTool(tool)}`, (policy) =>
        policy.labelOpaqueResult(tool, false),
      ),
      both(`the description of ${shownTool(tool)}`, (policy) =>
        policy.labelTool({ name: tool, description: stranger, parameters: {} }),
      ),
    ]),
    ...(['web_search'] as const).map((name) =>
      both(
        `the provider's ${name}`,
        (policy) => policy.providerTool(name)?.result ?? policy.space.top,
      ),
    ),
  ];
}

function said(sides: Sides): readonly string[] {
  return [...new Set(sourcesOf(sides).flatMap(({ assistant }) => assistant?.says ?? []))];
}
