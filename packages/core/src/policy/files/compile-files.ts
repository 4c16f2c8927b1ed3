import { isRecord } from '../../history/document.ts';
import type { PlainTool } from '../../history/plain.ts';
import type { Label, LabelSpace } from '../../label/label.ts';
import { meetAll } from '../../label/lattice.ts';
import type { CompiledTool } from '../compile/compile.ts';
import { readsArgument } from '../compile/compile-data.ts';
import type { CompiledResult } from '../compile/compile-result.ts';
import type { BoundCondition, Compiler } from '../compile/compiler.ts';
import { readWorkspace, type Workspace } from '../file/workspace.ts';
import { nearest } from '../problem.ts';
import { judgeArguments, labelOfText, resultBy } from '../result/by-arguments.ts';
import { readArgs } from '../ruling/rule-call.ts';
import type { PolicySource } from '../source.ts';
import type { FilesSource } from './files-source.ts';
import type { FileUse, PolicyFiles } from './file-use.ts';
import { anyUse, argumentsIn, readingArguments, useOf } from './use-of.ts';

type Tools = readonly (readonly [string, CompiledTool])[];

/** Reads which arguments name files; `undefined` where no tool says so. */
export function compileFiles(
  compiler: Compiler,
  source: PolicySource,
  { tools, declared }: { readonly tools: Tools; readonly declared: readonly PlainTool[] },
): PolicyFiles | undefined {
  const named = tools.flatMap(([name, tool]): readonly FileTool[] => {
    const files = source.tools[name]?.files;
    if (files === undefined) return [];
    checkFiles(compiler, { name, tool, files });
    checkDeclared(
      compiler,
      files,
      declared.find((each) => each.name === name),
    );
    return [{ name, tool, files }];
  });
  if (named.length === 0) return undefined;
  const { space } = compiler;
  const unlabelled = source.unlabelled === 'bottom' ? space.bottom : space.top;
  const workspace = compiler.groups.get('workspace') ?? [];
  const read = readWorkspace(compiler.groups);
  if ('kind' in read) compiler.report({ at: ['groups', 'workspace'], ...read });
  const place = 'kind' in read ? { folders: [] } : read;
  const byName = new Map(named.map((each) => [each.name, each.files]));
  return {
    workspace,
    use: (tool, args) => {
      const files = byName.get(tool);
      return files && useIn(files, args, place);
    },
    floor: (path) => floorOf({ compiler, unlabelled }, named, path),
  };
}

interface FileTool {
  readonly name: string;
  readonly tool: CompiledTool;
  readonly files: FilesSource;
}

/** A call whose arguments cannot be read never runs; were it to, nobody knew what it does. */
function useIn(files: FilesSource, args: string, workspace: Workspace): FileUse {
  const read = readArgs(args);
  return read.kind === 'args' ? useOf(files, read.args.value, workspace) : anyUse;
}

function checkFiles({ report }: Compiler, { name, tool, files }: FileTool): void {
  const at = ['tools', name, 'files'];
  const data = typeof tool.call === 'object' ? tool.call.data.map((each) => each.name) : [];
  for (const [does, argument] of argumentsIn(files)) {
    if (data.includes(argument)) {
      const message = `\`${argument}\` is data, which only says something`;
      report({ at: [...at, does], message, hint: `leave \`${argument}\` out of \`call.data\`` });
    }
  }
  const isReading = argumentsIn(files).every(([does]) => /^(?:reads|searches)$/.test(does));
  if (tool.effect !== 'read' || isReading) return;
  const hint = 'say `effect: write`, or `files: { reads: ARGUMENT }`';
  report({ at, message: 'a call that only reads changes no file', hint });
}

function checkDeclared({ report }: Compiler, files: FilesSource, tool?: PlainTool): void {
  const properties = tool?.parameters['properties'];
  if (tool === undefined || !isRecord(properties)) return;
  for (const [does, argument] of argumentsIn(files)) {
    if (Object.hasOwn(properties, argument)) continue;
    const message = `\`${tool.name}\` takes no argument \`${argument}\``;
    const known = Object.keys(properties);
    const near = nearest(argument, known);
    const hint = near === undefined ? `it takes ${known.join(', ')}` : `write \`${near}\``;
    report({ at: ['tools', tool.name, 'files', does], message, hint });
  }
}

interface Floors {
  readonly compiler: Compiler;
  readonly unlabelled: Label;
}

function floorOf(
  { compiler: { space }, unlabelled }: Floors,
  tools: readonly FileTool[],
  path: string | undefined,
): Label {
  // A search gives all that it finds one label by itself: that is not the label of each file.
  const reading = tools.filter(({ files }) => !('searches' in files));
  return meetAll(
    space,
    reading.map(({ tool: { result }, files }) => {
      if (result === undefined) return unlabelled;
      const args = path === undefined ? undefined : readingArguments(files, path);
      return args === undefined ? result.floor : floorBy(space, result, args);
    }),
  );
}

/** The label of plain text by rules that look at nothing but these arguments; else the floor. */
function floorBy(
  space: LabelSpace,
  result: CompiledResult,
  args: Readonly<Record<string, string>>,
): Label {
  const names = Object.keys(args);
  const isAsked = ({ reads }: BoundCondition): boolean =>
    names.some((name) => readsArgument(reads.path, name));
  const isByThese = result.rules.every((rule) => rule.args.every(isAsked));
  if (result.format !== 'text' || result.spans.length > 0 || !isByThese) return result.floor;
  const truths = judgeArguments(result, args);
  if (truths.includes('unknown')) return result.floor;
  const { label } = labelOfText(space, resultBy(space, result, truths));
  return meetAll(space, [label, result.failed, result.unlike]);
}
