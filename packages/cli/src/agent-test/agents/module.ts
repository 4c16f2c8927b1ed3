import { accessSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { SluiceError, type Tool } from '@sluice/core';
import { z } from 'zod';
import { fieldsOf, unreadFile } from '../../files.ts';
import type { Agent } from '../agent.ts';
import type { Task } from '../scenario.ts';
import { taskSource, tasksOf } from '../plan.ts';

/** An agent of the user's, as its file gives it. */
export interface LoadedAgent {
  readonly agent: Agent;
  /** Its own tools, fresh for each run; not given: doubles. */
  readonly tools?: (() => readonly Tool[]) | undefined;
  readonly tasks: readonly Task[];
}

const toolForm = z.looseObject({
  name: z.string(),
  description: z.string().default(''),
  parameters: z.record(z.string(), z.unknown()).default({ type: 'object' }),
  execute: z.custom<Tool['execute']>((value) => typeof value === 'function'),
});

const moduleForm = z.looseObject({
  agent: z.custom<Agent>((value) => typeof value === 'function'),
  tools: z.custom<() => unknown>((value) => typeof value === 'function').optional(),
  tasks: z.array(taskSource).default([]),
});

/** Loads a JavaScript or TypeScript file. Throws `file-unreadable` where it is no agent. */
export async function loadAgent(file: string): Promise<LoadedAgent> {
  try {
    accessSync(file);
  } catch (cause) {
    throw unreadFile(file, cause);
  }
  const module: unknown = await import(pathToFileURL(path.resolve(file)).href).catch(
    (cause: unknown) => {
      const said = cause instanceof Error ? cause.message : String(cause);
      throw new SluiceError('file-unreadable', `\`${file}\` cannot be loaded: ${said}`, {
        hint,
        cause,
      });
    },
  );
  const read = moduleForm.safeParse(fieldsOf(module));
  if (!read.success) {
    const at = read.error.issues[0]?.path.join('.') ?? '';
    throw new SluiceError('file-unreadable', `\`${file}\` is no agent (at \`${at}\`)`, { hint });
  }
  const { agent, tools, tasks } = read.data;
  const own = tools && (() => z.array(toolForm).parse(tools()));
  return { agent, tools: own, tasks: tasksOf(tasks) };
}

const hint = 'export async function agent({ prompt, tools, baseURL, apiKey, modelName }) { ... }';
