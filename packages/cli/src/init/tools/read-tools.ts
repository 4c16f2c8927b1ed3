import type { ProjectFiles } from '../project/project-files.ts';
import type { FoundTool } from './found-tool.ts';
import { readJavaScript, type JavaScriptTools } from './javascript.ts';
import { toolsInJson } from './json.ts';
import { toolsInPython } from './python.ts';
import { namedByKey } from './tool-keys.ts';

export interface FoundTools {
  /** Each name once. */
  readonly tools: readonly FoundTool[];
  readonly filesRead: number;
  /** True if the project has more files than we look at. */
  readonly cut: boolean;
}

/** Tests define tools that no agent has. */
export const isTest =
  /(?:^|\/)(?:tests?|__tests__|spec|fixtures)\/|\.(?:test|spec)\.[^/]+$|(?:^|\/)test_[^/]+\.py$/;

/** The tools that the project's own files define or list. */
export function readTools(files: ProjectFiles): FoundTools {
  const { files: names, cut } = files.list();
  const read = names
    .filter((name) => !isTest.test(name))
    .map((file) => readFile(files.read(file) ?? '', file));
  // One file may define a tool that another puts under a key.
  const keys = read.flatMap((each) => each.keys);
  const tools = namedByKey(
    read.flatMap((each) => each.tools),
    keys,
  );
  return { tools: eachOnce(tools), filesRead: names.length, cut };
}

/** Each name once. */
export function eachOnce(tools: readonly FoundTool[]): readonly FoundTool[] {
  const byName = Map.groupBy(tools, ({ name }) => name);
  return [...byName.values()].flatMap((same) => merged(same) ?? []);
}

function readFile(text: string, file: string): JavaScriptTools {
  if (file.endsWith('.py')) return { tools: toolsInPython(text, file), keys: [] };
  if (/\.jsonc?$/.test(file)) return { tools: toolsInJson(text, file), keys: [] };
  return readJavaScript(text, file);
}

function sayingOf({ parameters, hints, method, description, returns }: FoundTool): string {
  return JSON.stringify([parameters, hints, method, description, returns]);
}

/** Two tools of one name of which different things are said: a call may be of either. */
function merged([first, ...others]: readonly FoundTool[]): FoundTool | undefined {
  if (first === undefined || others.length === 0) return first;
  if (others.every((tool) => sayingOf(tool) === sayingOf(first))) return first;
  const from = [first, ...others].every((tool) => tool.from === 'own') ? 'own' : 'listed';
  const { name, where } = first;
  const alsoAt = others.map((tool) => tool.where);
  return { name, where, alsoAt, parameters: undefined, hints: {}, from };
}
