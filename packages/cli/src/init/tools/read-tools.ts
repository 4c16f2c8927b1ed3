import type { ProjectFiles } from '../project/project-files.ts';
import type { FoundTool } from './found-tool.ts';
import { toolsInJavaScript } from './javascript.ts';
import { toolsInJson } from './json.ts';
import { toolsInPython } from './python.ts';

export interface FoundTools {
  /** Each name once. */
  readonly tools: readonly FoundTool[];
  readonly filesRead: number;
  /** True if the project has more files than we look at. */
  readonly cut: boolean;
}

type Reader = (text: string, file: string) => readonly FoundTool[];

/** Tests define tools that no agent has. */
const isTest =
  /(?:^|\/)(?:tests?|__tests__|spec|fixtures)\/|\.(?:test|spec)\.[^/]+$|(?:^|\/)test_[^/]+\.py$/;

/** The tools that the project's own files define or list. */
export function readTools(files: ProjectFiles): FoundTools {
  const { files: names, cut } = files.list();
  const byName = new Map<string, FoundTool[]>();
  for (const file of names.filter((name) => !isTest.test(name))) {
    for (const tool of readerOf(file)(files.read(file) ?? '', file)) {
      byName.set(tool.name, [...(byName.get(tool.name) ?? []), tool]);
    }
  }
  const tools = [...byName.values()].flatMap((same) => merged(same) ?? []);
  return { tools, filesRead: names.length, cut };
}

function readerOf(file: string): Reader {
  if (file.endsWith('.py')) return toolsInPython;
  return /\.jsonc?$/.test(file) ? toolsInJson : toolsInJavaScript;
}

/** Two tools of one name: of what they differ in, nothing is known. */
function merged([first, ...others]: readonly FoundTool[]): FoundTool | undefined {
  if (first === undefined || others.length === 0) return first;
  const saying = JSON.stringify([first.parameters, first.hints]);
  const isSame = others.every(
    ({ parameters, hints }) => JSON.stringify([parameters, hints]) === saying,
  );
  if (isSame) return first;
  const from = [first, ...others].every((tool) => tool.from === 'own') ? 'own' : 'listed';
  return { ...first, parameters: undefined, hints: {}, from };
}
