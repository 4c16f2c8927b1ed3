import type { Label } from '../../label/label.ts';
import { joinAll } from '../../label/lattice.ts';
import { readLabel, type Compiler } from './compiler.ts';
import type { Location } from '../problem.ts';
import { readPattern, type Pattern } from '../pattern/regex.ts';
import type { SpanSource, TurnSource } from '../source.ts';

/** A span of plain text with a label of its own. */
export interface CompiledSpan {
  readonly name: string;
  readonly index: number;
  readonly label: Label;
  readonly endorsed: string | undefined;
  readonly find:
    | { readonly pattern: Pattern }
    | { readonly between: readonly [string, string] }
    | { readonly from: string };
}

/** A system or user turn. */
export interface CompiledTurn {
  readonly label: Label;
  readonly spans: readonly CompiledSpan[];
  /** The label of a part that we do not read: every label that the turn could have. */
  readonly fallback: Label;
}

export function compileTurn(
  compiler: Compiler,
  source: TurnSource | undefined,
  at: Location,
): CompiledTurn {
  const { space } = compiler;
  if (source === undefined) return { label: space.bottom, spans: [], fallback: space.bottom };
  const label = readLabel(compiler, source.label, [...at, 'label']);
  const spans = compileSpans(compiler, source.spans ?? [], [...at, 'spans']);
  const fallback = joinAll(space, [label, ...spans.map((span) => span.label)]);
  return { label, spans, fallback };
}

export function compileSpans(
  compiler: Compiler,
  sources: readonly SpanSource[],
  at: Location,
): readonly CompiledSpan[] {
  return sources.flatMap((source, index) => {
    const place = [...at, index];
    const find = findOf(compiler, source, place);
    if (find === undefined) return [];
    return [
      {
        name:
          source.name ??
          `span ${source.pattern ?? source.between?.join(' ... ') ?? source.from ?? ''}`,
        index,
        label: readLabel(compiler, source.label, [...place, 'label']),
        endorsed: source.endorse?.because,
        find,
      },
    ];
  });
}

function findOf(
  { report }: Compiler,
  { pattern, between, from }: SpanSource,
  at: Location,
): CompiledSpan['find'] | undefined {
  if ([pattern, between, from].filter((each) => each !== undefined).length !== 1) {
    const hint = 'write one of `pattern: ...`, `between: ["<quote>", "</quote>"]` or `from: ...`';
    report({ at, message: 'a span needs either a pattern, two marks or one', hint });
    return undefined;
  }
  if (between !== undefined) return { between };
  if (from !== undefined || pattern === undefined) return { from: from ?? '' };
  const read = readPattern(pattern);
  if (read.kind === 'pattern') return read;
  report({ at: [...at, 'pattern'], message: read.message, hint: read.hint });
  return undefined;
}
