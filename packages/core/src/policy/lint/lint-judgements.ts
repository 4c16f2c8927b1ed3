import type { Label } from '../../label/label.ts';
import type { CompiledPolicy } from '../compile/compile.ts';
import type { Compiler } from '../compile/compiler.ts';
import { warning, type Location, type Warning } from '../problem.ts';
import type { EndorseSource, ResultSource, SpanSource, ToolSource, TurnSource } from '../source.ts';

/** True for a label that says of text that no stranger has written or chosen any of it. */
export function isTrusted({ space, readers }: Compiler, label: Label): boolean {
  const others = Object.keys(space.dimensions).filter((dimension) => dimension !== readers);
  const named = others.filter((dimension) => /integrity|trust/i.test(dimension));
  const trust = named.length === 0 ? others : named;
  const above = space.violated(label, space.bottom);
  return trust.length > 0 && !trust.some((dimension) => above.includes(dimension));
}

/** What a policy takes upon itself for a turn, and gives no reason for. */
export function lintTurnJudgements(
  source: TurnSource | undefined,
  role: string,
): readonly Warning[] {
  return lintSpans(source?.spans, [role]);
}

/** The same of what a tool returns. */
export function lintJudgements(compiled: CompiledPolicy, name: string): readonly Warning[] {
  const tool = compiled.source.tools[name];
  const result = compiled.tools.get(name)?.result;
  if (tool?.result === undefined || result === undefined) return [];
  const at = ['tools', name, 'result'];
  const { rules = [], spans } = tool.result;
  const { compiler, source } = compiled;
  const because = tool.result.because ?? source.because;
  return [
    ...lintShape(compiler, { ...result, isGiven: tool.result.shape !== undefined, because }, at),
    ...rules.flatMap((rule, index) => {
      const where = [...at, 'rules', index];
      const given = result.rules.find((each) => each.index === index);
      if (given === undefined) return [];
      const { label, shape, ownShape: isGiven } = given;
      const own = rule.because ?? rule.endorse?.because ?? because;
      return [
        ...lintShape(compiler, { label, shape, isGiven, because: own }, where),
        ...lintKeys(compiler, { label, keys: given.keys, because: own }, where),
        ...lintEndorse(rule.endorse, where),
      ];
    }),
    ...lintSpans(spans, at),
    ...lintWords(compiler, { tool, source: tool.result, result, at }),
  ];
}

function lintSpans(spans: readonly SpanSource[] = [], at: Location): readonly Warning[] {
  return spans.flatMap(({ endorse }, index) => lintEndorse(endorse, [...at, 'spans', index]));
}

function lintEndorse(endorse: EndorseSource | undefined, at: Location): readonly Warning[] {
  if (endorse === undefined || isReason(endorse.because)) return [];
  return unexplained([...at, 'endorse', 'because'], 'this lowers a label');
}

interface ShapeJudgement {
  readonly label: Label;
  readonly shape: Label;
  readonly isGiven: boolean;
  readonly because: string | undefined;
}

function lintShape(
  { space }: Compiler,
  { label, shape, isGiven, because }: ShapeJudgement,
  at: Location,
): readonly Warning[] {
  if (!isGiven || space.flowsTo(label, shape) || isReason(because)) return [];
  const fact =
    'whoever writes the parts may choose how many there are, and the shape is below them';
  return unexplained([...at, 'shape'], fact);
}

/** Keys below the values: somebody knows that no stranger chooses them. */
function lintKeys(
  { space }: Compiler,
  { label, keys, because }: Pick<ShapeJudgement, 'label' | 'because'> & { keys: Label | undefined },
  at: Location,
): readonly Warning[] {
  if (keys === undefined || space.flowsTo(label, keys) || isReason(because)) return [];
  return unexplained([...at, 'keys'], 'whoever writes the values may choose keys too');
}

function unexplained(at: Location, fact: string): readonly Warning[] {
  const message = `${fact}: a judgement without a reason`;
  const hint = 'write the reason under `because`, for whoever reviews the policy';
  return [warning({ code: 'reason-missing', at, message, hint })];
}

/** The reason that is written there, if it is one. */
export function reasonIn(because: string | undefined): string | undefined {
  return isReason(because) ? because : undefined;
}

/** A note to do it later is none. */
function isReason(because: string | undefined): boolean {
  return (
    because !== undefined && /\p{L}/u.test(because) && !/^\s*(?:todo|tbd|fixme)\b/i.test(because)
  );
}

interface Words {
  readonly tool: ToolSource;
  readonly source: ResultSource;
  readonly result: { readonly label: Label; readonly failed: Label };
  readonly at: Location;
}

/** Texts of the tool's own, which it may have from elsewhere. */
function lintWords(compiler: Compiler, { tool, source, result, at }: Words): readonly Warning[] {
  if (isReason(source.because)) return [];
  const found: Warning[] = [];
  const own = 'if these are the tool’s own words alone, say so under `because`';
  const isWrite = tool.effect !== 'read' && source.format === 'text' && source.begins === undefined;
  if (isWrite && isTrusted(compiler, result.label)) {
    const message =
      'the text that this write returns counts as trusted, and may quote what it found';
    const hint = `write \`begins\`, or a label of strangers such as \`untrusted\`; ${own}`;
    found.push(warning({ code: 'text-trusted', at: [...at, 'label'], message, hint }));
  }
  const isBelow = !compiler.space.flowsTo(result.label, result.failed);
  if (source.failed !== undefined && !isBelow && isTrusted(compiler, result.failed)) {
    const message = 'the text of a failure counts as trusted, and may quote what it failed on';
    const hint = `leave it out, or write a label of strangers, such as \`untrusted\`; ${own}`;
    found.push(warning({ code: 'failure-trusted', at: [...at, 'failed'], message, hint }));
  }
  return found;
}
