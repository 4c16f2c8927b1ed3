import { accessSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { SluiceError, type Tool } from '@sluice/core';
import { z } from 'zod';
import { unreadFile } from '../../files.ts';
import { fieldsOf } from '../../json.ts';
import type { Agent } from '../agent.ts';
import { taskSource, tasksOf } from '../plan.ts';
import type { LoadedAgent } from './loaded-agent.ts';
import { findTypeScript } from './typescript-names.ts';

const toolForm = z.looseObject({
  name: z.string(),
  description: z.string().default(''),
  parameters: z.record(z.string(), z.unknown()).default({ type: 'object' }),
  execute: z.custom<Tool['execute']>((value) => typeof value === 'function'),
});

const moduleForm = z.looseObject({
  agent: z.custom<Agent>((value) => typeof value === 'function'),
  tools: z.unknown().optional(),
  tasks: z.array(taskSource).default([]),
});

/**
 * Loads a JavaScript or TypeScript file. The tools that it exports run only where the user said so.
 * Throws `file-unreadable` where it is no agent.
 */
export async function loadAgent(
  file: string,
  { runsOwnTools }: { readonly runsOwnTools: boolean },
): Promise<LoadedAgent> {
  try {
    accessSync(file);
  } catch (cause) {
    throw unreadFile(file, cause);
  }
  findTypeScript();
  const module: unknown = await import(pathToFileURL(path.resolve(file)).href).catch(
    (cause: unknown) => {
      throw unloadable(file, cause);
    },
  );
  const read = moduleForm.safeParse(fieldsOf(module));
  if (!read.success) {
    const at = read.error.issues[0]?.path.join('.') ?? '';
    throw new SluiceError('file-unreadable', `\`${file}\` is no agent (at \`${at}\`)`, { hint });
  }
  const { agent, tools, tasks } = read.data;
  const own = runsOwnTools ? ownTools(file, tools) : undefined;
  return { agent, tools: own, tasks: tasksOf(tasks) };
}

const hint =
  'export async function agent({ prompt, tools, baseURL, apiKey, modelName }) { ... }; `sluice test --help` shows a whole one';

const toolsForm = z.custom<() => unknown>((value) => typeof value === 'function');

function ownTools(file: string, exported: unknown): () => readonly Tool[] {
  const tools = toolsForm.safeParse(exported).data;
  if (tools !== undefined && z.array(toolForm).safeParse(tools()).success) {
    return () => z.array(toolForm).parse(tools());
  }
  throw new SluiceError('file-unreadable', `\`${file}\` exports no \`tools\` to be run`, {
    hint: 'export const tools = () => [{ name, description, parameters, execute }], or leave out `--real-tools`',
  });
}

function unloadable(file: string, cause: unknown): SluiceError {
  const said = cause instanceof Error ? cause.message : String(cause);
  const problem = `\`${file}\` cannot be loaded: ${said}`;
  return new SluiceError('file-unreadable', problem, { hint: remedyFor(file, cause), cause });
}

function remedyFor(file: string, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  const bundle = `npx esbuild ${file} --bundle --packages=external --platform=node --format=esm --outfile=agent.mjs`;
  switch (code) {
    case 'ERR_MODULE_NOT_FOUND':
      return `install it; or if tsconfig.json says where it is, make one file: ${bundle}`;
    case 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX':
    case 'ERR_UNKNOWN_FILE_EXTENSION':
      return `Node takes only TypeScript that is JavaScript without its types; make it so: ${bundle}`;
    default:
      return hint;
  }
}
