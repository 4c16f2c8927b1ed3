import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPolicy, SluiceError, type Policy } from '@sluice/core';
import { fieldsOf as fields, parseJson, readText } from '../files.ts';
import type { InjectionTasks } from './harm.ts';
import type { Declared } from './record.ts';

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

/** Where policies stand: one file for all runs, or a folder with one for each suite. */
export interface PolicyPlace {
  readonly policy: string | undefined;
  readonly policies: string | undefined;
}

/** The policy to replay a suite with. Throws `file-unreadable`, and what `loadPolicy` throws. */
export async function policyFor(suite: string, { policy, policies }: PolicyPlace): Promise<Policy> {
  const file = policy ?? suitePolicy(suite, policies);
  if (file === undefined) {
    throw new SluiceError('file-unreadable', `there is no policy for suite \`${suite}\``, {
      hint: 'give one with `--policy FILE`, or choose a suite with `--suite banking`',
    });
  }
  return loadPolicy(readText(file), { file });
}

/** The files in which a policy may be found, whatever the suite; in the order of their names. */
export function policyFiles({ policy, policies }: PolicyPlace): readonly string[] {
  if (policy !== undefined) return [policy];
  const folders = [policies ?? shippedPolicies].flat().filter((folder) => existsSync(folder));
  return folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.yaml'))
      .toSorted()
      .map((name) => path.join(folder, name)),
  );
}

/** The name of a suite is text of the record: it must not lead out of the folder. */
function suitePolicy(suite: string, folder: string | undefined): string | undefined {
  if (!/^[\w-]+$/.test(suite)) return undefined;
  return [folder ?? shippedPolicies]
    .flat()
    .map((each) => path.join(each, `${suite}.yaml`))
    .find((file) => existsSync(file));
}

/** Beside the sources, or beside the build. */
const shippedPolicies: readonly string[] = ['../../../../policies', '../policies'].map((up) =>
  fileURLToPath(new URL(`${up}/agentdojo`, import.meta.url)),
);

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
