import type { Label } from '../../label/label.ts';
import { joinAll, meetAll } from '../../label/lattice.ts';
import { compilePath, compileReaders, compileWhen, readLabel, readOpenLabel } from './compiler.ts';
import type { BoundCondition, Compiler } from './compiler.ts';
import { compileSpans, type CompiledSpan } from './compile-turn.ts';
import { pathsThrough, rootPath, type BoundPath, type Path } from '../path/path.ts';
import { placesOf, type Places } from '../result/places.ts';
import type { Location, Report } from '../problem.ts';
import { topReaders } from './readers-from.ts';
import type { Truth } from '../operators/truth.ts';
import type { ResultRuleSource, ResultSource } from '../source.ts';

/** A rule for one path into a structured result. A rule with several paths is several of these. */
export interface ResultRule {
  readonly name: string;
  /** Index in the source, to point at it in warnings. */
  readonly index: number;
  readonly path: Path;
  /** The containers that it leads through: their shape is declared. */
  readonly through: readonly Path[];
  /** Without its computed readers: a lower bound of what the rule gives. */
  readonly label: Label;
  readonly shape: Label;
  /** True if the source says `shape`: then computed readers leave it alone. */
  readonly ownShape: boolean;
  /** The label of the keys of the map that it matches, where it says so. */
  readonly keys: Label | undefined;
  readonly readersFrom: readonly BoundPath[];
  readonly when: readonly BoundCondition[];
  /** Conditions on the arguments of the call. */
  readonly args: readonly BoundCondition[];
  /** What these say of the call; unknown until there is one. */
  readonly byCall: Truth;
  /** The reason, where the labels of what was read are left out. */
  readonly endorsed: string | undefined;
}

/** A tool as a source. */
export interface CompiledResult {
  readonly format: ResultSource['format'];
  readonly label: Label;
  readonly shape: Label;
  readonly rules: readonly ResultRule[];
  readonly places: Places;
  readonly spans: readonly CompiledSpan[];
  /** Every label that the rules could give, joined: what an unreadable result carries. */
  readonly fallback: Label;
  /** The label of the text of a failure: it may echo anything. */
  readonly failed: Label;
  /** True if the tool may return this as plain text where it has not failed. */
  readonly isPlain: (text: string) => boolean;
  /**
   * The label of text that the tool does not return: both of the above, for it may be a failure
   * that came through a protocol without a word for it.
   */
  readonly unlike: Label;
  /** Flows to every label that a result can have. */
  readonly floor: Label;
}

interface ToolLocation {
  readonly tool: string;
  readonly at: Location;
}

interface ResultPlace extends ToolLocation {
  /** The label of data that the policy says nothing of. */
  readonly unlabelled: Label;
}

export function compileResult(
  compiler: Compiler,
  source: ResultSource,
  { tool, at, unlabelled }: ResultPlace,
): CompiledResult {
  const { space } = compiler;
  const label = readLabel(compiler, source.label, [...at, 'label']);
  const shape =
    source.shape === undefined ? label : readLabel(compiler, source.shape, [...at, 'shape']);
  const rules = (source.rules ?? []).flatMap((rule, index) =>
    compileRule(compiler, rule, { tool, at: [...at, 'rules', index], index }),
  );
  const spans = compileSpans(compiler, source.spans ?? [], [...at, 'spans']);
  reportUnused(compiler, source, at);
  const given = [
    label,
    shape,
    ...rules.flatMap((rule) => [rule.label, rule.shape, ...(rule.keys ? [rule.keys] : [])]),
    ...spans.map((span) => span.label),
  ];
  const computed = rules
    .filter((rule) => rule.readersFrom.length > 0)
    .map((rule) => topReaders(compiler, rule.label));
  const fallback = joinAll(space, [...given, ...computed]);
  const failed =
    source.failed === undefined
      ? space.join(unlabelled, fallback)
      : readLabel(compiler, source.failed, [...at, 'failed']);
  const unlike = space.join(fallback, failed);
  const begins = typeof source.begins === 'string' ? [source.begins] : source.begins;
  return {
    format: source.format,
    label,
    shape,
    rules,
    places: placesOf(space, rules),
    spans,
    // A result that is no text does not begin with the declared text.
    fallback: begins !== undefined && source.format === 'text' ? unlike : fallback,
    failed,
    isPlain: (text) => begins?.some((begin) => text.startsWith(begin)) ?? source.format !== 'json',
    unlike,
    floor: meetAll(space, [...given, failed]),
  };
}

function reportUnused({ report }: Compiler, source: ResultSource, at: Location): void {
  const { format } = source;
  if (format === 'text') reportPaths(source, at, report);
  if ((format === 'yaml' || format === 'auto') && source.begins !== undefined) {
    const hint = 'write `format: text` or `format: json`: any prose may read as YAML';
    report({ at: [...at, 'begins'], onKey: true, message: 'plain text is not known here', hint });
  }
  if ((format === 'json' || format === 'yaml') && source.spans !== undefined) {
    const hint = 'write `rules` with a `path`, or `format: text`';
    report({ at: [...at, 'spans'], onKey: true, message: `${format} is labelled by path`, hint });
  }
}

/** A rule on plain text speaks of all of it, and so of nothing that it could read there. */
function reportPaths({ rules = [], shape }: ResultSource, at: Location, report: Report): void {
  const message = 'plain text has no paths';
  const hint = 'write `spans`, or another `format` where the tool returns JSON or YAML';
  if (shape !== undefined) report({ at: [...at, 'shape'], onKey: true, message, hint });
  for (const [index, rule] of rules.entries()) {
    const where = [...at, 'rules', index];
    if (rule.path !== '$') report({ at: [...where, 'path'], onKey: true, message, hint });
    for (const key of ['shape', 'keys', 'when', 'readersFrom', 'endorse'] as const) {
      if (rule[key] === undefined) continue;
      const instead = 'leave it out; conditions on the call stand under `args`';
      report({ at: [...where, key], onKey: true, message, hint: instead });
    }
  }
}

function compileRule(
  compiler: Compiler,
  rule: ResultRuleSource,
  { tool, at, index }: ToolLocation & { readonly index: number },
): readonly ResultRule[] {
  const texts = typeof rule.path === 'string' ? [rule.path] : rule.path;
  const label =
    rule.readersFrom === undefined
      ? readLabel(compiler, rule.label, [...at, 'label'])
      : readOpenLabel(compiler, rule.label, { at: [...at, 'label'], rest: 'bottom' });
  const shape =
    rule.shape === undefined ? label : readLabel(compiler, rule.shape, [...at, 'shape']);
  const keys =
    rule.keys === undefined ? undefined : readLabel(compiler, rule.keys, [...at, 'keys']);
  const bare = 'a-mistake';
  const args = compileWhen(compiler, rule.args ?? {}, {
    at: [...at, 'args'],
    beside: rootPath,
    bare: 'an-argument',
  });
  const byCall = args.length === 0 ? 'true' : 'unknown';
  return texts.flatMap((text, pathIndex) => {
    const place = typeof rule.path === 'string' ? [...at, 'path'] : [...at, 'path', pathIndex];
    const path = compilePath(compiler, text, { at: place, bare });
    if (path === undefined) return [];
    const beside = path;
    const readersFrom = compileReaders(compiler, rule.readersFrom ?? [], {
      at: [...at, 'readersFrom'],
      beside,
      bare,
    });
    const when = compileWhen(compiler, rule.when ?? {}, { at: [...at, 'when'], beside, bare });
    const name = rule.name ?? `${tool} ${path.text}`;
    const endorsed = rule.endorse?.because;
    const ownShape = rule.shape !== undefined;
    const through = pathsThrough(path);
    const labels = { label, shape, ownShape, keys, readersFrom };
    return [{ name, index, path, through, ...labels, when, args, byCall, endorsed }];
  });
}
