import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SluiceError, type Policy } from '@sluice/core';
import { readText } from '../files.ts';
import { fieldsOf as fields, parseJson } from '../json.ts';
import { loadPolicyFile } from '../policy-file.ts';
import type { InjectionTasks } from './injected.ts';
import type { Declared } from './read/record.ts';

/** The facts of a suite, from the benchmark's own export. */
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
    throw new SluiceError('file-unreadable', `\`${file}\` contains no suite \`${suite}\``, {
      hint: 'name an export with `suites`, or leave `--suite-file` out',
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
export async function policyFor(suite: string, place: PolicyPlace): Promise<Policy> {
  const file = policyFileFor(suite, place);
  if (file !== undefined) return loadPolicyFile(file);
  throw new SluiceError('file-unreadable', `there is no policy for suite \`${suite}\``, {
    hint: 'name one with `--policy FILE`, or choose a suite with `--suite banking`',
  });
}

/**
 * The files in which a policy may be found, whatever the suite; in the order of their names. Throws
 * `file-unreadable` where a folder that was named is none, or holds none.
 */
export function policyFiles({ policy, policies }: PolicyPlace): readonly string[] {
  if (policy !== undefined) return [policy];
  const files = (policies === undefined ? shippedPolicies : [policies])
    .filter(isFolder)
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => endings.some((ending) => name.endsWith(ending)))
        .toSorted()
        .map((name) => path.join(folder, name)),
    );
  if (policies === undefined || files.length > 0) return files;
  const message = isFolder(policies) ? 'contains no policy' : 'is not a folder';
  throw new SluiceError('file-unreadable', `\`${policies}\` ${message}`, {
    hint: 'name a folder with `NAME.yaml` for each suite or agent, or one file with `--policy`',
  });
}

const endings = ['.yaml', '.yaml.gz'];

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Where the policy of a suite stands. Its name is text of the record: it must not lead astray. */
export function policyFileFor(
  suite: string,
  { policy, policies }: PolicyPlace,
): string | undefined {
  if (policy !== undefined) return policy;
  if (!/^[\w-]+$/.test(suite)) return undefined;
  return (policies === undefined ? shippedPolicies : [policies])
    .flatMap((folder) => endings.map((ending) => path.join(folder, `${suite}${ending}`)))
    .find((file) => existsSync(file));
}

/** Beside the sources, or beside the build. */
const shippedPolicies: readonly string[] = [
  '../../../../policies/agentdojo',
  '../policies/agentdojo',
].map((folder) => fileURLToPath(new URL(folder, import.meta.url)));

/** Where the policies for AgentDojo stand. */
export function shippedPolicyFolder(): string {
  return shippedPolicies.find(isFolder) ?? '';
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
      const { ground_truth: calls, goal } = fields(task);
      const tools = Array.isArray(calls)
        ? calls.map((call) => String(fields(call)['function']))
        : [];
      return [name, { tools: new Set(tools), goal: typeof goal === 'string' ? goal : '' }];
    }),
  );
}
