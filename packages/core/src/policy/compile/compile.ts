import type { PlainTool } from '../../history/plain.ts';
import type { Label } from '../../label/label.ts';
import { limits } from '../../limits.ts';
import type { ProviderTool } from '../policy.ts';
import type { Location, Report } from '../problem.ts';
import type {
  ClearanceSource,
  OnViolationSource,
  PolicySource,
  ProviderToolSource,
  ProviderToolsSource,
  ToolSource,
} from '../source.ts';
import { compileAnswer, type CompiledAnswer } from './compile-answer.ts';
import { compileCall, type CompiledCall } from './compile-call.ts';
import { compileLattice } from './compile-lattice.ts';
import { type CompiledResult, compileResult } from './compile-result.ts';
import { type CompiledTurn, compileTurn } from './compile-turn.ts';
import { compileStores, type ReadBack } from './compile-stores.ts';
import { compilePostCheck } from './compile-post-check.ts';
import { type Compiler, readLabel } from './compiler.ts';
import { compileFiles } from '../files/compile-files.ts';
import type { PolicyFiles } from '../files/file-use.ts';
import type { PostCheck } from '../post-check/post-check.ts';
import type { Skeleton } from '../post-check/spelling.ts';

/** A tool of the policy. */
export interface CompiledTool {
  readonly effect: 'read' | 'write';
  readonly description: 'trusted' | 'top' | { readonly pin: string };
  /** `undefined`: the policy says nothing of its result. */
  readonly result: CompiledResult | undefined;
  readonly call: CompiledCall | 'never';
  readonly onViolation: OnViolationSource;
}

export interface Clearance {
  readonly main: Label;
  readonly judge: Label;
}

/** A policy whose every text has been read. */
export interface CompiledPolicy {
  readonly source: PolicySource;
  readonly compiler: Compiler;
  readonly unlabelled: Label;
  readonly onViolation: OnViolationSource;
  readonly system: CompiledTurn;
  readonly user: CompiledTurn;
  /** Turns of the assistant that a client is known to make up. */
  readonly said: ReadonlySet<string> | undefined;
  readonly tools: ReadonlyMap<string, CompiledTool>;
  readonly answer: CompiledAnswer;
  readonly postCheck: PostCheck | undefined;
  readonly providerTools: ReadonlyMap<string, ProviderTool>;
  readonly models: ReadonlyMap<string, Clearance>;
  /** See `Policy`. */
  readonly readBack: ReadBack;
  readonly files: PolicyFiles | undefined;
}

export interface CompileOptions {
  readonly declared: readonly PlainTool[];
  readonly skeleton: Skeleton | undefined;
}

/** Reads every label, path, pattern and condition; mistakes are reported, all of them. */
export function compilePolicy(
  source: PolicySource,
  { declared, skeleton }: CompileOptions,
  report: Report,
): CompiledPolicy | undefined {
  const compiler = compileLattice(source, report);
  if (compiler === undefined) return undefined;
  checkSize(source, report);
  const tools = Object.entries(source.tools).map(([name, tool]) => {
    const place = { name, declared: declared.find((each) => each.name === name), source };
    return [name, compileTool(compiler, tool, place)] as const;
  });
  const readBack = compileStores(compiler, source, tools);
  const models = Object.entries(source.models ?? {}).map(
    ([name, model]) => [name, clearanceOf(compiler, model, ['models', name])] as const,
  );
  return {
    source,
    compiler,
    unlabelled: unlabelledOf(compiler, source),
    onViolation: source.onViolation,
    system: compileTurn(compiler, source.system, ['system']),
    user: compileTurn(compiler, source.user, ['user']),
    said: source.assistant && new Set(source.assistant.says.map((text) => text.trim())),
    tools: new Map(tools),
    answer: compileAnswer(compiler, source),
    postCheck: compilePostCheck(source.postCheck, skeleton, report),
    providerTools: compileProviderTools(compiler, source.providerTools),
    models: new Map(models),
    readBack,
    files: compileFiles(compiler, source, { tools, declared }),
  };
}

function unlabelledOf({ space }: Compiler, { unlabelled }: PolicySource): Label {
  return unlabelled === 'bottom' ? space.bottom : space.top;
}

function checkSize(source: PolicySource, report: Report): void {
  const rules = Object.values(source.tools).reduce((sum, tool) => {
    const call = tool.call === 'never' ? undefined : tool.call;
    return sum + (tool.result?.rules?.length ?? 0) + (call?.rules?.length ?? 0);
  }, source.answer.fields?.length ?? 0);
  if (rules <= limits.policyRulesMax) return;
  const message = `the policy has ${rules} rules, which is more than ${limits.policyRulesMax}`;
  report({ at: ['tools'], message, hint: 'give one rule several paths: `path: [$.a, $.b]`' });
}

interface ToolPlace {
  readonly name: string;
  readonly declared: PlainTool | undefined;
  readonly source: PolicySource;
}

function compileTool(compiler: Compiler, tool: ToolSource, place: ToolPlace): CompiledTool {
  const { name, declared, source } = place;
  const at: Location = ['tools', name];
  const onViolation = tool.onViolation ?? source.onViolation;
  const { call, result } = tool;
  return {
    effect: tool.effect ?? 'write',
    description: descriptionOf(compiler, tool, at),
    result:
      result === undefined
        ? undefined
        : compileResult(compiler, result, {
            tool: name,
            at: [...at, 'result'],
            unlabelled: unlabelledOf(compiler, source),
          }),
    call:
      call === undefined || call === 'never'
        ? 'never'
        : compileCall(compiler, call, { tool: name, declared, onViolation, at: [...at, 'call'] }),
    onViolation,
  };
}

function descriptionOf(
  { report }: Compiler,
  { description }: ToolSource,
  at: Location,
): CompiledTool['description'] {
  if (description === undefined) return 'top';
  if (description === 'trusted' || /^sha256:[\da-f]{64}$/.test(description.pin)) {
    return description;
  }
  const hint = 'write `sha256:` and 64 lower-case hexadecimal digits, as `pinOf(tool)` gives them';
  report({ at: [...at, 'description', 'pin'], message: 'this is not a pin', hint });
  return 'top';
}

function clearanceOf(compiler: Compiler, source: ClearanceSource, at: Location): Clearance {
  const { space } = compiler;
  return {
    main: source.main === undefined ? space.top : readLabel(compiler, source.main, [...at, 'main']),
    judge:
      source.judge === undefined
        ? space.bottom
        : readLabel(compiler, source.judge, [...at, 'judge']),
  };
}

/**
 * Within one generation a search may follow on another, and then carries what that one found. Only
 * the view is ruled on, so a result that is above the ceiling is a mistake.
 */
function compileProviderTools(
  compiler: Compiler,
  source: ProviderToolsSource = {},
): ReadonlyMap<string, ProviderTool> {
  const named: readonly (readonly [string, ProviderToolSource?])[] = Object.entries(source);
  const tools = named.flatMap(([name, tool]) => {
    if (tool === undefined) return [];
    const at = ['providerTools', name];
    const ceiling = readLabel(compiler, tool.ceiling, [...at, 'ceiling']);
    const result = readLabel(compiler, tool.result, [...at, 'result']);
    if (!compiler.space.flowsTo(result, ceiling)) {
      const message = `what \`${name}\` finds may not go into its next call`;
      const hint = `write a ceiling to which \`${result.text}\` flows, such as \`top\``;
      compiler.report({ at: [...at, 'ceiling'], message, hint });
    }
    return [[name, { ceiling, result }] as const];
  });
  return new Map(tools);
}
