import path from 'node:path';
import { pinOf, SluiceError } from '@sluice/core';
import { readText } from '../../files.ts';
import { fieldsOf } from '../../json.ts';
import type { Project } from '../look.ts';
import type { FoundTool } from './found-tool.ts';
import { toolsInJavaScript } from './javascript.ts';
import { toolsInList } from './json.ts';
import { isOpenApi, toolsInOpenApi } from './openapi.ts';
import { toolsInPython } from './python.ts';
import { eachOnce } from './read-tools.ts';
import { valueIn } from './value.ts';

/**
 * Adds the tools of files that somebody named: lists in JSON or YAML, descriptions of HTTP APIs,
 * and source code, which is not run. A file without any is named; throws `file-unreadable` where
 * all are such.
 */
export async function withNamedFiles(project: Project, files: readonly string[]): Promise<Project> {
  if (files.length === 0) return project;
  const read = await Promise.all(
    files.map(async (file) => ({ file, tools: await toolsIn(file, readText(file)) })),
  );
  const found = read.flatMap(({ tools }) => tools);
  if (found.length === 0) throw noTool(files);
  // What the project itself holds may be the same file.
  const named = new Set(found.map(({ name }) => name));
  const others = project.tools.filter(({ name }) => !named.has(name));
  const toolless = read.filter(({ tools }) => tools.length === 0).map(({ file }) => file);
  return { ...project, tools: [...others, ...eachOnce(found)], toolless };
}

function noTool(files: readonly string[]): SluiceError {
  const names = files.map((file) => `\`${file}\``).join(', ');
  return new SluiceError('file-unreadable', `no tool is listed in ${names}`, {
    hint: 'name a list such as [{"name": ..., "description": ..., "parameters": {...}}], an OpenAPI document, or the source of the tools',
  });
}

async function toolsIn(file: string, text: string): Promise<readonly FoundTool[]> {
  const name = path.basename(file);
  if (/\.py$/i.test(file)) return toolsInPython(text, name, { isNamed: true });
  if (/\.[cm]?[jt]sx?$/i.test(file)) return toolsInJavaScript(text, name);
  return toolsInValue(valueIn(text, file), name);
}

async function toolsInValue(value: unknown, file: string): Promise<readonly FoundTool[]> {
  if (isOpenApi(value)) return toolsInOpenApi(value, file);
  return Promise.all(toolsInList(titled(value), file).map(pinned));
}

/** A schema of arguments with a title is a tool, where its file was named as a list of tools. */
function titled(value: unknown): unknown {
  const list = Array.isArray(value) ? value : isSchema(value) ? [value] : undefined;
  return list === undefined
    ? value
    : list.map((entry: unknown) => {
        const { title, description } = fieldsOf(entry);
        return isSchema(entry) ? { name: title, description, parameters: entry } : entry;
      });
}

function isSchema(entry: unknown): boolean {
  const { name, title, type, properties } = fieldsOf(entry);
  return name === undefined && title !== undefined && type === 'object' && properties !== undefined;
}

/** What a server's list says of a tool is a third party's text: it counts as long as it stays. */
async function pinned(tool: FoundTool): Promise<FoundTool> {
  if (tool.from !== 'listed') return tool;
  const { name, description = '' } = tool;
  const pin = pinOf({ name, description, parameters: fieldsOf(tool.parameters) });
  return { ...tool, pin };
}
