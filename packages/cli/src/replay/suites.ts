import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadPolicy, SluiceError, type Policy } from '@sluice/core';
import { fieldsOf as fields, parseJson, readText } from '../files.ts';
import type { InjectionTasks } from './harm.ts';
import type { Declared } from './recorded-agent.ts';

/** What a benchmark's own export says of a suite. */
export interface SuiteFacts {
  readonly declared: ReadonlyMap<string, Declared>;
  readonly injectionTasks: InjectionTasks | undefined;
}

const nothing: SuiteFacts = { declared: new Map(), injectionTasks: undefined };

/** Reads a suite from an AgentDojo export; without a file nothing is known. */
export function readSuite(file: string | undefined, suite: string): SuiteFacts {
  if (file === undefined) return nothing;
  const found = fields(fields(fields(exportIn(file))['suites'])[suite]);
  if (Object.keys(found).length === 0) {
    throw new SluiceError('file-unreadable', `\`${file}\` holds no suite \`${suite}\``, {
      hint: 'give an export with `suites`, or leave `--suite-file` out',
    });
  }
  return {
    declared: declaredIn(found['tools']),
    injectionTasks: tasksIn(found['injection_tasks']),
  };
}

function exportIn(file: string): unknown {
  const hint = 'give an AgentDojo export';
  return parseJson(readText(file), { place: `\`${file}\``, hint });
}

/** The policy to replay a suite with: the given file, or the one shipped for the suite. */
export async function policyFor(suite: string, file: string | undefined): Promise<Policy> {
  const path = file ?? shippedPolicy(suite);
  if (path === undefined) {
    throw new SluiceError('file-unreadable', `there is no policy for suite \`${suite}\``, {
      hint: 'give one with `--policy FILE`, or choose a suite with `--suite banking`',
    });
  }
  return loadPolicy(readText(path), { file: path });
}

function shippedPolicy(suite: string): string | undefined {
  const up = ['../../../../policies', '../policies'];
  return up
    .map((folder) => fileURLToPath(new URL(`${folder}/agentdojo/${suite}.yaml`, import.meta.url)))
    .find((path) => existsSync(path));
}

function declaredIn(tools: unknown): SuiteFacts['declared'] {
  const list: readonly unknown[] = Array.isArray(tools) ? tools : [];
  return new Map(
    list.map((tool) => {
      const { name, description, parameters } = fields(tool);
      return [
        String(name),
        {
          description: typeof description === 'string' ? description : '',
          parameters: fields(parameters),
        },
      ];
    }),
  );
}

function tasksIn(tasks: unknown): InjectionTasks {
  return new Map(
    Object.entries(fields(tasks)).map(([name, task]) => {
      const calls = fields(task)['ground_truth'];
      const tools = Array.isArray(calls)
        ? calls.map((call) => String(fields(call)['function']))
        : [];
      return [name, new Set(tools)];
    }),
  );
}
