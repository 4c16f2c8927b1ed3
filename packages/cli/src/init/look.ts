import type { AskedModel } from './model/ask-model.ts';
import { packFor, readPacks } from './packs.ts';
import type { PolicyParts } from './policy-text.ts';
import { readSdks, type FoundSdk, type FoundSdks } from './project/dependencies.ts';
import { readMcpServers } from './project/mcp-servers.ts';
import { namedFamilies } from './project/named-families.ts';
import { projectFiles, type ProjectFiles } from './project/project-files.ts';
import type { Family } from './project/sdks.ts';
import type { AskedServer } from './servers/ask-servers.ts';
import type { FoundTool } from './tools/found-tool.ts';
import { readTools } from './tools/read-tools.ts';

/** The facts that a project's files tell. */
export interface Project {
  readonly folder: string;
  readonly sdks: readonly FoundSdk[];
  /** The manifest that names the AI SDK, where it names no provider of it that can be pointed. */
  readonly bareAiSdk: string | undefined;
  /** The providers that the sources show, where no manifest names an SDK. */
  readonly namedFamilies: readonly Family[];
  /** True if nothing in it but Python talks to a model, as far as its files tell. */
  readonly isPython: boolean;
  readonly packed: PolicyParts['packed'];
  readonly unknown: PolicyParts['unknown'];
  readonly tools: readonly FoundTool[];
  /** The servers that were asked for their tools. */
  readonly asked: readonly AskedServer[];
  /** The model that was asked about the tools. */
  readonly model: AskedModel | undefined;
  readonly filesRead: number;
  /** Files that should say something and cannot be read. */
  readonly unreadable: readonly string[];
  /** Files that somebody named as lists of tools, and in which none is found. */
  readonly toolless: readonly string[];
  /** True if there are more files than we look at. */
  readonly cut: boolean;
}

/** Reads a project. It runs nothing of it, and leaves its folder by no link. */
export function lookAt(folder: string): Project {
  const files = projectFiles(folder);
  const { servers, unreadable } = readMcpServers(files);
  const sdks = readSdks(files);
  const packs = readPacks();
  const placed = servers.map((server) => ({ server, found: packFor(server, packs) }));
  return {
    folder,
    sdks: sdks.found,
    bareAiSdk: sdks.bareAiSdk,
    namedFamilies: sdks.found.length > 0 ? [] : namedFamilies(files),
    isPython: isPython(files, sdks),
    packed: placed.flatMap(({ server, found }) => (found ? [{ server, ...found }] : [])),
    unknown: placed.flatMap(({ server, found }) => (found ? [] : [server])),
    ...readTools(files),
    asked: [],
    model: undefined,
    toolless: [],
    unreadable: [...unreadable, ...sdks.unreadable],
  };
}

function isPython(files: ProjectFiles, { found, bareAiSdk }: FoundSdks): boolean {
  if (found.length > 0) return found.every(({ sdk }) => sdk.language === 'python');
  const isOther = bareAiSdk !== undefined || files.read('package.json') !== undefined;
  return !isOther && files.list().files.some((file) => file.endsWith('.py'));
}
